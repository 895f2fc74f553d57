"""What a general would do at a person's decision, and what it thinks of the move that they made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.drawing.board.parts import newest_board_parts
from games.drawing.display.log import LogEntry
from games.drawing.display.parts import Scene
from games.playing.plans.proposals import placed_in
from games.table.panel.advice import advise, describe_all, describe_reasons
from games.table.replay.decisions import Decision, views_at
from games.table.replay.replay import Replay
from games.table.replay.scenes import draw_alone
from rules import Event, Move, View
from rules.bots.general.reviews import estimate
from rules.bots.reasons import Chosen
from rules.bots.reasons.verdicts import describe_verdict, is_worse
from rules.events.attack import AttackDeclared, MovedIn
from rules.events.cards import ArmiesGained
from rules.moves import (
    Battle,
    DeclareAttack,
    Defend,
    Fortify,
    MoveArmies,
    MoveIn,
    Place,
    SailFleet,
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A general's moves at a decision, with the chance of winning that it estimates after them.

    `played` is its estimate for the moves that were made. An estimate is None if it has none.
    """

    advised: tuple[Chosen, ...]
    chance: float | None
    played: float | None
    is_same: bool

    @property
    def moves(self) -> tuple[Move, ...]:
        """The general's moves."""
        return tuple(chosen.move for chosen in self.advised)

    @property
    def loss(self) -> float:
        """How much lower the chance was with the moves that were made; 0 if hardly."""
        if self.is_same or self.chance is None or self.played is None:
            return 0.0
        return self.chance - self.played if is_worse(self.chance, self.played) else 0.0


def lesson_of(code: str, view: View, moves: Sequence[Move]) -> Lesson:
    """Return what a general thinks of the answer to a view's open decision; it knows only that."""
    advised = advise(code, view)
    own = tuple(chosen.move for chosen in advised)
    if sum(placed_in(own).values()) != sum(placed_in(tuple(moves)).values()):
        # The player placed only some of the armies before doing something else.
        return Lesson(advised, None, None, False)
    return Lesson(advised, estimate(view, own), estimate(view, moves), is_same(own, moves))


def is_same(one: Sequence[Move], other: Sequence[Move]) -> bool:
    """Return whether two answers are the same, apart from details such as when an attack stops."""
    placed = placed_in(tuple(one))
    if placed or type(one[0]) is not type(other[0]):
        return bool(placed) and placed == placed_in(tuple(other))
    return _gist(one[0]) == _gist(other[0])


def _gist(move: Move) -> object:
    match move:
        case DeclareAttack() | SailFleet():
            return move.source, move.target
        case Battle():
            return ()
        case Defend():
            return move.dice, move.fortification, move.reveal
    return move


# The answer beside the map


def lesson_context(replay: Replay, decision: Decision) -> dict[str, Any]:
    """Return the context of what a general would have done at a decision.

    Raises RulesError if the game was played under older rules.
    """
    ((_, view),) = views_at(replay, [decision])
    lesson = lesson_of(replay.stored.code, view, decision.moves)
    scene = Scene(view, replay.cast.seating, LogEntry(0, tuple(_drawn_events(view, lesson.moves))))
    ((name, arrows),) = newest_board_parts(scene)
    return {
        "moves": describe_all(scene, lesson.moves),
        "reasons": list(describe_reasons(scene, _without_values(lesson))),
        "verdict": describe_verdict(lesson.chance, lesson.played, lesson.is_same),
        "arrows": draw_alone(name, arrows),
    }


def _without_values(lesson: Lesson) -> tuple[Chosen, ...]:
    """Return the general's moves without the values of its plans, which the verdict has."""
    return tuple(
        replace(chosen, reason=chosen.reason and replace(chosen.reason, value=None))
        for chosen in lesson.advised
    )


def _drawn_events(view: View, moves: Sequence[Move]) -> Iterator[Event]:
    """Yield the events whose arrows and numbers on the map show some moves."""
    seat = view.own_seat
    for move in moves:
        match move:
            case DeclareAttack() | SailFleet():
                yield AttackDeclared(seat, view.owner(move.target), move.source, move.target)
            case Fortify() | MoveArmies():
                yield MovedIn(seat, move.source, move.target, move.armies)
            case MoveIn():
                landing = view.open_landing
                yield MovedIn(seat, landing.source, landing.target, move.armies)
            case Place():
                yield ArmiesGained(seat, move.territory, move.armies, "")
