"""Proposals: what a captain would answer in somebody's place, from what they may see alone."""

import random
from collections.abc import Iterator
from typing import Any

from django.utils.crypto import salted_hmac

from rules import BOTS, Move, Option, View
from rules.moves import Hide, Place, TradeSet
from rules.state.players import DecisionKind

ADVISER = "captain"


class PlannedView:
    """A view of the position as it would be with some armies placed, and armies hidden.

    Everything else is looked up in the view it is made from.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._added: dict[str, int] = {}
        self._is_hidden = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    def plan(self, move: Move) -> None:
        """Take a move as made."""
        if isinstance(move, Place):
            self._added[move.territory] = self._added.get(move.territory, 0) + move.armies
        elif isinstance(move, Hide):
            self._is_hidden = True

    def armies(self, territory: str) -> int:
        """Return the armies on a territory; those mustered unseen do not stand there yet."""
        is_mustering = self._view.decision.kind is DecisionKind.MUSTER
        added = 0 if is_mustering else self._added.get(territory, 0)
        return self._view.armies(territory) + added

    @property
    def mustered(self) -> dict[str, int]:
        """What was placed unseen, with what is planned."""
        placed = self._view.mustered
        return {
            name: placed.get(name, 0) + self._added.get(name, 0)
            for name in {**placed, **self._added}
        }

    @property
    def placing(self) -> dict[str, Any] | None:
        """The armies waiting to be placed, without those planned."""
        waiting = self._view.placing
        return waiting and {**waiting, "left": waiting["left"] - sum(self._added.values())}

    def offer(self) -> tuple[Option, ...]:
        """Return what is still to be answered."""
        return tuple(self._left(self._view.offer()))

    def _left(self, options: tuple[Option, ...]) -> Iterator[Option]:
        for option in options:
            if option.move is Place:
                there = sum(self._added.get(name, 0) for name in option.choices["territory"])
                left = len(option.choices["armies"]) - there
                if left:
                    yield Option(Place, {**option.choices, "armies": range(1, left + 1)})
            # Whether a set is traded is one's own choice: what is proposed places what there is.
            elif option.move is not TradeSet and not (option.move is Hide and self._is_hidden):
                yield option


def proposal(view: View, code: str) -> tuple[Move, ...]:
    """Return a sensible answer to the open decision; where armies are placed, to the last one.

    It is the same whenever one is asked the same, and nobody else can work it out.
    """
    decision = view.decision
    digest = salted_hmac("games.proposals", f"{code} {view.seat} {decision.number}").hexdigest()
    chance = random.Random(digest)
    adviser = BOTS[ADVISER](chance)
    planned, moves = PlannedView(view), []
    while is_placing(planned):
        move = adviser.choose(planned)
        moves.append(move if isinstance(move, Place) else Hide(hiding_place(view, chance)))
        planned.plan(moves[-1])
    if decision.kind is DecisionKind.HIDE:
        return (Hide(hiding_place(view, chance)),)
    return _together(moves) or (adviser.choose(view),)


def _together(moves: list[Move]) -> tuple[Move, ...]:
    """Return the same with all that goes on one territory in one move.

    Where a player has but one territory the rest goes there by itself after the first move.
    """
    others = tuple(move for move in moves if not isinstance(move, Place))
    return others + tuple(Place(*placed) for placed in placed_in(tuple(moves)).items())


def hiding_place(view: View, chance: random.Random) -> str:
    """Return a territory beside a stronghold, one's own or another's.

    Any of them may be proposed: what a captain likes best could be guessed by all.
    """
    free = next(option.choices["territory"] for option in view.offer() if option.move is Hide)
    strongholds = {player.stronghold for player in view.players}
    territories = view.board.territories
    beside = [name for name in free if not strongholds.isdisjoint(territories[name].neighbours)]
    return chance.choice(beside or free)


def is_placing(view: View | PlannedView) -> bool:
    """Say whether armies are still to be placed, or to be hidden in a muster."""
    if view.decision.kind is DecisionKind.HIDE:
        return False
    return any(option.move in (Place, Hide) for option in view.offer())


def placed_in(moves: tuple[Move, ...]) -> dict[str, int]:
    """Return how many armies some moves place where."""
    placed: dict[str, int] = {}
    for move in moves:
        if isinstance(move, Place):
            placed[move.territory] = placed.get(move.territory, 0) + move.armies
    return placed


def hidden_in(moves: tuple[Move, ...]) -> str | None:
    """Return the territory where some moves hide armies."""
    return next((move.territory for move in moves if isinstance(move, Hide)), None)
