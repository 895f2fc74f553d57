"""What to conquer while all opponents only defend: land, then their strongholds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from rules.bots.general.schedule import Means, Objective, best_order
from rules.bots.general.storms import ways_to
from rules.bots.position import COST_OF_STORMING, Position
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import Control
from rules.view import View
from rules.view.public_records import PlayerView

AT_LARGE = 3
"""A passive player has at most this many armies that can attack from outside the stronghold."""
HOARD = 6
"""The number of cards from which a player counts as hoarding them."""
MOST_AT_LARGE = 12
"""The same limit for a player hoarding cards, since events give armies to passive players too."""
HOME_GUARD = 3
DECK, DRAWN = 48, 2
"""The size of the battle deck, and the cards a player can draw per round by playing cards."""


@dataclass(frozen=True, slots=True)
class Project:
    """Territories to conquer together; `cost` is in armies, `gain` in armies per round.

    `purpose` is "break", "complete" or "stronghold".
    """

    purpose: str
    goals: frozenset[str]
    cost: float
    gain: float


@dataclass(frozen=True, slots=True)
class Approach:
    """The path of a force to the goals of a project; `toll` is the armies lost on the way."""

    source: str
    first: str
    toll: float
    force: int


def are_all_passive(view: View) -> bool:
    """Return whether all opponents are stewards, or bots with few armies that can attack."""
    if view.round < 1:
        return False
    return all(
        player.seat == view.seat or player.eliminated or _is_passive(view, player)
        for player in view.players
    )


def _is_passive(view: View, player: PlayerView) -> bool:
    if player.control is Control.STEWARD:
        return True
    if player.person or player.stronghold is None:
        return False
    land = [name for name in view.held_by(player.seat) if name != player.stronghold]
    at_large = sum(view.armies(name) - 1 for name in land)
    if at_large <= AT_LARGE * (view.round > 1):
        return True
    hoards = view.round > 1 and player.cards >= min(HOARD, view.round + 1)
    return hoards and at_large <= MOST_AT_LARGE


class NextTurn(Position):
    """The position on the seat's next turn, when storms at sea and forced truces have ended."""

    @cached_property
    def has_events(self) -> bool:
        """Always False: assume that every event ends before the next turn."""
        return False

    @cached_property
    def spared(self) -> frozenset[int]:
        """The partners of pacts, since forced truces have ended."""
        return self.partners


class Projects:
    """The projects of a seat and the paths of its forces to them, now or on its next turn."""

    def __init__(self, view: View, weights: WarWeights, *, next_turn: bool = False) -> None:
        self.view = view
        self._weights = weights
        self.position = NextTurn(view) if next_turn else Position(view)
        self._plan = self if next_turn else Projects(view, weights, next_turn=True)
        self._ways: dict[frozenset[str], list[Approach]] = {}

    @cached_property
    def all(self) -> list[Project]:
        """All projects in order: empires to break, then regions and sieges as `order` says."""
        breaks = [project for project in self._land if project.purpose == "break"]
        if not self.strongholds:
            return breaks + self._complete
        (first, *others), before = self.strongholds, self.order[1]
        return [*breaks, *self._complete[:before], first, *self._complete[before:], *others]

    @cached_property
    def strongholds(self) -> list[Project]:
        """The sieges: the first siege according to `order`, then the others as in `sieges`."""
        if not self._plan.sieges:
            return []
        first = self._plan.sieges[self.order[0]].goals
        return sorted(self.sieges, key=lambda siege: siege.goals != first)

    @cached_property
    def sieges(self) -> list[Project]:
        """The sieges, smallest garrison first."""
        position, (empire, _, banner) = self.position, self.view.ruleset.spoils
        projects = []
        for name, seat in position.strongholds.items():
            if seat != position.seat and seat not in position.spared:
                gain = empire + banner * len(position.players[seat].banners)
                cost = COST_OF_STORMING * position.armies[name]
                projects.append(Project("stronghold", frozenset((name,)), cost, float(gain)))
        return sorted(projects, key=lambda project: project.cost)

    @cached_property
    def _complete(self) -> list[Project]:
        """The regions to complete; those that repay their cost soonest come first."""
        return [project for project in self._land if project.purpose == "complete"]

    @cached_property
    def order(self) -> tuple[int, int]:
        """(index of the first siege, number of regions to complete before it).

        Both come from the plan for the next turn, so that this turn's storms at sea and forced
        truces do not change them.
        """
        if self._plan is not self:
            return self._plan.order
        return best_order(
            [self._force(siege.goals) for siege in self.sieges],
            self._means,
            [Objective(project.cost, project.gain) for project in self._complete],
            [self._target(siege) for siege in self.sieges],
        )

    def _target(self, siege: Project) -> Objective:
        (stronghold,) = siege.goals
        player = self.position.players[self.position.strongholds[stronghold]]
        growth = self.view.ruleset.spoils[2] * len(player.banners)
        prize = self._card * player.cards
        return Objective(siege.cost, siege.gain, COST_OF_STORMING * growth, prize)

    @cached_property
    def _means(self) -> Means:
        """The spoils, and the value in armies of the cards drawn while the deck lasts."""
        view, players = self.view, self.position.players.values()
        left = DECK - view.track - sum(player.cards for player in players)
        drawing = sum(player.control is not Control.STEWARD for player in players) + 1
        spoils = sum(armies for _, armies in view.spoils(self.position.seat))
        return Means(float(spoils), DRAWN * self._card, max(0.0, left / drawing))

    def _force(self, goals: frozenset[str]) -> float:
        """Return the armies that could reach `goals`, including those still to be placed."""
        force = sum(max(0.0, way.force - way.toll) for way in self.ways_to(goals))
        placing = self.view.placing
        force += placing.left if placing is not None else 0
        return force + self._weights.siege_card * self.view.hand.count(BattleCard.HERO)

    @cached_property
    def _card(self) -> float:
        """The value of a card in armies; one card in four is Mercenaries."""
        track = self.view.ruleset.track[self.view.track :]
        return self._weights.siege_card + (track[0] / 4 if track else 0.0)

    def bonus(self, stronghold: str) -> int:
        """Return the attacker's net bonus from events against a stronghold."""
        return self.view.attack_bonus(self.position.seat) - self.view.defence_bonus(stronghold)

    @cached_property
    def _land(self) -> list[Project]:
        """Empires to break and regions to complete; those that repay soonest come first."""
        return sorted(self._regions(), key=lambda project: project.cost / project.gain)

    def _regions(self) -> Iterator[Project]:
        """Yield the regions to complete and the enemy empires to break."""
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
        armies = self.position.armies[name]
        return self._weights.siege_army * armies + self._weights.siege_territory

    def need(self, project: Project, toll: float) -> int:
        """Return how many armies to commit to a project."""
        return ceil(self._weights.siege_surplus * (project.cost + toll)) + 1

    def ways_to(self, goals: frozenset[str]) -> list[Approach]:
        """Return each force's path to the nearest of `goals`."""
        armies = self.position.armies
        if goals not in self._ways:
            self._ways[goals] = [
                Approach(source, first, toll, armies[source] - self.keep(source))
                for source, (toll, first) in ways_to(self.position, *sorted(goals))
            ]
        return self._ways[goals]

    def keep(self, name: str) -> int:
        """Return how many armies stay on a territory when it attacks."""
        return HOME_GUARD if name == self.position.own else 1
