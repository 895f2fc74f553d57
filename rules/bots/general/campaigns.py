"""Campaigns in a game without strongholds: goals, the route of an army to them, and their worth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.bots.general.evaluation import Evaluation
from rules.bots.judgement import forecast
from rules.model import NOBODY, Model

PASSING = 0.85
"""The armies lost per army killed on the way, mostly by small garrisons."""
LEAST_CHANCE = 0.4
MOST_STEPS = 14
MOST_STACKS = 7
LEAST_STACK = 3
STRETCH = 1.15
"""Goals that cost up to this many times the force are looked at."""
WON = 1.0
FIRST_MOVE_IN = 3


@dataclass(frozen=True, slots=True)
class Campaign:
    """A route: its first attack, and the share of all strength that the seat can expect of it."""

    value: float
    source: int
    target: int
    losses: float


def pressure(model: Model, place: int) -> float:
    """Return the largest force of one opponent beside a territory."""
    forces = [0.0] * len(model.totals)
    for near in model.layout.near[place]:
        if model.owner[near] not in (model.owner[place], NOBODY):
            forces[model.owner[near]] += model.armies[near] - 1
    return max(forces)


class Campaigns:
    """The campaigns one seat could fight in a model."""

    def __init__(
        self, model: Model, evaluation: Evaluation, dice: int, spared: frozenset[int]
    ) -> None:
        self.model = model
        self.seat = evaluation.seat
        self._evaluation = evaluation
        self._dice = dice
        self._spared = spared

    def worth(self, model: Model) -> float:
        """Return the share of all strength that a position gives the seat."""
        if self._evaluation.is_won(model):
            return WON
        own, total = self._evaluation.weigh(model)
        return own / total

    def keep(self, model: Model, place: int) -> int:
        """Return how many armies stay in a territory that attacks."""
        if model.headquarters[self.seat] != place:
            return 1
        return max(1, round(pressure(model, place)))

    # The best campaign

    def best(self, starts: Iterable[int] | None = None) -> Campaign | None:
        """Return the most valuable campaign from some of the territories, or from any."""
        found = [
            campaign
            for start in (self._stacks() if starts is None else starts)
            for goal in self._goals(start)
            if (campaign := self._follow(start, goal)) is not None
        ]
        return max(found, key=lambda campaign: campaign.value, default=None)

    def _stacks(self) -> list[int]:
        """Return the fronts from which an army may set out, the largest first."""
        model = self.model
        fronts = [
            place
            for place, owner in enumerate(model.owner)
            if owner == self.seat and model.armies[place] >= 2 and model.is_front(place)
        ]
        fronts.sort(key=lambda place: -model.armies[place])
        large = [place for place in fronts if model.armies[place] >= LEAST_STACK]
        return (large or fronts)[:MOST_STACKS]

    def _is_target(self, model: Model, place: int) -> bool:
        owner = model.owner[place]
        return owner != self.seat and owner not in self._spared and model.armies[place] > 0

    # Goals

    def _goals(self, start: int) -> Iterator[frozenset[int]]:
        """Yield sets of territories worth conquering together from a territory."""
        model = self.model
        force = model.armies[start] - self.keep(model, start)
        if force < 1:
            return
        tolls = self._tolls(start, STRETCH * force + 1)
        goals = {
            frozenset((near,)) for near in model.layout.near[start] if self._is_target(model, near)
        }
        for group in self._groups():
            reached = [tolls[place] for place in group if place in tolls]
            cost = sum([PASSING * model.armies[place] + 1 for place in group])
            if reached and min(reached) + cost <= STRETCH * force + self._aid(group, start):
                goals.add(group)
        yield from sorted(goals, key=sorted)

    def _groups(self) -> Iterator[frozenset[int]]:
        """Yield goals: a continent's rest, a border of an enemy continent, a weak player, an HQ."""
        model, layout, seats = self.model, self.model.layout, len(self.model.totals)
        for region, size, _ in layout.bonuses:
            missing = [p for p in layout.members[region] if model.owner[p] != self.seat]
            if missing and all(self._is_target(model, place) for place in missing):
                yield frozenset(missing)
            owner = model.owner[layout.members[region][0]]
            if owner >= 0 and model.shares[region * seats + owner] == size and missing:
                yield from (frozenset((place,)) for place in layout.borders[region])
        for seat in model.alive:
            if seat != self.seat and seat not in self._spared and model.held[seat] <= MOST_STEPS:
                yield frozenset(p for p, owner in enumerate(model.owner) if owner == seat)
        for place in model.headquarters:
            if place >= 0 and self._is_target(model, place):
                yield frozenset((place,))

    def _aid(self, group: frozenset[int], start: int) -> float:
        """Return the armies beside a group that can help."""
        model, aid = self.model, 0.0
        beside = {near for place in group for near in model.layout.near[place]}
        for place in beside:
            if model.owner[place] == self.seat and place != start:
                aid += model.armies[place] - 1
        return aid

    def _tolls(self, start: int, limit: float) -> dict[int, float]:
        """Return the cost in armies of reaching a neighbour of each territory, up to a limit."""
        model, tolls = self.model, dict[int, float]()
        waiting = [(0.0, start)]
        while waiting:
            toll, here = heappop(waiting)
            if here in tolls:
                continue
            tolls[here] = toll
            after = toll if here == start else toll + PASSING * model.armies[here] + 1
            if after <= limit:
                for near in model.layout.near[here]:
                    if near not in tolls and self._is_target(model, near):
                        heappush(waiting, (after, near))
        return tolls

    # Routes

    def _follow(self, start: int, goal: frozenset[int]) -> Campaign | None:
        """Conquer a goal in the model, step by step; return the campaign with its value."""
        model, left = self.model.copy(), set(goal)
        ends: list[tuple[float, float, float]] = []
        head, first, losses = start, None, 0.0
        while left and len(ends) < MOST_STEPS:
            step = self._next(model, head, left)
            if step is None:
                break
            chance, lost = self._fight(model, step, left, ends)
            if chance < LEAST_CHANCE:
                break
            if first is None:
                first, losses = step, lost
            head = step[1]
        if first is None:
            return None
        value = 0.0
        for chance, won, lost in reversed(ends):
            value = chance * max(won, value) + (1 - chance) * lost
        return Campaign(value, *first, losses)

    def _fight(
        self,
        model: Model,
        step: tuple[int, int],
        left: set[int],
        ends: list[tuple[float, float, float]],
    ) -> tuple[float, float]:
        """Fight one attack in the model; add (chance, worth if won, if lost) to the ends."""
        source, target = step
        force = model.armies[source] - self.keep(model, source)
        defenders = model.armies[target]
        chance, lost, killed = forecast(int(force), round(defenders), self._dice, 0, 0, 0)
        if chance < LEAST_CHANCE:
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
        """Capture a territory; leave behind what other goals beside the source need."""
        model.place(source, -cost)
        near = model.layout.near
        others = [p for p in near[source] if p in left and p != target and p not in near[target]]
        staying = sum([PASSING * model.armies[place] + 1 for place in others])
        least = min(FIRST_MOVE_IN, force)
        has_onward = any(place in left and place != target for place in near[target])
        moving = force if not others else least
        if others and has_onward:
            moving = max(least, force - staying)
        model.capture(source, target, moving)

    def _next(self, model: Model, head: int, left: set[int]) -> tuple[int, int] | None:
        """Return the next attack: from the head, from another force beside the goal, or a way."""
        for source in (head, *self._helpers(model, left)):
            if model.armies[source] - self.keep(model, source) < 1:
                continue
            targets = [place for place in model.layout.near[source] if place in left]
            if targets:
                return source, min(targets, key=lambda place: self._openness(model, place, left))
        return self._way(model, head, left)

    def _openness(self, model: Model, place: int, left: set[int]) -> tuple[int, float, int]:
        """Return the sort key of a goal: dead ends first, then small garrisons."""
        beside = sum([near in left for near in model.layout.near[place]])
        return beside, model.armies[place], place

    def _helpers(self, model: Model, left: set[int]) -> list[int]:
        """Return other territories of the seat beside the goal, the strongest first."""
        beside = {near for place in left for near in model.layout.near[place]}
        helpers = [p for p in beside if model.owner[p] == self.seat and model.armies[p] > 2]
        return sorted(helpers, key=lambda place: (-model.armies[place], place))

    def _way(self, model: Model, head: int, left: set[int]) -> tuple[int, int] | None:
        """Return the first step, as (source, target), of the cheapest way to a goal further off."""
        if model.armies[head] - self.keep(model, head) < 1:
            return None
        waiting: list[tuple[float, int, int]] = []
        for near in model.layout.near[head]:
            if self._is_target(model, near):
                heappush(waiting, (PASSING * model.armies[near] + 1, near, near))
        seen = set[int]()
        while waiting:
            toll, here, first = heappop(waiting)
            if here in left:
                return head, first
            if here in seen:
                continue
            seen.add(here)
            for near in model.layout.near[here]:
                if near not in seen and self._is_target(model, near):
                    heappush(waiting, (toll + PASSING * model.armies[near] + 1, near, first))
        return None
