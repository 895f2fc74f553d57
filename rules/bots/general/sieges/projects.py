"""What to conquer while all opponents only defend: land, then their strongholds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.bots.evaluation import forecast
from rules.bots.general.sieges.expansion import Expansion
from rules.bots.general.sieges.schedule import Means, Objective, best_order
from rules.bots.general.storms import ways_to
from rules.bots.position import COST_OF_STORMING, Position
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import Control
from rules.view import View

HERO = 1.5
"""The armies that a Hero is worth in a siege."""
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
        self.plan = self if next_turn else Projects(view, weights, next_turn=True)
        self._ways: dict[frozenset[str], list[Approach]] = {}

    @cached_property
    def strongholds(self) -> list[Project]:
        """The sieges: the first siege according to `order`, then the others as in `sieges`."""
        if not self.plan.sieges:
            return []
        first = self.plan.sieges[self.order[0]].goals
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
    def breaks(self) -> list[Project]:
        """The enemy empires to break, cheapest first."""
        return [project for project in self._land if project.purpose == "break"]

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
        if self.plan is not self:
            return self.plan.order
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
        return force + self._in_hand

    @cached_property
    def _in_hand(self) -> float:
        """The armies that the seat's cards and hidden armies are worth in a siege."""
        view, track = self.view, self.view.ruleset.track
        hired = track[view.track : view.track + view.hand.count(BattleCard.MERCENARIES)]
        hidden = hired[-1] if hired else view.hidden_size
        able = sum(self.position.owner[name] == self.position.seat for name in view.hidden)
        return sum(hired) + able * (hidden or 0) + HERO * view.hand.count(BattleCard.HERO)

    def chance(self, siege: Project) -> float:
        """Return the chance that a stronghold falls to the forces that can attack it now."""
        (stronghold,) = siege.goals
        force = sum(max(0.0, way.force - way.toll) for way in self.ways_to(siege.goals))
        heroes = self.view.hand.count(BattleCard.HERO) + self.view.hero
        dice, edge = self.view.ruleset.stronghold_dice, self.bonus(stronghold)
        return forecast(int(force), self.position.armies[stronghold], dice, heroes, 0, edge)[0]

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

    def expansion(self, spare: Mapping[str, int], more: int | None = None) -> Expansion:
        """Return how to take the land that comes before the first siege."""
        complete = self._complete[: self.order[1] if self.strongholds else None]
        goals = [(project.goals, False) for project in self.breaks]
        goals += [(project.goals, True) for project in complete]
        return Expansion(self.position, self._weights, goals, spare, more)

    @cached_property
    def spare(self) -> dict[str, int]:
        """The armies that may leave each of the seat's territories; no stronghold needs a guard."""
        return {name: self.position.armies[name] - 1 for name in self.position.mine}

    def ways_to(self, goals: frozenset[str]) -> list[Approach]:
        """Return each force's path to the nearest of `goals`."""
        armies = self.position.armies
        if goals not in self._ways:
            self._ways[goals] = [
                Approach(source, first, toll, armies[source] - 1)
                for source, (toll, first) in ways_to(self.position, *sorted(goals))
            ]
        return self._ways[goals]

    def is_in_the_way(self, seat: int) -> bool:
        """Return whether a player holds the seat's next targets."""
        owner = self.position.owner
        if any(owner[name] == seat for name in self.expansion(self.spare).forest.attacks):
            return True
        ways = self.ways_to(self.strongholds[0].goals) if self.strongholds else []
        return any(owner[way.first] == seat and way.force >= 1 for way in ways)
