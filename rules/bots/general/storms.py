"""Storms: an enemy stronghold taken over any number of steps, by land or by fleet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import sqrt

from rules.bots.campaign import LEAST_FLEET, THIN_LINES, Campaign, PossibleAttack
from rules.bots.general.dangers import Dangers
from rules.bots.position import COST_OF_PASSING, Position
from rules.cards import BattleCard
from rules.moves import Reveal
from rules.questions import DecisionKind
from rules.view import View

ON_THE_WAY = 3.0
"""The worth of a territory on the way: too little for a Hero, who would be lost there."""
FIRST_BOLDNESS, LAST_BOLDNESS, PATIENCE = 0.55, 0.45, 0.003
SPREAD = 0.8
"""The variance of the losses on the way, per army lost."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A way to a stronghold, with the chance to take it and the expected gain in armies."""

    score: float
    chance: float
    source: str
    first: str
    stronghold: str
    force: int
    losses: float
    fleet: bool = False


class Storms:
    """The storms one seat could begin, if some territories had more armies."""

    def __init__(self, campaign: Campaign, extra: Mapping[str, int] | None = None) -> None:
        self.campaign = campaign
        self.position = campaign.position
        self._extra = extra or {}

    @cached_property
    def boldness(self) -> float:
        """The least chance of a storm, which falls with every round."""
        return max(LAST_BOLDNESS, FIRST_BOLDNESS - PATIENCE * self.position.view.round)

    @cached_property
    def best(self) -> Storm | None:
        """The storm with the highest expected gain, if its chance is high enough."""
        storms = (storm for storm in self.possible() if storm.chance >= self.boldness)
        best = max(storms, key=lambda storm: storm.score, default=None)
        return best if best is not None and best.score > 0 else None

    def possible(self, more: int = 0) -> Iterator[Storm]:
        """Yield the storms from every territory, each as if it had `more` armies."""
        position = self.position
        for stronghold, seat in position.strongholds.items():
            if seat != position.seat and seat not in position.spared:
                yield from self._against(stronghold, more)

    def _against(self, stronghold: str, more: int) -> Iterator[Storm]:
        position = self.position
        for source, (toll, first) in self._ways[stronghold].items():
            force = self._force(source) + more
            if force - toll >= 1:
                yield self._storm(source, first, stronghold, force, toll)
        if BattleCard.FLEET in position.view.hand:
            for source in self._ports[stronghold]:
                force = self._force(source) + more
                if force >= LEAST_FLEET:
                    yield self._storm(source, stronghold, stronghold, force, 0.0, fleet=True)

    @cached_property
    def _hidden(self) -> dict[str, int]:
        """The hidden armies that could come out in a storm, now or at its beginning."""
        view, size = self.position.view, self.position.view.hidden_size
        is_now = view.open_decision.kind is DecisionKind.ATTACKS
        return {
            name: size
            for name in (view.hidden if size else ())
            if not is_now or view.why_not(Reveal(name)) is None
        }

    @cached_property
    def _ports(self) -> dict[str, list[str]]:
        """The own territories from which a fleet reaches each enemy stronghold."""
        position, ports = self.position, {name: list[str]() for name in self.position.strongholds}
        for source in position.mine:
            if position.territories[source].seas:
                for target in position.view.voyages(source):
                    if target in ports and position.is_target(source, target):
                        ports[target].append(source)
        return ports

    def _force(self, source: str) -> int:
        """Return the armies that can leave a territory for a storm."""
        position = self.position
        armies = position.armies[source] + self._extra.get(source, 0)
        armies += self._hidden.get(source, 0)
        return max(0, armies - self._keep(source))

    def _keep(self, source: str) -> int:
        """Return how many armies stay behind: one at home, too, if a storm ends a duel."""
        is_duel = len(self.position.players) == 2
        return 1 if is_duel else self.position.keep(source)

    def _storm(
        self,
        source: str,
        first: str,
        stronghold: str,
        force: int,
        toll: float,
        fleet: bool = False,
    ) -> Storm:
        judgement = self.campaign.judgement
        aid = self._aid(stronghold, source)
        arriving = force - toll + aid
        chance, lost, killed = self._outcome(arriving, toll, stronghold)
        share = toll + lost * max(0.0, force - toll) / max(1.0, arriving)
        balance = judgement.rivalry(self.position.strongholds[stronghold]) * killed - share
        worth = judgement.worth(stronghold)
        score = chance * worth + judgement.price * balance - THIN_LINES * (1 + fleet * 2)
        return Storm(score, chance, source, first, stronghold, force, share, fleet)

    def _outcome(self, arriving: float, toll: float, stronghold: str) -> tuple[float, float, float]:
        """Return (chance, armies lost, killed), averaged over the losses on the way."""
        if not toll:
            return self.campaign.storm(arriving, stronghold)
        spread = sqrt(SPREAD * toll)
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

    def _aid(self, stronghold: str, source: str) -> int:
        """Return the armies in other territories beside a stronghold."""
        position = self.position
        return sum(
            self._force(near)
            for near in position.territories[stronghold].neighbours
            if near != source
            and position.owner[near] == position.seat
            and position.is_target(near, stronghold)
        )

    # Ways

    @cached_property
    def _ways(self) -> dict[str, dict[str, tuple[float, str]]]:
        return {
            stronghold: dict(ways_to(self.position, stronghold))
            for stronghold, seat in self.position.strongholds.items()
            if seat != self.position.seat and seat not in self.position.spared
        }


def ways_to(position: Position, stronghold: str) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield each own territory with a way to a stronghold: (the toll, the first step)."""
    most = max(position.armies[name] for name in position.mine) + 80
    waiting = [(0.0, 0, stronghold, stronghold)]
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
        if here != stronghold:
            after += COST_OF_PASSING * position.armies[here] + 1
        if after > most:
            continue
        for near in position.territories[here].neighbours:
            if near in seen or (near in position.strongholds and near != position.own):
                continue
            if position.is_target(near, here):
                heappush(waiting, (after, position.territories[near].number, near, here))


class Front(Position):
    """A position with a garrison that fits the danger, from which a storm may take armies."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.kept: dict[str, int] = {}

    @cached_property
    def dangers(self) -> Dangers:
        """The dangers to the seat's stronghold."""
        return Dangers(self)

    @cached_property
    def garrison(self) -> int:
        """The garrison with a tolerable danger."""
        return self.dangers.garrison

    def keep(self, name: str) -> int:
        """Return how many armies stay on a territory when it attacks."""
        return self.kept[name] if name in self.kept else super().keep(name)


class Warfare(Campaign):
    """A captain's campaign in which a storm over any number of steps comes first."""

    def __init__(self, view: View) -> None:
        self.front = Front(view)
        super().__init__(self.front)

    @cached_property
    def storms(self) -> Storms:
        """The storms possible with the armies on the board."""
        return Storms(self)

    @cached_property
    def best_attack(self) -> PossibleAttack | None:
        """The first step of the best storm, or what a captain would attack."""
        storm = self.best_storm
        return super().best_attack if storm is None else self._first_step(storm)

    @cached_property
    def best_storm(self) -> Storm | None:
        """The best storm, if it is worth more than any attack of a captain."""
        storm, usual = self.storms.best, super().best_attack
        if storm is None or (usual is not None and usual.score > storm.score):
            return None
        return storm

    def _first_step(self, storm: Storm) -> PossibleAttack:
        worth, losses, source = ON_THE_WAY, storm.losses, storm.source
        force = min(storm.force, self.position.armies[source] - 1)
        if storm.first == storm.stronghold:
            worth = self.judgement.worth(storm.stronghold)
        else:
            _, losses, _ = self.judgement.forecast(storm.force, storm.first)
        self.front.kept[source] = self.position.armies[source] - force
        return PossibleAttack(storm.score, source, storm.first, force, losses, worth, storm.fleet)
