"""How the captain chooses its most valuable attack, by land or by fleet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.bots.evaluation import CaptainEvaluation
from rules.bots.position import COST_OF_PASSING, Position
from rules.cards import BATTLE_CARDS, BattleCard
from rules.moves import Move
from rules.view import View

LEAST_GAIN = 0.2
THIN_LINES = 0.5
"""The cost of holding one more territory, in armies."""
LEAST_FLEET = 5
WORTH_A_FLEET = 5.0
FIRST_BOLDNESS, LAST_BOLDNESS, PATIENCE = 0.60, 0.45, 0.004
FAR_SIGHT = 0.8
"""The factor on the value of a stronghold for each battle that must be won first."""
BATTLES_AHEAD = 2
PREY = sorted(BattleCard, key=lambda card: -BATTLE_CARDS[card].worth)
"""The kinds of cards, most valuable first, as an opponent should lose them in this order."""


@dataclass(frozen=True, slots=True)
class PossibleAttack:
    """A possible attack, with its expected gain and losses in armies.

    `worth` is the value of the captured territory and of attacks made possible by it; `losses` are
    the attacker's.
    """

    score: float
    source: str
    target: str
    force: int
    losses: float
    worth: float
    fleet: bool = False


def if_allowed(view: View, move: Move) -> Move | None:
    """Return a move if it is legal now, else None."""
    return move if view.why_not(move) is None else None


class Campaign:
    """The attacks one seat could make in a position, now or with more armies."""

    least_gain = LEAST_GAIN

    def __init__(self, position: Position) -> None:
        self.position = position
        self.view = position.view
        self.evaluation = CaptainEvaluation(position)

    @cached_property
    def boldness(self) -> float:
        """The smallest acceptable chance of storming a stronghold; it falls every round."""
        return max(LAST_BOLDNESS, FIRST_BOLDNESS - PATIENCE * self.view.round)

    @cached_property
    def best_attack(self) -> PossibleAttack | None:
        """The most valuable attack; None if none is worthwhile."""
        best = max(self._possible_attacks(), key=self.preference, default=None)
        return best if best is not None and self.is_worthwhile(best) else None

    @cached_property
    def victims(self) -> set[int | None]:
        """The owners of territories that this bot means to attack."""
        return {self.position.owner[self.best_attack.target]} if self.best_attack else set()

    def is_worthwhile(self, attack: PossibleAttack) -> bool:
        """Return whether an attack gains enough, in armies."""
        return self.preference(attack) > self.least_gain

    def preference(self, attack: PossibleAttack) -> float:
        """Return the value of an attack to this bot, in armies."""
        return attack.score

    def _possible_attacks(self) -> Iterator[PossibleAttack]:
        position = self.position
        armed = BattleCard.FLEET in self.view.hand
        for source in position.mine:
            force = position.force(source)
            if force > 0:
                yield from self.marches(source, force)
            if armed and force >= LEAST_FLEET:
                yield from self._voyages(source, force)

    def outlook(self, source: str, force: int) -> float:
        """Return what a force in a territory could gain by its best attack by land, 0 or more."""
        if force < 1:
            return 0.0
        return max((item.score for item in self.marches(source, force)), default=0.0)

    # By land

    def marches(self, source: str, force: int) -> Iterator[PossibleAttack]:
        """Yield the attacks by land of a force in a territory."""
        position, evaluation = self.position, self.evaluation
        for target in position.targets(source):
            worth = evaluation.worth(target)
            if target in position.strongholds:
                possible = self._storming(source, target, force, worth)
                if possible is not None:
                    yield possible
                continue
            chance, lost, killed = evaluation.forecast(force, target)
            worth += self._beyond(target, force - lost - 1, source, BATTLES_AHEAD)
            gain = chance * worth + self._balance(target, killed, lost) - THIN_LINES
            yield PossibleAttack(gain, source, target, force, lost, worth)

    def _storming(
        self, source: str, target: str, force: int, worth: float, fleet: bool = False
    ) -> PossibleAttack | None:
        total = force + self.support(target, source, self.position.force)
        chance, lost, killed = self.storm(total, target)
        if chance < self.boldness:
            return None
        share = lost * force / total
        gain = chance * worth + self._balance(target, killed, share) - THIN_LINES
        return PossibleAttack(gain, source, target, force, share, worth, fleet)

    def storm(self, force: float, stronghold: str) -> tuple[float, float, float]:
        """Return (chance to win, armies lost, armies killed) of storming a stronghold."""
        hero = self.view.hero or BattleCard.HERO in self.view.hand
        return self.evaluation.forecast(force, stronghold, int(hero), self._walls(stronghold))

    def _walls(self, stronghold: str) -> int:
        """Return how many Fortifications to expect at a stronghold.

        These are the Fortifications seen in the owner's hand, or one if an unseen hand has two or
        more cards; a Fortification already in play (CAS-5) is added.
        """
        seat = self.position.strongholds[stronghold]
        standing = int(seat in self.view.fortified)
        if seat in self.view.seen:
            return standing + self.view.seen[seat].count(BattleCard.FORTIFICATION)
        return standing + int(self.position.players[seat].cards > 1)

    def support(self, target: str, source: str, force: Callable[[str], int]) -> int:
        """Return the total force of the captain's territories, except `source`, beside a target."""
        position = self.position
        return sum(
            force(near)
            for near in position.territories[target].neighbours
            if near != source
            and position.owner[near] == position.seat
            and position.is_target(near, target)
        )

    def _balance(self, target: str, killed: float, lost: float) -> float:
        """Return the value of killing `killed` armies on a territory and losing `lost`."""
        rivalry = self.evaluation.rivalry(self.position.owner[target])
        return self.evaluation.price * (rivalry * killed - lost)

    # Strongholds further on

    def _beyond(self, name: str, force: float, source: str, battles: int) -> float:
        """Return what a force that captures a territory could gain from strongholds beyond it."""
        if force < self._weakest_stronghold:
            return 0.0
        position, best = self.position, 0.0
        for near in position.territories[name].neighbours:
            if near == source or not position.is_target(name, near):
                continue
            if near in position.strongholds:
                chance, lost, _ = self.storm(
                    force + self.support(near, source, position.force), near
                )
                if chance >= self.boldness:
                    gain = chance * self.evaluation.worth(near) - self.evaluation.price * lost
                    best = max(best, gain)
            elif battles > 1:
                left = force - COST_OF_PASSING * position.armies[near] - 1
                best = max(best, self._beyond(near, left, source, battles - 1))
        return FAR_SIGHT * best

    @cached_property
    def _weakest_stronghold(self) -> float:
        position = self.position
        return min(
            (
                position.armies[name]
                for name, seat in position.strongholds.items()
                if seat != position.seat and seat not in position.spared
            ),
            default=float("inf"),
        )

    # By fleet

    def _voyages(self, source: str, force: int) -> Iterator[PossibleAttack]:
        """Yield the voyages that are worth a Fleet card, though the attack cannot be stopped."""
        position = self.position
        for target in self.view.voyages(source):
            if position.is_target(source, target):
                worth = self.evaluation.worth(target)
                possible = None
                if target in position.strongholds:
                    possible = self._storming(source, target, force, worth, fleet=True)
                elif worth >= WORTH_A_FLEET:
                    possible = self._landing(source, target, force, worth)
                if possible is not None:
                    yield possible

    def _landing(self, source: str, target: str, force: int, worth: float) -> PossibleAttack | None:
        chance, lost, killed = self.evaluation.forecast(force, target)
        if chance < self.boldness or target in self.position.territories[source].neighbours:
            return None
        gain = chance * worth + self._balance(target, killed, lost) - 2 * THIN_LINES
        return PossibleAttack(gain, source, target, force, lost, worth, fleet=True)
