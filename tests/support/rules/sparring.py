"""Sparring bots for Classic: four plain strategies known from other Risk programs.

Written from their descriptions, not ported. They choose territories at random, trade every set,
fight each attack to the end, and leave other decisions to a captain.
"""

import random
from collections import Counter

from rules.bots import continents
from rules.bots.captain import Captain
from rules.bots.position import Position
from rules.bots.reasons import Chosen
from rules.moves import Claim, DeclareAttack, EndAttacks, Fortify, Move, MoveIn, Pass, Place
from rules.questions import DecisionKind
from rules.view import View

Pair = tuple[str, str]
"""The source and the target of an attack."""


class Sparring:
    """Base class of the strategies, which choose where to place armies and what to attack."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._captain = Captain(chance)

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        match view.open_decision.kind:
            case DecisionKind.CLAIM:
                return Claim(self._chance.choice(view.offer()[0].values("territory")))
            case DecisionKind.REINFORCE:
                return continents.trade(view) or self._place(view)
            case DecisionKind.PLACE:
                return self._place(view)
            case DecisionKind.ATTACKS:
                return self._command(view)
            case DecisionKind.MOVE_IN:
                return self._move_in(view)
            case DecisionKind.FORTIFY:
                return fortify(view)
        return self._captain.choose(view)

    def answer(self, view: View) -> Chosen | None:
        """Answer offers as a captain does."""
        return self._captain.answer(view)

    def propose(self, view: View) -> Chosen | None:
        """Offer nothing, as a captain does."""
        return self._captain.propose(view)

    def _place(self, view: View) -> Move:
        territory = self.reinforced(Position(view))
        return Place(territory, self.portion(view.open_placing.left))

    def _command(self, view: View) -> Move:
        position = Position(view)
        attacks = [pair for pair in attacks_of(position) if is_stronger(position, pair)]
        chosen = self.attack(position, attacks) if attacks else None
        return DeclareAttack(*chosen, press=1) if chosen else EndAttacks()

    def _move_in(self, view: View) -> Move:
        landing, position = view.open_landing, Position(view)
        most = position.armies[landing.source] - 1
        return MoveIn(max(landing.least, self.moved_in(position, landing, most)))

    # The strategy

    def reinforced(self, position: Position) -> str:
        """Return the territory that gets the next armies."""
        raise NotImplementedError

    def attack(self, position: Position, attacks: list[Pair]) -> Pair | None:
        """Return one of `attacks`, all stronger than their targets, or None to stop."""
        raise NotImplementedError

    def portion(self, armies: int) -> int:
        """Return how many armies to place at once."""
        return armies

    def moved_in(self, position: Position, landing, most: int) -> int:
        """Return how many armies move in: all, or none if the source borders more enemies."""
        ahead = enemies_beside(position, landing.target)
        return 0 if enemies_beside(position, landing.source) > ahead else most


def attacks_of(position: Position) -> list[Pair]:
    """Return every possible attack, in board order."""
    return [(source, target) for source in position.mine for target in position.targets(source)]


def is_stronger(position: Position, pair: Pair) -> bool:
    """Return whether an attack has more armies than its target, and at least two."""
    source, target = pair
    return position.armies[source] > max(1, position.armies[target])


def enemies_beside(position: Position, name: str) -> int:
    """Return how many of a territory's neighbours others hold."""
    near = position.territories[name].neighbours
    return sum(position.owner[other] != position.seat for other in near)


def fortify(view: View) -> Move:
    """Return a move of the largest idle army one step towards the front, or a pass."""
    position = Position(view)
    steps = position.steps_to_front
    marches = [
        Fortify(*option.values("source"), *option.values("target"), option.values("armies")[-1])
        for option in view.offer()
        if option.move is Fortify
    ]
    forward = [move for move in marches if steps[move.source] > steps[move.target]]
    return max(forward, key=lambda move: move.armies, default=Pass())


class Killer(Sparring):
    """Attacks the weakest opponent in reach: the one with the fewest armies next to its land."""

    def reinforced(self, position: Position) -> str:
        victim = self._victim(position)
        sources = [pair[0] for pair in attacks_of(position) if position.owner[pair[1]] == victim]
        return max(sources or position.mine, key=lambda name: position.armies[name])

    def attack(self, position: Position, attacks: list[Pair]) -> Pair | None:
        victim = self._victim(position)
        wanted = [pair for pair in attacks if position.owner[pair[1]] == victim]
        if not wanted and not position.view.open_sets.captured:
            wanted = attacks
        return max(wanted, key=lambda pair: position.armies[pair[0]], default=None)

    def moved_in(self, position: Position, landing, most: int) -> int:
        victim = self._victim(position)
        near = position.territories[landing.source].neighbours
        ahead = position.territories[landing.target].neighbours
        stays = any(position.owner[name] == victim for name in near)
        goes = any(position.owner[name] == victim for name in ahead)
        return 0 if stays and not goes else most

    def _victim(self, position: Position) -> int | None:
        armies = armies_by_seat(position)
        in_reach = sorted({position.owner[target] for _, target in attacks_of(position)})
        return min(in_reach, key=lambda seat: armies[seat], default=None)


class Continental(Sparring):
    """Takes the cheapest continent: the one with the fewest enemy armies per army of its bonus."""

    def reinforced(self, position: Position) -> str:
        wanted = self._wanted(position)
        sources = [source for source, target in attacks_of(position) if target in wanted]
        return max(sources or position.mine, key=lambda name: position.armies[name])

    def attack(self, position: Position, attacks: list[Pair]) -> Pair | None:
        wanted = self._wanted(position)
        inside = [pair for pair in attacks if pair[1] in wanted]
        if not inside and not position.view.open_sets.captured:
            inside = attacks
        return max(inside, key=lambda pair: margin(position, pair), default=None)

    def _wanted(self, position: Position) -> frozenset[str]:
        reach = {target for _, target in attacks_of(position)}
        costs = {
            group.id: self._cost(position, group.territories) / group.bonus
            for group in position.view.board.continents
            if reach.intersection(group.territories)
        }
        if not costs:
            return frozenset()
        cheapest = min(costs, key=lambda key: costs[key])
        return frozenset(position.view.board.groups[cheapest].territories)

    def _cost(self, position: Position, names: tuple[str, ...]) -> int:
        return sum(position.armies[name] for name in names if position.owner[name] != position.seat)


class Communist(Sparring):
    """Spreads its armies evenly and attacks only the strongest opponent."""

    def reinforced(self, position: Position) -> str:
        return min(position.mine, key=lambda name: position.armies[name])

    def portion(self, armies: int) -> int:
        return 1

    def attack(self, position: Position, attacks: list[Pair]) -> Pair | None:
        armies = armies_by_seat(position)
        rivals = {position.owner[target] for _, target in attacks_of(position)}
        strongest = max(sorted(rivals), key=lambda seat: armies[seat])
        wanted = [pair for pair in attacks if position.owner[pair[1]] == strongest]
        return max(wanted, key=lambda pair: margin(position, pair), default=None)

    def moved_in(self, position: Position, landing, most: int) -> int:
        return (most + 1) // 2


class Angry(Sparring):
    """Attacks whenever it has more armies, and places armies next to the most enemies."""

    def reinforced(self, position: Position) -> str:
        return max(position.mine, key=lambda name: enemies_beside(position, name))

    def attack(self, position: Position, attacks: list[Pair]) -> Pair | None:
        return attacks[0]


def armies_by_seat(position: Position) -> Counter[int | None]:
    """Return the armies of each player on the board."""
    armies: Counter[int | None] = Counter()
    for name, owner in position.owner.items():
        armies[owner] += position.armies[name]
    return armies


def margin(position: Position, pair: Pair) -> int:
    """Return how many more armies the attacking territory has than the target."""
    return position.armies[pair[0]] - position.armies[pair[1]]


SPARRING = {"killer": Killer, "continental": Continental, "communist": Communist, "angry": Angry}
"""The sparring bots by name."""
