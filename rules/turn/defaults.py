"""ORD-6 and ORD-7: default answers when a clock runs out."""

from collections.abc import Callable

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.armies.neutral import weakest_neutral
from rules.chapters.armies.reinforcements import default_territory
from rules.chapters.armies.spoils import allowed_territories
from rules.chapters.armies.territory_cards import best_trade, trade_options
from rules.chapters.attack.elimination import captor_sources
from rules.chapters.battle_cards.counters import can_counter
from rules.chapters.battle_cards.hands import has_card
from rules.chapters.event_cards.choices import dragon_targets
from rules.chapters.orders.standing_orders import timeout_answer
from rules.chapters.setup.setup import unclaimed
from rules.moves import (
    Battle,
    BlockEvent,
    ChooseDragonTarget,
    Claim,
    Counter,
    DiscardSpied,
    EndAttacks,
    Hide,
    MarkHeadquarters,
    Move,
    MoveIn,
    Occupy,
    Pass,
    Place,
    PlaceStronghold,
)
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import PlacingPurpose


def default_answer(state: State, seat: int, chance: Chance) -> Move | None:
    """Return the default answer to a player's open decision.

    None means that the fall-backs of their standing orders answer. A decision in `WINDOWS` also
    marks the player as absent for the rest of the open attack (ORD-7).
    """
    kind = state.open_decision(seat).kind
    attack = state.attack
    if attack is not None and kind in WINDOWS and seat not in attack.absent:
        attack.absent.append(seat)
    answer = DEFAULTS.get(kind)
    return answer(state, seat, chance) if answer else None


def _stronghold(state: State, seat: int, chance: Chance) -> Move:
    territories = state.board.empires[state.players[seat].drawn_empire].territories
    return PlaceStronghold(territories[chance.pick(territories, "default stronghold")])


def _claim(state: State, seat: int, chance: Chance) -> Move:
    free = unclaimed(state)
    empire = state.players[seat].empire
    choice = tuple(name for name in free if state.board.territories[name].empire == empire) or free
    return Claim(choice[chance.pick(choice, "default claim")])


def _hide(state: State, seat: int, chance: Chance) -> Move:
    own = [name for name in state.held_by(seat) if name != state.players[seat].stronghold]
    choice = own or [name for name in state.holdings if state.stronghold_on(name) is None]
    return Hide(choice[chance.pick(choice, "default hidden armies")])


def _muster(state: State, seat: int, chance: Chance) -> Move:
    muster = state.players[seat].open_muster
    if muster.left:
        return Place(_own_place(state, seat, tuple(state.held_by(seat))), muster.left)
    if muster.neutral:
        return Place(weakest_neutral(state), muster.neutral)
    return _hide(state, seat, chance)


def _place(state: State, seat: int, chance: Chance) -> Move:
    placing = state.placings[0]
    places = allowed_territories(state, placing)
    if placing.purpose is PlacingPurpose.ARMY_DESERTERS:
        return Place(min(places, key=lambda name: state.holdings[name].armies), placing.left)
    if placing.purpose is PlacingPurpose.NEUTRAL:
        return Place(weakest_neutral(state), placing.left)
    return Place(_own_place(state, seat, places), placing.left)


def _own_place(state: State, seat: int, places: tuple[str, ...]) -> str:
    own = state.players[seat].stronghold
    if own is None:
        return default_territory(state, seat, places)
    return own if own in places else places[0]


def _attacks(state: State, seat: int, chance: Chance) -> Move:
    if state.attack is not None and state.attack.fleet:
        return Battle(press=0)
    return EndAttacks()


def _counter(state: State, seat: int, chance: Chance) -> Move:
    wanted = timeout_answer(state, seat, "counter") == "always"
    return Counter() if wanted and can_counter(state, seat) else Pass()


def _discard_spied(state: State, seat: int, chance: Chance) -> Move:
    hand = state.players[state.open_spying.opponent].hand
    return DiscardSpied(hand[chance.pick(hand, "card of a hand")])


def _move_in(state: State, seat: int, chance: Chance) -> Move:
    return MoveIn(state.holdings[state.open_landing.source].armies - 1)


def _occupy(state: State, seat: int, chance: Chance) -> Move:
    # The captor's stronghold is listed last, and its armies stay there by default (ELM-4).
    source = captor_sources(state, state.open_elimination)[0]
    is_own = source == state.players[seat].stronghold
    return Pass() if is_own else Occupy(state.open_elimination.vacated[0], source)


def _block_event(state: State, seat: int, chance: Chance) -> Move:
    wanted = timeout_answer(state, seat, "block_event") == "always"
    armed = has_card(state, seat, BattleCard.FORTIFICATION)
    return BlockEvent() if wanted and armed else Pass()


def _dragon(state: State, seat: int, chance: Chance) -> Move:
    targets = dragon_targets(state, seat)
    return ChooseDragonTarget(max(targets, key=lambda name: state.holdings[name].armies))


def _headquarters(state: State, seat: int, chance: Chance) -> Move:
    own = state.held_by(seat)
    return MarkHeadquarters(own[chance.pick(own, "default headquarters")])


def _sets(state: State, seat: int, chance: Chance) -> Move:
    return best_trade(trade_options(state, seat))


def _pass(state: State, seat: int, chance: Chance) -> Move:
    return Pass()


WINDOWS = frozenset(
    {
        DecisionKind.DEFEND,
        DecisionKind.STRIKE,
        DecisionKind.DICE,
        DecisionKind.COUNTER,
        DecisionKind.COUNTER_SPY,
    }
)
"""Decisions inside an attack. A player who misses one is not asked again in that attack (ORD-7)."""

STEPWISE = frozenset({DecisionKind.MUSTER, DecisionKind.OCCUPY, DecisionKind.SETS})
"""Decisions answered in several steps; a default takes all remaining steps."""

DEFAULTS: dict[DecisionKind, Callable[[State, int, Chance], Move]] = {
    DecisionKind.STRONGHOLD: _stronghold,
    DecisionKind.CLAIM: _claim,
    DecisionKind.HIDE: _hide,
    DecisionKind.MUSTER: _muster,
    DecisionKind.PLACE: _place,
    DecisionKind.SPOILS: _place,
    DecisionKind.ATTACKS: _attacks,
    DecisionKind.COUNTER: _counter,
    DecisionKind.MOVE_IN: _move_in,
    DecisionKind.OCCUPY: _occupy,
    DecisionKind.BLOCK_EVENT: _block_event,
    DecisionKind.DRAGON: _dragon,
    DecisionKind.MOVE_BY_NIGHT: _pass,
    DecisionKind.RUIN: _pass,
    DecisionKind.COUNTER_SPY: _counter,
    DecisionKind.DISCARD_SPIED: _discard_spied,
    DecisionKind.HEADQUARTERS: _headquarters,
    DecisionKind.SETS: _sets,
    DecisionKind.REINFORCE: _place,
    DecisionKind.FORTIFY: _pass,
}
"""Default answers by decision.

DEFEND, STRIKE, DICE and FILL have none: the fall-backs of the standing orders answer them.
"""
