"""The bot “steward” (ELM-7): it only defends the seat of an absent player."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from rules.bots.diplomacy import decline
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.chapters.armies.reinforcements import most_threatened
from rules.chapters.armies.territory_cards import best_trade
from rules.chapters.battle_cards.hidden_armies import choices_to_match
from rules.moves import (
    AssassinateFortification,
    Battle,
    BlockEvent,
    BlockHero,
    ChooseDragonTarget,
    Claim,
    Counter,
    Defend,
    DiscardSpied,
    EndAttacks,
    Fill,
    Hide,
    MarkHeadquarters,
    Move,
    MoveIn,
    NameDice,
    Occupy,
    Pass,
    Place,
    PlaceStronghold,
)
from rules.moves.options import Option
from rules.moves.orders_and_wishes import FALLBACKS
from rules.questions import DecisionKind
from rules.state.under_way import PlacingPurpose
from rules.view import View

Name = TypeVar("Name", bound=str)


class Steward:
    """Rolls the most dice, never attacks, and plays cards only as the standing orders say."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, view: View) -> Move:
        """Return the answer required by ORD-6, or the fall-back in the player's own orders."""
        return _ANSWERS[view.open_decision.kind](self, view)

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        return Chosen(self.choose(view), Reason(ReasonKind.ORDERS))

    def answer(self, view: View) -> Chosen | None:
        """Refuse any offer, so that no agreement made during an absence binds the player."""
        answer = decline(view)
        return Chosen(answer) if answer is not None else None

    def propose(self, view: View) -> Chosen | None:
        """Offer nothing."""
        return None

    def _one_of(self, names: Sequence[Name]) -> Name:
        return names[int(self._chance.random() * len(names))]

    def _stronghold(self, view: View) -> Move:
        return PlaceStronghold(self._one_of(_offered(view, PlaceStronghold, "territory")))

    def _claim(self, view: View) -> Move:
        free = _offered(view, Claim, "territory")
        home = [name for name in free if _is_home(view, name)]
        return Claim(self._one_of(home or free))

    def _hide(self, view: View) -> Move:
        free = _offered(view, Hide, "territory")
        own = [name for name in free if view.owner(name) == view.seat]
        return Hide(self._one_of(own or free))

    def _muster(self, view: View) -> Move:
        option = next((option for option in view.offer() if option.move is Place), None)
        if option is None:
            return self._hide(view)
        if view.owner(option.values("territory")[0]) is None:
            return _all_on_weakest(view, option)
        return _all_on(view, option)

    def _place(self, view: View) -> Move:
        option = _option(view, Place)
        if view.open_placing.purpose in (PlacingPurpose.ARMY_DESERTERS, PlacingPurpose.NEUTRAL):
            return _all_on_weakest(view, option)
        return _all_on(view, option)

    def _attacks(self, view: View) -> Move:
        attack = view.attack
        return Battle(press=0) if attack is not None and attack.fleet else EndAttacks()

    def _move_in(self, view: View) -> Move:
        return MoveIn(max(_offered(view, MoveIn, "armies")))

    def _occupy(self, view: View) -> Move:
        option = _option(view, Occupy)
        own = view.player(view.own_seat).stronghold
        source = next((name for name in option.values("source") if name != own), None)
        return Occupy(option.values("territory")[0], source) if source else Pass()

    def _fill(self, view: View) -> Move:
        return Fill()

    def _dragon(self, view: View) -> Move:
        targets = _offered(view, ChooseDragonTarget, "territory")
        return ChooseDragonTarget(max(targets, key=view.armies))

    def _dice(self, view: View) -> Move:
        return NameDice(max(_offered(view, NameDice, "dice")))

    def _defend(self, view: View) -> Move:
        if _offers(view, BlockHero) and _orders(view, "block"):
            return BlockHero()
        defences = [option for option in view.offer() if option.move is Defend]
        reveal = _reveals(view, [count for option in defences for count in option.values("reveal")])
        (defence,) = (option for option in defences if reveal in option.values("reveal"))
        return Defend(
            dice=max(defence.values("dice")),
            fortification=_wanted(defence.values("fortification"), _orders(view, "fortification")),
            reveal=reveal,
        )

    def _strike(self, view: View) -> Move:
        return _if_ordered(view, "strike", AssassinateFortification())

    def _counter(self, view: View) -> Move:
        return _if_ordered(view, "counter", Counter())

    def _block_event(self, view: View) -> Move:
        return _if_ordered(view, "block_event", BlockEvent())

    def _discard_spied(self, view: View) -> Move:
        return DiscardSpied(self._one_of(_offered(view, DiscardSpied, "card")))

    def _headquarters(self, view: View) -> Move:
        return MarkHeadquarters(self._one_of(_offered(view, MarkHeadquarters, "territory")))

    def _sets(self, view: View) -> Move:
        return best_trade(view.offer())

    def _pass(self, view: View) -> Move:
        return Pass()


def _option(view: View, move: type[Move]) -> Option:
    return next(option for option in view.offer() if option.move is move)


def _offers(view: View, move: type[Move]) -> bool:
    return any(option.move is move for option in view.offer())


def _offered(view: View, move: type[Move], field: str) -> Sequence[Any]:
    return _option(view, move).values(field)


def _is_home(view: View, territory: str) -> bool:
    return view.board.territories[territory].empire == view.player(view.own_seat).empire


def _all_on_weakest(view: View, option: Option) -> Place:
    weakest = min(option.values("territory"), key=view.armies)
    return Place(weakest, max(option.values("armies")))


def _all_on(view: View, option: Option) -> Place:
    """Place all armies on the stronghold or, if that is not allowed, on the weakest territory.

    Without strongholds: on the headquarters, or where most enemy armies are adjacent (ORD-6).
    """
    places = option.values("territory")
    if not view.ruleset.strongholds:
        own = view.headquarters.get(view.own_seat)
        if own is None or own not in places:
            own = most_threatened(view.board, view.own_seat, places, view.owner, view.armies)
        return Place(own, max(option.values("armies")))
    own = view.player(view.own_seat).stronghold
    territory = own if own is not None and own in places else min(places, key=view.armies)
    return Place(territory, max(option.values("armies")))


def _wanted(choices: Sequence[bool], wanted: bool) -> bool:
    return wanted if wanted in choices else choices[0]


def _reveals(view: View, choices: Sequence[int]) -> int:
    """Return how many reveals the player's orders want, out of the offered `choices` (ORD-1)."""
    if _fallback(view, "hidden") == "outnumbered":
        held = view.armies(view.open_attack.target)
        wanted = choices_to_match(_might(view), held, view.hidden_size) if view.hidden_size else 0
        return min(max(choices), max(min(choices), wanted))
    return max(choices) if _orders(view, "hidden") else min(choices)


def _might(view: View) -> int:
    """Return how many attacking armies may fight in the open attack."""
    attack = view.open_attack
    return attack.aboard if attack.fleet else view.armies(attack.source) - 1


def _if_ordered(view: View, question: str, move: Move) -> Move:
    return move if _offers(view, type(move)) and _orders(view, question) else Pass()


def _orders(view: View, question: str) -> bool:
    """Return whether the player's orders want a card played in the open attack."""
    order = _fallback(view, question)
    if order == "stronghold":
        return view.stronghold_on(view.open_attack.target) == view.seat
    if order == "home":
        return _is_home(view, view.open_attack.target)
    return order == "always"


def _fallback(view: View, question: str) -> str:
    return view.own_orders.fallbacks.get(question, FALLBACKS[question])


_ANSWERS = {
    DecisionKind.STRONGHOLD: Steward._stronghold,
    DecisionKind.CLAIM: Steward._claim,
    DecisionKind.HIDE: Steward._hide,
    DecisionKind.MUSTER: Steward._muster,
    DecisionKind.PLACE: Steward._place,
    DecisionKind.SPOILS: Steward._place,
    DecisionKind.ATTACKS: Steward._attacks,
    DecisionKind.MOVE_IN: Steward._move_in,
    DecisionKind.OCCUPY: Steward._occupy,
    DecisionKind.FILL: Steward._fill,
    DecisionKind.DRAGON: Steward._dragon,
    DecisionKind.DICE: Steward._dice,
    DecisionKind.DEFEND: Steward._defend,
    DecisionKind.STRIKE: Steward._strike,
    DecisionKind.COUNTER: Steward._counter,
    DecisionKind.BLOCK_EVENT: Steward._block_event,
    DecisionKind.MOVE_BY_NIGHT: Steward._pass,
    DecisionKind.RUIN: Steward._pass,
    DecisionKind.COUNTER_SPY: Steward._counter,
    DecisionKind.DISCARD_SPIED: Steward._discard_spied,
    DecisionKind.HEADQUARTERS: Steward._headquarters,
    DecisionKind.SETS: Steward._sets,
    DecisionKind.REINFORCE: Steward._place,
    DecisionKind.FORTIFY: Steward._pass,
}
