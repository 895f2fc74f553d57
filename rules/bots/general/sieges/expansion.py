"""Which land to take from opponents that only defend, and from where: trees of attacks.

Armies move only by capturing, so the cheapest way to take several territories is a forest: every
tree begins on a territory of the seat, and every further territory is attacked from the one before
it. A fleet attacks across the sea.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from math import ceil, sqrt

from rules.bots.position import Position
from rules.bots.weights import WarWeights
from rules.cards import BattleCard

BY_SEA = 0.5
"""The cost of an attack by fleet, in armies, beyond that of an attack by land."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack in a forest, from one territory on the next."""

    source: str
    target: str
    fleet: bool


@dataclass(slots=True)
class Forest:
    """A forest of attacks; `cost` maps each target to the armies lost on it and left in it."""

    attacks: dict[str, Attack] = field(default_factory=dict)
    cost: dict[str, float] = field(default_factory=dict)
    root: dict[str, str] = field(default_factory=dict)

    def demand(self, name: str) -> float:
        """Return the armies that the attacks from a territory and all following attacks cost."""
        return sum(self.cost[onward] + self.demand(onward) for onward in self.onward(name))

    def onward(self, name: str) -> list[str]:
        """Return the territories attacked from a territory."""
        return [attack.target for attack in self.attacks.values() if attack.source == name]

    def size(self, name: str) -> int:
        """Return the number of attacks from a territory and from those captured from it."""
        return sum(1 + self.size(onward) for onward in self.onward(name))


class Expansion:
    """The land that a seat could take, with `spare` armies on its territories.

    Each of the `goals`, in order of priority, is (territories, whether all of them are wanted
    rather than any one). `more` is the number of armies that can still be placed anywhere; if it is
    None, a tree may cost at most the spare armies of its root.
    """

    def __init__(
        self,
        position: Position,
        weights: WarWeights,
        goals: Iterable[tuple[frozenset[str], bool]],
        spare: Mapping[str, int],
        more: int | None = None,
    ) -> None:
        self._position = position
        self._weights = weights
        self._spare = spare
        self._more = more
        self._voyages: dict[str, Sequence[str]] = {}
        self._sails = BattleCard.FLEET in position.view.hand
        self.forest = Forest()
        for names, all_of_them in goals:
            self._add(names, all_of_them)

    def need(self, root: str) -> int:
        """Return how many armies to commit to the attacks from a territory."""
        size = self.forest.size(root)
        if not size:
            return 0
        return ceil(self.forest.demand(root) + self._weights.siege_luck * sqrt(size))

    @property
    def deficits(self) -> dict[str, int]:
        """The armies that each root lacks."""
        roots = dict.fromkeys(self.forest.root.values())
        needs = {root: self.need(root) - self._spare.get(root, 0) for root in roots}
        return {root: need for root, need in needs.items() if need > 0}

    def cost(self, name: str) -> float:
        """Return how many armies it costs to take and hold a territory."""
        armies = self._position.armies[name]
        return self._weights.siege_army * armies + self._weights.siege_territory

    def _add(self, names: frozenset[str], all_of_them: bool) -> None:
        """Add the cheapest attacks that take all of `names`, or any one unless `all_of_them`."""
        missing = names - self.forest.attacks.keys()
        if all_of_them or len(missing) == len(names):
            while missing and self._attach(missing) and all_of_them:
                missing = missing - self.forest.attacks.keys()

    def _attach(self, goal: frozenset[str]) -> bool:
        """Add the cheapest attacks that take one of the goals; return whether armies suffice."""
        path, forest = self._path(goal), self.forest
        if path is None:
            return False
        root = forest.root.get(path[0].source, path[0].source)
        for attack in path:
            forest.attacks[attack.target] = attack
            forest.cost[attack.target] = self.cost(attack.target) + BY_SEA * attack.fleet
            forest.root[attack.target] = root
        if self._more is None or sum(self.deficits.values()) <= self._more:
            return True
        for attack in path:
            del forest.attacks[attack.target], forest.cost[attack.target]
            del forest.root[attack.target]
        return False

    def _path(self, goal: frozenset[str]) -> list[Attack] | None:
        """Return the cheapest attacks to one of the goals, from own land or from the forest."""
        position, forest = self._position, self.forest
        number = {name: item.number for name, item in position.territories.items()}
        left = {
            root: armies - forest.demand(root) if self._more is None else float("inf")
            for root, armies in self._spare.items()
        }
        order = count()
        waiting: list[tuple[float, int, int, str, str, Attack | None]] = [
            (0.0 if armies else BY_SEA, number[root], next(order), root, root, None)
            for root, armies in self._spare.items()
            if armies or self._more is not None
        ]
        waiting += [
            (0.0, number[name], next(order), name, root, None) for name, root in forest.root.items()
        ]
        heapify(waiting)
        came: dict[str, Attack | None] = {}
        while waiting:
            toll, _, _, here, root, attack = heappop(waiting)
            if here in came or toll > left[root]:
                continue
            came[here] = attack
            if here in goal:
                return self._walked(here, came)
            for near, fleet in self._beyond(here):
                if near not in came and position.is_target(here, near):
                    after = toll + self.cost(near) + BY_SEA * fleet
                    onward = Attack(here, near, fleet)
                    heappush(waiting, (after, number[near], next(order), near, root, onward))
        return None

    def _beyond(self, name: str) -> Iterable[tuple[str, bool]]:
        """Yield (territory, whether by fleet) for each attack from a territory."""
        position = self._position
        for near in position.territories[name].neighbours:
            if near not in position.strongholds:
                yield near, False
        if self._sails and position.territories[name].seas:
            if name not in self._voyages:
                self._voyages[name] = tuple(position.view.voyages(name))
            for far in self._voyages[name]:
                if far not in position.strongholds:
                    yield far, True

    def _walked(self, name: str, came: Mapping[str, Attack | None]) -> list[Attack]:
        """Return the attacks that lead to a territory, in order."""
        path: list[Attack] = []
        attack = came[name]
        while attack is not None:
            path.append(attack)
            attack = came[attack.source]
        return path[::-1]
