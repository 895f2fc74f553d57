"""Campaigns in a game without strongholds: possible goals, and the best route to one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush

from rules.bots.general.fortress import sweeps
from rules.bots.general.routes import LEAST_STACK, MOST_STEPS, Route, Routes

MOST_STACKS = 7
SWEEP_STEPS = 24
SWEEPERS = 2
"""The number of stacks from which to search for winning sweeps."""


class Campaigns(Routes):
    """The campaigns that a seat could fight in a model."""

    def best(self, starts: Iterable[int] | None = None) -> Route | None:
        """Return the best campaign from one of `starts`, or from anywhere if `starts` is None."""
        found = [
            campaign
            for start in (self._stacks() if starts is None else starts)
            for goal in self._goals(start)
            if (campaign := self.follow(start, (goal,))) is not None
        ]
        found += self._winning_sweeps(starts)
        return max(found, key=self.preference, default=None)

    def best_sweep(self, starts: Iterable[int]) -> Route | None:
        """Return the campaign from one of `starts` that is most likely to win now, if any."""
        return max(self._winning_sweeps(starts), key=self.preference, default=None)

    def _winning_sweeps(self, starts: Iterable[int] | None) -> Iterator[Route]:
        """Yield the campaigns that capture every headquarters the seat still needs to win."""
        model = self.model
        orders = list(sweeps(model, self.seat, self._evaluation.winning_number))
        if not orders:
            return
        self.is_sweeping = True
        cost = sum([self.toll(model, place) for place in orders[0]])
        for start in self._stacks()[:SWEEPERS] if starts is None else starts:
            if model.armies[start] > cost:
                for order in orders:
                    stages = [frozenset((place,)) for place in order]
                    campaign = self.follow(start, stages, SWEEP_STEPS)
                    if campaign is not None and campaign.chance >= self.weights.least_sweep:
                        yield replace(campaign, value=campaign.chance, keep=1)
        self.is_sweeping = False

    def _stacks(self) -> list[int]:
        """Return the front territories a campaign may start from, largest armies first."""
        model = self.model
        fronts = [
            place
            for place, owner in enumerate(model.owner)
            if owner == self.seat and model.armies[place] >= 2 and model.is_front(place)
        ]
        fronts.sort(key=lambda place: -model.armies[place])
        large = [place for place in fronts if model.armies[place] >= LEAST_STACK]
        return (large or fronts)[:MOST_STACKS]

    # Goals

    def _goals(self, start: int) -> Iterator[frozenset[int]]:
        """Yield sets of territories that a force from `start` could usefully conquer together."""
        model = self.model
        force = model.armies[start] - self.keep(model, start)
        if force < 1:
            return
        tolls = self._tolls(start, self.weights.stretch * force + 1)
        goals = {
            frozenset((near,)) for near in model.layout.near[start] if self.is_target(model, near)
        }
        for group in self._groups():
            reached = [tolls[place] for place in group if place in tolls]
            cost = sum([self.toll(model, place) for place in group])
            within = self.weights.stretch * force + self._aid(group, start)
            if reached and min(reached) + cost <= within:
                goals.add(group)
        yield from sorted(goals, key=sorted)

    def _groups(self) -> Iterator[frozenset[int]]:
        """Yield sets of territories worth conquering.

        These are the rest of a continent, a border territory of an opponent's continent, all land
        of a weak player, and a headquarters.
        """
        model, layout, seats = self.model, self.model.layout, len(self.model.totals)
        for region, size, _ in layout.bonuses:
            missing = [p for p in layout.members[region] if model.owner[p] != self.seat]
            if missing and all(self.is_target(model, place) for place in missing):
                yield frozenset(missing)
            owner = model.owner[layout.members[region][0]]
            if owner >= 0 and model.shares[region * seats + owner] == size and missing:
                yield from (frozenset((place,)) for place in layout.borders[region])
        for seat in model.alive:
            if seat != self.seat and seat not in self._spared and model.held[seat] <= MOST_STEPS:
                yield frozenset(p for p, owner in enumerate(model.owner) if owner == seat)
        for place in model.headquarters:
            if place >= 0 and self.is_target(model, place):
                yield frozenset((place,))

    def _aid(self, group: frozenset[int], start: int) -> float:
        """Return how many armies can join a force from `start` in conquering a group."""
        model, aid = self.model, 0.0
        beside = {near for place in group for near in model.layout.near[place]}
        for place in beside:
            if model.owner[place] == self.seat and place != start:
                aid += model.armies[place] - 1
        return aid

    def _tolls(self, start: int, limit: float) -> dict[int, float]:
        """Return the armies lost on the way to each territory within reach of `limit` armies."""
        model, tolls = self.model, dict[int, float]()
        waiting = [(0.0, start)]
        while waiting:
            toll, here = heappop(waiting)
            if here in tolls:
                continue
            tolls[here] = toll
            after = toll if here == start else toll + self.toll(model, here)
            if after <= limit:
                for near in model.layout.near[here]:
                    if near not in tolls and self.is_target(model, near):
                        heappush(waiting, (after, near))
        return tolls
