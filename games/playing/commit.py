"""Save log entries, positions and clocks, and announce them after the commit.

Only this module writes positions and the log. Its callers have locked the game and checked the
request.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from games.models import AbsenceStep, Game, Move, seeds
from games.storage.evidence.chain import chain_columns
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment_now
from games.storage.store.log_entries import rows_of_log
from games.storage.store.rows import Rows
from games.storage.store.saving import Changes, due_rows, save
from games.storage.store.stored_game import StoredGame, keep, load_locked
from rules import State

logger = logging.getLogger(__name__)

game_moved = Signal()
"""Sent with `code` and `number` when entries of a game's log have been committed.

`stored` and `state` are the game as saved, `rows` the new entries.
"""

step_taken = Signal()
"""Sent on commit with `code`, `seat` (None: the whole table), `step`, and who took it: `by`."""


# Moves


def save_entries(
    stored: StoredGame, state: State, rows: Rows, entries: Sequence[Move], changes: Changes
) -> StoredGame:
    """Save entries, the position after them and what changes with it; announce them on commit."""
    columns = _columns(stored, state, rows, entries)
    columns |= chain_columns(stored, entries, state.is_over)
    saved = save(stored, changes.then(Changes(game=columns)), rows, entries)
    log = rows_of_log(entries)
    _announce_steps(stored, changes)
    # By then the move is committed, so a failing receiver must not fail the request.
    transaction.on_commit(lambda: keep(saved), robust=True)
    more = {"number": saved.number, "stored": saved, "state": state, "rows": log}
    transaction.on_commit(lambda: _announce(game_moved, saved.code, more), robust=True)
    return saved


def _columns(
    stored: StoredGame, state: State, rows: Rows, entries: Sequence[Move]
) -> dict[str, Any]:
    """Return the columns of a game's row, besides the position, that new entries change."""
    status = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    columns: dict[str, Any] = {"number": entries[-1].number, "status": status}
    # An entry without public events must not change a visible time (ORD-5).
    if any(entry.public["events"] for entry in entries):
        columns["moved_at"] = moment_now()
        if status != stored.status or _asked(rows) != _asked(stored.rows):
            columns["changed_at"] = columns["moved_at"]
    if status != stored.status and state.is_over:
        columns |= seeds.in_clear(stored.seed)
    if all(seat.user is None for seat in stored.seats):
        # A game of bots needs no notices, so all its entries count as read.
        columns["noticed"] = columns["number"]
    return columns


def _asked(rows: Rows) -> set[int]:
    """Return the seats that the game waits for; they are public."""
    return {decision["seat"] for decision in rows.game.get("decisions", ())}


# Clocks and absence steps


def new_step(
    stored: StoredGame,
    step: AbsenceStep.Step,
    seat: int | None = None,
    *,
    by: int | None = None,
    at: datetime | None = None,
    until: datetime | None = None,
    is_open: bool = True,
) -> AbsenceStep:
    """Return an unsaved absence step of a seat, or of the whole table."""
    when = at or moment_now()
    return AbsenceStep(
        game_id=stored.id, step=step, seat=seat, by=by, at=when, until=until, is_open=is_open
    )


def save_clocks(
    stored: StoredGame, times: Clocks, *steps: AbsenceStep, is_seen: bool = True
) -> StoredGame:
    """Save the clocks of a locked game, and announce new steps on commit; see `save_changes`."""
    return save_changes(stored, Changes(times, steps=steps), is_seen=is_seen)


def save_changes(stored: StoredGame, changes: Changes, *, is_seen: bool = True) -> StoredGame:
    """Save changes of a locked game that come from no move, and its due rows.

    `is_seen` makes open pages refresh.
    """
    times = changes.clocks or stored.clocks
    if times == stored.clocks and not (changes.game or changes.steps or changes.due):
        return stored
    columns = {**changes.game, "changed_at": moment_now()} if is_seen else changes.game
    due = changes.due or due_rows(stored.id, stored.clocks, times)
    _announce_steps(stored, changes)
    return save(stored, replace(changes, game=columns, due=due))


@transaction.atomic
def change_clocks(code: str, change: Callable[[StoredGame, Clocks], Clocks]) -> None:
    """Change the clocks of a game, and all its due rows; do nothing if it is not running."""
    stored = load_locked(code)
    if stored.status == Game.Status.RUNNING:
        times = change(stored, stored.clocks)
        due = due_rows(stored.id, Clocks(), times)
        save_changes(stored, Changes(times, due=due), is_seen=False)


def _announce_steps(stored: StoredGame, changes: Changes) -> None:
    for taken in changes.steps:
        about = {"seat": taken.seat, "step": taken.step, "by": taken.by}
        announced = partial(_announce, step_taken, stored.code, about)
        transaction.on_commit(announced, robust=True)


def _announce(signal: Signal, code: str, about: dict[str, Any]) -> None:
    # A receiver that fails must not undo what was committed.
    for receiver, error in signal.send_robust(Game, code=code, **about):
        if isinstance(error, Exception):
            logger.error("Receiver %s failed for game %s.", receiver, code, exc_info=error)
