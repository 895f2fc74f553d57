"""Propose the moves that an adviser would make, from the player’s own view."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.crypto import salted_hmac

from rules import Move, Option, View
from rules.bots.adviser import Adviser
from rules.bots.reasons import Chosen, Reason
from rules.moves import Claim, Hide, MarkHeadquarters, Place, PlaceStronghold, TradeSet
from rules.questions import DecisionKind
from rules.view import ChangedView
from rules.view.public_records import PlacingView

ADVISER = "general"


class PlannedView(ChangedView):
    """A view of the position after planned placements and a planned hiding of armies."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._added: dict[str, int] = {}
        self._is_hidden = False

    def plan(self, move: Move) -> None:
        """Apply a move to the planned position."""
        if isinstance(move, Place):
            self._added[move.territory] = self._added.get(move.territory, 0) + move.armies
        elif isinstance(move, Hide):
            self._is_hidden = True

    def armies(self, territory: str) -> int:
        """Return the armies on a territory; armies mustered in secret do not count yet."""
        is_mustering = self.open_decision.kind is DecisionKind.MUSTER
        added = 0 if is_mustering else self._added.get(territory, 0)
        return super().armies(territory) + added

    @property
    def mustered(self) -> dict[str, int]:
        """Armies mustered in secret, including planned placements."""
        placed = super().mustered
        return {
            name: placed.get(name, 0) + self._added.get(name, 0)
            for name in {**placed, **self._added}
        }

    @property
    def placing(self) -> PlacingView | None:
        """The armies still to be placed, less the planned placements."""
        waiting = super().placing
        if waiting is None:
            return None
        return replace(waiting, left=waiting.left - sum(self._added.values()))

    def offer(self) -> tuple[Option, ...]:
        """Return the options that are still open."""
        return tuple(self._left(super().offer()))

    def _left(self, options: tuple[Option, ...]) -> Iterator[Option]:
        for option in options:
            if option.move is Place:
                there = sum(self._added.get(name, 0) for name in option.values("territory"))
                left = len(option.values("armies")) - there
                if left:
                    yield Option(Place, {**option.choices, "armies": range(1, left + 1)})
            # A proposal never trades a set: that is the player's own choice.
            elif option.move is not TradeSet and not (option.move is Hide and self._is_hidden):
                yield option


def proposal(view: View, code: str) -> tuple[Move, ...]:
    """Return proposed moves for the open decision; they place all armies that must be placed.

    In a tutorial, the proposal is the move of the current step. The same decision always gets the
    same proposal, which other players cannot compute.
    """
    return tuple(chosen.move for chosen in explained_proposal(view, code))


def explained_proposal(view: View, code: str) -> tuple[Chosen, ...]:
    """Return the proposed moves, each with the adviser's reason if it has one."""
    step = view.tutorial_step
    if step is not None:
        return (Chosen(step.move),)
    decision = view.open_decision
    digest = salted_hmac("games.proposals", f"{code} {view.seat} {decision.number}").hexdigest()
    chance = random.Random(digest)  # noqa: S311 - its seed is secret
    adviser = Adviser(chance)
    planned, choices = PlannedView(view), list[Chosen]()
    while is_placing(planned):
        chosen = adviser.decide(planned)
        is_place = isinstance(chosen.move, Place)
        choices.append(chosen if is_place else Chosen(Hide(hiding_place(view, chance))))
        planned.plan(choices[-1].move)
    if decision.kind is DecisionKind.HIDE:
        return (Chosen(Hide(hiding_place(view, chance))),)
    return _together(choices) or (adviser.decide(view),)


def proposed_territory(view: View, code: str) -> str:
    """Return the territory of the first proposed move, which must have one."""
    move = proposal(view, code)[0]
    if not isinstance(move, PlaceStronghold | Claim | Hide | Place | MarkHeadquarters):
        raise TypeError(f"A {move.name} has no territory.")
    return move.territory


def _together(choices: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """Return the choices with all placements on one territory merged, with the first reason.

    For a player with a single territory, the rules place the remaining armies there after the
    first move.
    """
    others = tuple(chosen for chosen in choices if not isinstance(chosen.move, Place))
    reasons = dict[str, Reason | None]()
    for chosen in choices:
        if isinstance(chosen.move, Place):
            reasons.setdefault(chosen.move.territory, chosen.reason)
    placed = placed_in(tuple(chosen.move for chosen in choices))
    return others + tuple(Chosen(Place(*each), reasons[each[0]]) for each in placed.items())


def hiding_place(view: View, chance: random.Random) -> str:
    """Return a free territory next to any player's stronghold, or else any free territory.

    The choice is random, because other players could guess a fixed one.
    """
    free = next(option.values("territory") for option in view.offer() if option.move is Hide)
    strongholds = {player.stronghold for player in view.players}
    territories = view.board.territories
    beside = [name for name in free if not strongholds.isdisjoint(territories[name].neighbours)]
    chosen: str = chance.choice(beside or free)
    return chosen


def is_placing(view: View) -> bool:
    """Return whether armies must still be placed, or hidden in a muster."""
    if view.open_decision.kind is DecisionKind.HIDE:
        return False
    return any(option.move in (Place, Hide) for option in view.offer())


def placed_in(moves: tuple[Move, ...]) -> dict[str, int]:
    """Return the armies that the moves place, by territory."""
    placed: dict[str, int] = {}
    for move in moves:
        if isinstance(move, Place):
            placed[move.territory] = placed.get(move.territory, 0) + move.armies
    return placed


def hidden_in(moves: tuple[Move, ...]) -> str | None:
    """Return the territory in which the moves hide armies; None if they hide none."""
    return next((move.territory for move in moves if isinstance(move, Hide)), None)
