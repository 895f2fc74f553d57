"""Storms: attacks on an enemy stronghold, over any number of territories or by fleet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import sqrt

from rules.bots.campaign import LEAST_FLEET, THIN_LINES, Campaign
from rules.bots.general.characters import PLAIN, Character
from rules.bots.general.prospects import Prospects
from rules.bots.position import COST_OF_PASSING, Position
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import Reveal
from rules.questions import DecisionKind


@dataclass(frozen=True, slots=True)
class Storm:
    """An attack on a stronghold: its gain in armies, its prospects, and its chance of success.

    `value` is the seat's expected share of all strength after the storm. `aid` is the number of
    armies that attack later from other territories; the chance includes them.
    """

    score: float
    value: float
    chance: float
    source: str
    first: str
    stronghold: str
    force: int
    losses: float
    fleet: bool = False
    aid: int = 0


class Storms:
    """The storms that a seat could begin; `extra` maps territories to assumed extra armies."""

    def __init__(
        self,
        campaign: Campaign,
        prospects: Prospects,
        weights: WarWeights,
        character: Character = PLAIN,
        extra: Mapping[str, int] | None = None,
    ) -> None:
        self.campaign = campaign
        self._character = character
        self.position = campaign.position
        self._extra = extra or {}
        self._prospects = prospects
        self._weights = weights

    @cached_property
    def best(self) -> Storm | None:
        """The storm with the best prospects, if it is better than not storming."""
        return self.best_of(self.possible())

    def best_of(self, storms: Iterable[Storm], more: int = 0) -> Storm | None:
        """Return the best of some storms if it beats keeping `more` extra armies at home."""
        best = max(storms, key=self.preference, default=None)
        if best is None or best.chance < self._weights.least_chance:
            return None
        least = (self._weights.margin + self._character.storm) * self._prospects.now(more)
        return best if self.preference(best) > least else None

    def preference(self, storm: Storm) -> float:
        """Return the value of a storm, adjusted for the character's taste in opponents."""
        seat = self.position.strongholds[storm.stronghold]
        return storm.value * (1 + self._character.appeal(self._prospects.strength, seat))

    def possible(self, more: int = 0) -> Iterator[Storm]:
        """Yield the possible storms; each source counts as having `more` extra armies."""
        position = self.position
        for stronghold, seat in position.strongholds.items():
            if seat != position.seat and seat not in position.spared:
                yield from self._against(stronghold, seat, more)

    def _against(self, stronghold: str, seat: int, more: int) -> Iterator[Storm]:
        position = self.position
        for source, (toll, first) in self._ways[stronghold].items():
            for kept in self._keeps(source, seat):
                force = self._armies(source) + more - kept
                if force - toll >= 1:
                    yield self._storm(source, first, stronghold, force, toll)
        if BattleCard.FLEET in position.view.hand:
            for source in self._ports[stronghold]:
                for kept in self._keeps(source, seat):
                    force = self._armies(source) + more - kept
                    if force >= LEAST_FLEET:
                        yield self._storm(source, stronghold, stronghold, force, 0.0, fleet=True)

    @cached_property
    def _hidden(self) -> dict[str, int]:
        """The hidden armies, by territory, that could be revealed before a storm."""
        view, size = self.position.view, self.position.view.hidden_size
        is_now = view.open_decision.kind is DecisionKind.ATTACKS
        return {
            name: size
            for name in (view.hidden if size else ())
            if not is_now or view.why_not(Reveal(name)) is None
        }

    @cached_property
    def _ports(self) -> dict[str, list[str]]:
        """For each enemy stronghold, the seat's territories from which a fleet can reach it."""
        position, ports = self.position, {name: list[str]() for name in self.position.strongholds}
        for source in position.mine:
            if position.territories[source].seas:
                for target in position.view.voyages(source):
                    if target in ports and position.is_target(source, target):
                        ports[target].append(source)
        return ports

    def _armies(self, source: str) -> int:
        """Return the armies on a territory when a storm begins."""
        armies = self.position.armies[source] + self._extra.get(source, 0)
        return armies + self._hidden.get(source, 0)

    def _force(self, source: str) -> int:
        """Return how many armies a territory could add to a storm from another territory."""
        return max(0, self._armies(source) - self.position.keep(source))

    def kept_for(self, source: str, seat: int) -> int:
        """Return the fewest armies that may stay on the source of a storm against a seat."""
        return self._prospects.kept_for(seat) if source == self.position.own else 1

    def _keeps(self, source: str, seat: int) -> set[int]:
        """Return the numbers of armies that could stay on the source of a storm against a seat."""
        own = {self.position.garrison} if source == self.position.own else set[int]()
        return own | {self.kept_for(source, seat)}

    def _storm(
        self,
        source: str,
        first: str,
        stronghold: str,
        force: int,
        toll: float,
        fleet: bool = False,
    ) -> Storm:
        evaluation = self.campaign.evaluation
        aid = self.campaign.support(stronghold, source, self._force)
        arriving = force - toll + aid
        chance, lost, killed = self._outcome(arriving, toll, stronghold)
        share = toll + lost * max(0.0, force - toll) / max(1.0, arriving)
        balance = evaluation.rivalry(self.position.strongholds[stronghold]) * killed - share
        worth = evaluation.worth(stronghold)
        score = chance * worth + evaluation.price * balance - THIN_LINES * (1 + fleet * 2)
        seat, own = self.position.strongholds[stronghold], self.position.stronghold
        garrison = self.position.armies[own] + self._extra.get(own, 0) - force * (source == own)
        value = self._prospects.of(seat, chance, garrison, share, killed, arriving)
        return Storm(score, value, chance, source, first, stronghold, force, share, fleet, aid)

    def _outcome(self, arriving: float, toll: float, stronghold: str) -> tuple[float, float, float]:
        """Return (chance, armies lost, armies killed), averaged over the losses on the way."""
        if not toll:
            return self.campaign.storm(arriving, stronghold)
        spread = sqrt(self._weights.spread * toll)
        results = [
            self.campaign.storm(max(0.0, arriving + sign * spread), stronghold)
            for sign in (-1.2, 0.0, 1.2)
        ]
        weights = (0.35, 0.3, 0.35)
        chance, lost, killed = (
            sum(weight * result[part] for weight, result in zip(weights, results, strict=True))
            for part in range(3)
        )
        return chance, lost, killed

    # Ways

    @cached_property
    def _ways(self) -> dict[str, dict[str, tuple[float, str]]]:
        return {
            stronghold: dict(ways_to(self.position, stronghold))
            for stronghold, seat in self.position.strongholds.items()
            if seat != self.position.seat and seat not in self.position.spared
        }


def ways_to(position: Position, *goals: str) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield (source, (toll, first step)) for each of the seat's territories that reaches a goal."""
    most = max(position.armies[name] for name in position.mine) + 80
    waiting = [(0.0, number, goal, goal) for number, goal in enumerate(goals)]
    seen = set[str]()
    while waiting:
        toll, _, here, step = heappop(waiting)
        if here in seen:
            continue
        seen.add(here)
        if position.owner[here] == position.seat:
            yield here, (toll, step)
            continue
        after = toll
        if here not in goals:
            after += COST_OF_PASSING * position.armies[here] + 1
        if after > most:
            continue
        for near in position.territories[here].neighbours:
            if near in seen or (near in position.strongholds and near != position.own):
                continue
            if position.is_target(near, here):
                heappush(waiting, (after, position.territories[near].number, near, here))
