"""The route of a force to its goals in a game without strongholds, and its value."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.bots.evaluation import forecast
from rules.bots.general.characters import PLAIN, Character
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.fortress import garrison
from rules.model import Model

MOST_STEPS = 14
LEAST_STACK = 3
MOST_RESERVES = 2
WON = 1.0
FIRST_MOVE_IN = 3


@dataclass(frozen=True, slots=True)
class Route:
    """A route: its first attack, and the share of all strength that the seat can expect from it."""

    value: float
    source: int
    target: int
    losses: float
    keep: int
    chance: float = 0.0
    goal: frozenset[int] = frozenset()


class Routes:
    """The routes that a seat could take in a model."""

    def __init__(
        self,
        model: Model,
        evaluation: Evaluation,
        dice: int,
        spared: frozenset[int],
        character: Character = PLAIN,
    ) -> None:
        self.model = model
        self.seat = evaluation.seat
        self._evaluation = evaluation
        self.weights = evaluation.weights
        self.dice = dice
        self._spared = spared
        self._character = character
        walls = garrison(model, self.seat, self.weights)
        self._garrison = max(1, round(character.walls * walls))
        self.is_sweeping = False

    def worth(self, model: Model) -> float:
        """Return the seat's share of all strength in a position."""
        if self._evaluation.is_won(model):
            return WON
        own, total = self._evaluation.weigh(model)
        return own / total

    def preference(self, route: Route) -> float:
        """Return the value of a route, adjusted for the character's taste in opponents."""
        model = self.model
        strength = {seat: model.totals[seat] for seat in model.alive}
        appeals = [self._character.appeal(strength, model.owner[place]) for place in route.goal]
        return route.value * (1 + max(appeals))

    def is_worthwhile(self, route: Route) -> bool:
        """Return whether a route gains enough, compared with not attacking."""
        least = 1 + self.weights.least_gain + self._character.campaign
        return self.preference(route) >= least * self.worth(self.model)

    def keep(self, model: Model, place: int) -> int:
        """Return how many armies stay on a territory when it attacks."""
        if model.headquarters[self.seat] != place or self.is_sweeping:
            return 1
        return self._garrison

    def is_target(self, model: Model, place: int) -> bool:
        """Return whether the seat may attack a territory if it can reach it."""
        owner = model.owner[place]
        return owner != self.seat and owner not in self._spared and model.armies[place] > 0

    def toll(self, model: Model, place: int) -> float:
        """Return how many armies it costs to conquer a territory on the way."""
        return self.weights.passing * model.armies[place] + 1

    def follow(
        self, start: int, stages: Sequence[frozenset[int]], most: int = MOST_STEPS
    ) -> Route | None:
        """Simulate conquering the goals of each stage in turn; None if no attack is promising."""
        model, waiting = self.model.copy(), list(reversed(stages))
        goal, left = frozenset[int]().union(*stages), set(waiting.pop())
        ends: list[tuple[float, float, float]] = []
        head, first, losses = start, None, 0.0
        while len(ends) < most:
            left = {place for place in left if model.owner[place] != self.seat}
            while not left and waiting:
                left = set(waiting.pop())
            if not left:
                break
            step = self._next(model, head, left)
            if step is None:
                break
            chance, lost = self._fight(model, step, left, ends)
            if chance < self.weights.least_chance:
                break
            if first is None:
                first, losses = step, lost
            head = step[1]
        if first is None:
            return None
        value, sure = 0.0, 1.0
        for chance, won, lost in reversed(ends):
            value = chance * max(won, value) + (1 - chance) * lost
            sure *= chance
        if left or waiting:
            sure = 0.0
        return Route(value, *first, losses, self.keep(self.model, first[0]), sure, goal)

    def _fight(
        self,
        model: Model,
        step: tuple[int, int],
        left: set[int],
        ends: list[tuple[float, float, float]],
    ) -> tuple[float, float]:
        """Simulate one attack; append (chance, value if won, value if lost) to `ends`.

        Return (chance, armies lost).
        """
        source, target = step
        force = model.armies[source] - self.keep(model, source)
        defenders = model.armies[target]
        chance, lost, killed = forecast(int(force), round(defenders), self.dice, 0, 0, 0)
        if chance < self.weights.least_chance:
            return chance, lost
        own, total = self._evaluation.weigh(model)
        fallen = max(0.0, (killed - chance * defenders) / max(0.01, 1 - chance))
        on_loss = max(1.0, own - force) / max(2.0, total - force - fallen)
        cost = max(0.0, (lost - (1 - chance) * force) / chance)
        model.place(target, -defenders)
        self._move_in(model, source, target, force - cost, left, cost)
        left.discard(target)
        ends.append((chance, self.worth(model), on_loss))
        return chance, lost

    def _move_in(
        self, model: Model, source: int, target: int, force: float, left: set[int], cost: float
    ) -> None:
        """Capture a territory, leaving enough armies to attack other goals next to the source."""
        model.place(source, -cost)
        near = model.layout.near
        others = [p for p in near[source] if p in left and p != target and p not in near[target]]
        staying = sum([self.toll(model, place) for place in others])
        least = min(FIRST_MOVE_IN, force)
        has_onward = any(place in left and place != target for place in near[target])
        moving = force if not others else least
        if others and has_onward:
            moving = max(least, force - staying)
        model.capture(source, target, moving)

    def _next(self, model: Model, head: int, left: set[int]) -> tuple[int, int] | None:
        """Return the next attack as (source, target): on a goal if possible, else towards one.

        The head of the route attacks if it can, otherwise another force next to a goal.
        """
        for source in (head, *self._helpers(model, left)):
            if model.armies[source] - self.keep(model, source) < 1:
                continue
            targets = [place for place in model.layout.near[source] if place in left]
            if targets:
                return source, min(targets, key=lambda place: self._openness(model, place, left))
        for source in (head, *self._reserves(model, head)):
            way = self._way(model, source, left)
            if way is not None:
                return way
        return None

    def _reserves(self, model: Model, head: int) -> list[int]:
        """Return the largest other stacks, which continue a sweep if its head cannot."""
        if not self.is_sweeping:
            return []
        fronts = [
            place
            for place, owner in enumerate(model.owner)
            if owner == self.seat and place != head and model.armies[place] > LEAST_STACK
        ]
        return sorted(fronts, key=lambda place: -model.armies[place])[:MOST_RESERVES]

    def _openness(self, model: Model, place: int, left: set[int]) -> tuple[int, float, int]:
        """Return the sort key of goals: dead ends first, then small garrisons."""
        beside = sum([near in left for near in model.layout.near[place]])
        return beside, model.armies[place], place

    def _helpers(self, model: Model, left: set[int]) -> list[int]:
        """Return the seat's territories next to a goal, strongest first."""
        beside = {near for place in left for near in model.layout.near[place]}
        helpers = [p for p in beside if model.owner[p] == self.seat and model.armies[p] > 2]
        return sorted(helpers, key=lambda place: (-model.armies[place], place))

    def _way(self, model: Model, head: int, left: set[int]) -> tuple[int, int] | None:
        """Return the first attack, as (source, target), on the cheapest path to a distant goal."""
        if model.armies[head] - self.keep(model, head) < 1:
            return None
        waiting: list[tuple[float, int, int]] = []
        for near in model.layout.near[head]:
            if self.is_target(model, near):
                heappush(waiting, (self.toll(model, near), near, near))
        seen = set[int]()
        while waiting:
            toll, here, first = heappop(waiting)
            if here in left:
                return head, first
            if here in seen:
                continue
            seen.add(here)
            for near in model.layout.near[here]:
                if near not in seen and self.is_target(model, near):
                    heappush(waiting, (toll + self.toll(model, near), near, first))
        return None
