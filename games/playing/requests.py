"""A request to play moves, its result, and what checks and consequences see of the moves."""

from dataclasses import dataclass, field
from typing import Any

from games.models import AbsenceStep, Move
from games.storage.store.log_entries import Row
from games.storage.store.rows import Rows
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame
from games.storage.store.worker_cache import Memory
from rules import Event, State
from rules.bots.reasons import Chosen, Reason
from rules.moves import Move as RulesMove
from rules.moves import TakeSeat

LAST = "/last"
"""Suffix of the key of the last of several moves that one request posted."""


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The circumstances in which a bot chose its move.

    The move is refused if the bot is due later than `due_at`, or if `on` is no longer the number
    of the newest entry. `memory` is the game cache of the worker thread that plays the bot. The
    `reason` is stored with the move; the `offer` is made just before the move.
    """

    due_at: int | None = None
    on: int | None = None
    memory: Memory | None = None
    reason: Reason | None = None
    offer: Chosen | None = None

    def moves(self, move: RulesMove) -> tuple[RulesMove, ...]:
        """Return the offer, if there is one, and the move."""
        return (move,) if self.offer is None else (self.offer.move, move)

    def reason_for(self, move: RulesMove) -> Reason | None:
        """Return the reason for one of the `moves`."""
        return self.offer.reason if self.offer and move is self.offer.move else self.reason


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """Moves that arrived together; if `seat` is None, they are for the seat of `user`."""

    moves: tuple[RulesMove, ...]
    by: Move.By
    seat: int | None = None
    user: int | None = None
    decision: int | None = None
    key: str | None = None
    epoch: int | None = None
    choice: BotChoice = BotChoice()


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a request: the number of its last log entry and the events its seat may see.

    `stored` and `state` are the game afterwards, `rows` the new entries. For a repeated request,
    `stored` and `state` are None and `rows` is empty.
    """

    code: str
    number: int
    seat: int
    events: list[dict[str, Any]]
    state: State | None = field(default=None, compare=False, repr=False)
    stored: StoredGame | None = field(default=None, compare=False, repr=False)
    rows: tuple[Row, ...] = field(default=(), compare=False, repr=False)


# A move and its consequences


@dataclass(frozen=True, slots=True)
class SeatChange:
    """How a request changes who controls its seat (ELM-7).

    `first` is played before the request's moves, `last` after them. `columns` of the player and
    `steps` are stored; only the player sees steps that are not `is_open`. `is_missed` is true if
    the player has missed a turn.
    """

    first: TakeSeat | None = None
    last: TakeSeat | None = None
    columns: dict[str, Any] = field(default_factory=dict)
    steps: tuple[AbsenceStep.Step, ...] = ()
    is_open: bool = True
    is_missed: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Before:
    """A locked game before a request, and what the consequences must know of its position.

    `is_foreseen`: the plan of the seat's player would have answered the open decision.
    """

    stored: StoredGame
    seat: int
    request: MoveRequest
    change: SeatChange = SeatChange()
    is_foreseen: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played in round `begun_in`, its log entry, and what happened."""

    move: RulesMove
    by: Move.By
    number: int
    begun_in: int
    events: tuple[Event, ...]
    reason: Reason | None = None


@dataclass(frozen=True, slots=True, repr=False)
class After:
    """The position after a request's moves, their unsaved log entries, and what changes with it.

    `changes` are the consequences found so far.
    """

    state: State
    rows: Rows
    entries: tuple[Move, ...]
    played: tuple[PlayedMove, ...]
    changes: Changes

    def then(self, changes: Changes) -> "After":
        """Return the same position with further changes."""
        both = self.changes.then(changes)
        return After(self.state, self.rows, self.entries, self.played, both)
