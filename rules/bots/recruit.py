"""The bot “recruit”: an opponent for a first game.

It plans one step ahead, attacks only where it is clearly stronger, makes few attacks a turn, keeps
its cards, and leaves people alone in the first rounds. It rolls the same dice as everybody else.
"""

import random

from rules.bots.captain import Captain
from rules.bots.classic_setup import in_their_way
from rules.bots.evaluation import forecast
from rules.bots.position import Position
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.bots.reasons.moves import explained
from rules.cards import BattleCard
from rules.moves import (
    Battle,
    DeclareAttack,
    EndAttacks,
    Move,
    MoveIn,
    Pass,
    Place,
    PlayMercenaries,
)
from rules.questions import DecisionKind
from rules.view import View

CAUTION = 0.75
"""The smallest chance at which a recruit attacks."""
COURTESY = 3
"""A recruit attacks no people until the end of this round."""
EAGERNESS = 0.7
"""The probability that a recruit makes another attack."""
LEAST_FORCE = 3


class Recruit:
    """Plans one step ahead, and deliberately plays below its strength."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._captain = Captain(chance)

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        match view.open_decision.kind:
            case DecisionKind.ATTACKS:
                return self._command(view)
            case DecisionKind.PLACE | DecisionKind.SPOILS if view.round > 0:
                return self._place(view)
            case DecisionKind.REINFORCE:
                return self._place(view)
            case DecisionKind.MOVE_IN:
                return self._move_in(view)
            case DecisionKind.FORTIFY:
                return Pass()
        return self._captain.choose(view)

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        move = self.choose(view)
        is_end = isinstance(move, EndAttacks)
        return explained(view, Chosen(move, Reason(ReasonKind.CAUTION) if is_end else None))

    def answer(self, view: View) -> Chosen | None:
        """Answer offers as a captain does."""
        return self._captain.answer(view)

    def propose(self, view: View) -> Chosen | None:
        """Offer nothing."""
        return None

    def _command(self, view: View) -> Move:
        attack = view.attack
        if attack is not None and attack.fleet:
            return Battle(press=0)
        mercenaries = view.hand.count(BattleCard.MERCENARIES)
        if mercenaries and not view.has_attacked:
            return PlayMercenaries(mercenaries)
        attacks = self._attacks(Position(view))
        if not attacks or self._chance.random() > EAGERNESS:
            return EndAttacks()
        source, target = self._chance.choice(attacks)
        if attack is not None and (attack.source, attack.target) == (source, target):
            return Battle(press=1)
        return DeclareAttack(source, target, press=1)

    def _attacks(self, position: Position) -> list[tuple[str, str]]:
        """Return attacks that are very likely to succeed; in early rounds, none against people."""
        view = position.view
        attacks = [
            (source, target)
            for source in position.mine
            if source != position.own and position.armies[source] > LEAST_FORCE
            for target in position.targets(source)
            if _is_clear(position, source, target)
        ]
        if view.round > COURTESY:
            return attacks
        people = {player.seat for player in position.players.values() if player.person}
        return [pair for pair in attacks if position.owner[pair[1]] not in people]

    def _place(self, view: View) -> Move:
        """Guard the stronghold, then strengthen a random front with half of the armies left."""
        placing = view.open_placing
        places = list(placing.territories)
        if view.owner(places[0]) is None:
            return Place(in_their_way(view, places), placing.left)
        position = Position(view)
        own = position.own
        if own in places and position.armies[own] < position.garrison:
            return Place(own, placing.left)
        fronts = [name for name in places if position.is_front(name)]
        return Place(self._chance.choice(fronts or places), max(1, placing.left // 2))

    def _move_in(self, view: View) -> Move:
        """Move half of the armies in."""
        landing = view.open_landing
        most = view.armies(landing.source) - 1
        return MoveIn(max(landing.least, most // 2))


def _is_clear(position: Position, source: str, target: str) -> bool:
    force, defenders = position.armies[source] - 1, position.armies[target]
    if target in position.strongholds:
        force = force * 2 // 3
    dice = position.view.ruleset.attack_dice
    return forecast(force, defenders, dice, 0, 0, 0)[0] >= CAUTION
