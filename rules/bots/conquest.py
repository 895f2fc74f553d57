"""The captain's evaluation in games without strongholds: continents, cards, headquarters, odds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.bots.evaluation import forecast
from rules.bots.position import Position
from rules.errors import required
from rules.view import View

TURNS = 4
"""The number of turns for which a captain counts on the bonus of a continent."""
FOOTHOLD = 0.4
BREAKING = 1.2
"""The value of breaking an opponent's continent, as a share of its bonus."""
HEADQUARTERS, WIN = 7.0, 1000.0
BOLDNESS = 0.55
"""The minimum chance to win for an attack by a captain."""
LEAST_GAIN = 0.3
THIN_LINES = 0.5
LOST, KILLED = 0.55, 0.4
"""The value of a lost army: the captain's own, and an opponent's."""
IMPATIENCE = 0.004
"""The increase in value of an opponent's lost army per round, so that every game ends."""


@dataclass(frozen=True, slots=True)
class LandAttack:
    """A possible attack, with its expected gain and losses in armies."""

    score: float
    source: str
    target: str
    losses: float


class Conquest:
    """One seat's evaluation of a position, read from its view once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.position = Position(view)
        self.seat = self.position.seat
        self.owner, self.armies = self.position.owner, self.position.armies
        self.territories = view.board.territories
        self.headquarters = view.headquarters
        self.sets = required(view.sets, "territory cards")

    # Continents

    @cached_property
    def borders(self) -> dict[str, int]:
        """The number of border territories of each continent."""
        return {
            group.id: sum(self._is_border(name) for name in group.territories)
            for group in self.view.board.continents
        }

    def _is_border(self, name: str) -> bool:
        group = self.territories[name].empire
        return any(
            self.territories[near].empire != group for near in self.territories[name].neighbours
        )

    @cached_property
    def held(self) -> dict[str, Counter[int | None]]:
        """The number of territories held, by continent, then by seat."""
        return {
            group.id: Counter(self.owner[name] for name in group.territories)
            for group in self.view.board.continents
        }

    def hope(self, name: str) -> float:
        """Return how much a territory helps to complete its continent, in armies."""
        group = self.view.board.groups[self.territories[name].empire]
        size, held = len(group.territories), self.held[group.id][self.seat]
        ease = 2.0 / (1.0 + self.borders[group.id])
        return TURNS * group.bonus * ease * (((held + 1) / size) ** 3 - (held / size) ** 3)

    def is_whole(self, name: str, seat: int | None) -> bool:
        """Return whether a seat holds all of a territory's continent."""
        group = self.view.board.groups[self.territories[name].empire]
        return self.held[group.id][seat] == len(group.territories)

    # The value of a territory

    def worth(self, name: str) -> float:
        """Return the value of capturing a territory."""
        owner = self.owner[name]
        worth = FOOTHOLD + self.hope(name) + self._headquarters(name)
        if not self.sets.captured:
            worth += self._card
        if owner is not None and self.is_whole(name, owner):
            worth += BREAKING * self.view.board.groups[self.territories[name].empire].bonus
        return worth + self._fall_of(owner)

    @cached_property
    def _card(self) -> float:
        return self.sets.value / 3

    def _fall_of(self, seat: int | None) -> float:
        """Return the extra value of capturing from a nearly eliminated player: cards or victory."""
        left = self._territories_of[seat]
        if seat is None or left > 2:
            return 0.0
        if len(self.position.players) == 2:
            return WIN / left
        return self._card * self.sets.counts[seat] / left

    @cached_property
    def _territories_of(self) -> Counter[int | None]:
        return Counter(self.owner.values())

    def _headquarters(self, name: str) -> float:
        """Return the extra value of a territory that is a headquarters (CLA-6)."""
        if name not in self.headquarters.values():
            return 0.0
        held = sum(self.owner[each] == self.seat for each in self.headquarters.values())
        missing = self.view.winning_number - held
        own = self.headquarters[self.seat]
        wins = missing <= 1 and (name == own or self.owner[own] == self.seat)
        return WIN if wins else HEADQUARTERS

    # Attacks

    def keep(self, name: str) -> int:
        """Return how many armies stay on one of the captain's territories when it attacks."""
        if self.headquarters.get(self.seat) != name:
            return 1
        return max(1, self.pressure(name))

    def pressure(self, name: str) -> int:
        """Return the largest force of one opponent beside a territory."""
        beside: Counter[int] = Counter()
        for near in self.territories[name].neighbours:
            owner = self.owner[near]
            if owner is not None and owner != self.seat:
                beside[owner] += self.armies[near] - 1
        return max(beside.values(), default=0)

    def possible_attacks(self, source: str, more: int = 0) -> Iterator[LandAttack]:
        """Yield the promising attacks from a territory, as if it had `more` extra armies."""
        force = self.armies[source] + more - self.keep(source)
        if force < 1:
            return
        rules = self.view.ruleset
        for target in self.position.targets(source):
            odds = forecast(force, self.armies[target], rules.attack_dice, 0, 0, 0)
            chance, lost, killed = odds
            worth = self.worth(target)
            if chance >= BOLDNESS or (worth >= WIN and force > 1):
                score = chance * worth + self._killed * killed - LOST * lost - THIN_LINES
                yield LandAttack(score, source, target, lost)

    @cached_property
    def _killed(self) -> float:
        if len(self.position.players) == 2:
            return LOST
        return min(LOST, KILLED + IMPATIENCE * self.view.round)

    @cached_property
    def best_attack(self) -> LandAttack | None:
        """The most valuable attack; None if none is worthwhile."""
        possible_attacks = (
            item for source in self.position.mine for item in self.possible_attacks(source)
        )
        best = max(possible_attacks, key=lambda item: item.score, default=None)
        return best if best is not None and best.score > LEAST_GAIN else None

    def outlook(self, source: str, more: int = 0) -> float:
        """Return the value of the best attack from a territory, 0 or more."""
        return max((item.score for item in self.possible_attacks(source, more)), default=0.0)

    # Where armies are needed

    def need(self, name: str) -> float:
        """Return how many armies one of the captain's territories lacks against its neighbours."""
        guarded = name in self.headquarters.values() or self.is_whole(name, self.seat)
        share = 1.0 if guarded else 0.4
        return share * self.pressure(name) - self.armies[name]

    def shelter(self, name: str) -> int:
        """Return a territory's armies minus its `pressure` and its number of enemy neighbours."""
        near = self.territories[name].neighbours
        borders = sum(self.owner[other] not in (self.seat, None) for other in near)
        return self.armies[name] - self.pressure(name) - borders

    def camp(self, places: Sequence[str]) -> str:
        """Return the territory with the best `shelter`."""
        return max(places, key=self.shelter)

    def staging(self, armies: int) -> str:
        """Return the front territory where new armies allow the best attack or are needed most."""
        fronts = [name for name in self.position.mine if self.position.is_front(name)]
        if not fronts:
            return self.position.mine[0]
        gain, best = max([(self.outlook(name, armies), name) for name in fronts])
        if gain > LEAST_GAIN:
            return best
        return max(fronts, key=lambda name: (self.need(name), self.hope(name)))
