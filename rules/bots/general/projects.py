"""What is worth conquering while all opponents only defend: land, then their strongholds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.bots.general.storms import ways_to
from rules.bots.position import COST_OF_STORMING, Position
from rules.moves import Control
from rules.view import View

AT_LARGE = 3
"""A passive player has at most this many armies to attack with outside the stronghold."""
HOME_GUARD = 3
PER_ARMY, PER_TERRITORY = 0.6, 1.0
"""The cost of conquering a territory, by its armies, and for the army that stays there."""


@dataclass(frozen=True, slots=True)
class Project:
    """Territories worth conquering together: the cost in armies, and the gain in armies a round.

    `purpose` is "break", "complete" or "stronghold".
    """

    purpose: str
    goals: frozenset[str]
    cost: float
    gain: float


@dataclass(frozen=True, slots=True)
class Approach:
    """The way of a force to the goals of a project; `toll` is its cost in armies."""

    source: str
    first: str
    toll: float
    force: int


def are_all_passive(view: View) -> bool:
    """Return whether all opponents only defend: stewards, or bots with all armies at home."""
    if view.round < 1:
        return False
    players = [player for player in view.players if not player.eliminated]
    for player in players:
        if player.seat == view.seat or player.control is Control.STEWARD:
            continue
        if player.person or player.stronghold is None:
            return False
        land = [name for name in view.held_by(player.seat) if name != player.stronghold]
        if sum(view.armies(name) - 1 for name in land) > AT_LARGE * (view.round > 1):
            return False
    return True


class Projects:
    """The projects of a seat, and the ways of its forces to them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.position = Position(view)

    @cached_property
    def all(self) -> list[Project]:
        """The projects: those that pay soonest first, then the strongholds."""
        land = sorted(self._land(), key=lambda project: project.cost / project.gain)
        return land + self.strongholds

    @cached_property
    def strongholds(self) -> list[Project]:
        """The sieges, the cheapest first; forces that are there already lower the cost."""
        position, (empire, _, banner) = self.position, self.view.ruleset.spoils
        projects = []
        for name, seat in position.strongholds.items():
            if seat == position.seat or seat in position.spared:
                continue
            goals = frozenset((name,))
            nearest = max((way.force - way.toll for way in self.ways_to(goals)), default=0.0)
            cost = COST_OF_STORMING * position.armies[name] - nearest
            gain = empire + banner * len(position.players[seat].banners)
            projects.append(Project("stronghold", goals, cost, float(gain)))
        return sorted(projects, key=lambda project: project.cost)

    def _land(self) -> Iterator[Project]:
        """Yield the empires to complete, and the enemy empires to break."""
        position = self.position
        empire, independents, _ = self.view.ruleset.spoils
        for region, names in position.regions.items():
            missing = [name for name in names if position.owner[name] != position.seat]
            if not missing:
                continue
            owner = position.owner[names[0]]
            if not any(name in position.strongholds for name in missing):
                cost = sum(self._cost(name) for name in missing)
                gain = float(independents if region == "independents" else empire)
                yield Project("complete", frozenset(missing), cost, gain)
            elif owner is not None and position.is_whole(region, owner):
                goals = frozenset(names) - set(position.strongholds)
                cost = min(self._cost(name) for name in goals)
                yield Project("break", goals, cost, COST_OF_STORMING * empire)

    def _cost(self, name: str) -> float:
        return PER_ARMY * self.position.armies[name] + PER_TERRITORY

    def ways_to(self, goals: frozenset[str]) -> list[Approach]:
        """Return the ways of all forces to the nearest of some territories."""
        armies = self.position.armies
        return [
            Approach(source, first, toll, armies[source] - self.keep(source))
            for source, (toll, first) in ways_to(self.position, *sorted(goals))
        ]

    def keep(self, name: str) -> int:
        """Return how many armies stay on a territory that attacks."""
        return HOME_GUARD if name == self.position.own else 1
