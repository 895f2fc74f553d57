"""Save log entries with the position they lead to, and announce them after the commit.

Only this module writes positions and the log. Its callers have locked the game and checked the
request.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from games.models import AbsenceStep, Game, Move, Player, seeds
from games.playing import pact_ledger, plan_status
from games.playing.clocks.stored import due_after
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment_now
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.diplomacy import to_json as diplomacy_json
from games.storage.store.log_entries import Row
from games.storage.store.rows import Rows
from games.storage.store.stored_game import StoredGame, keep, save
from rules import RULESETS, CommittedChance, Options, State
from rules.json import from_plain
from rules.tutorials.scripted_chance import chance_of_game

logger = logging.getLogger(__name__)

game_moved = Signal()
"""Sent with `code` and `number` when entries of a game's log have been committed.

`stored` and `state` are the game as saved, `rows` the new entries.
"""


def committed_chance(stored: StoredGame) -> CommittedChance:
    """Return the source of chance of a game: its secret seed and the players' public values."""
    ruleset, options = RULESETS[stored.ruleset], from_plain(Options, stored.options)
    return chance_of_game(ruleset, options, stored.seed, stored.public_values, stored.code)


def entry_of(
    stored: StoredGame,
    number: int,
    parts: tuple[dict[str, Any], dict[str, Any]],
    by: Move.By,
    seat: int | None,
    begun_in: int,
) -> Move:
    """Return an unsaved entry; `parts` are (public, private), `begun_in` is its round."""
    return Move(
        game_id=stored.id,
        number=number,
        seat=seat,
        by=by,
        public=parts[0],
        private=parts[1],
        round=begun_in,
        made_at=moment_now(),
    )


def rows_of_log(entries: Sequence[Move]) -> tuple[Row, ...]:
    """Return entries in the form in which they are read from the log."""
    return tuple((entry.number, entry.public, entry.private) for entry in entries)


def save_entries(
    stored: StoredGame,
    after: Rows,
    state: State,
    times: Clocks,
    entries: Sequence[Move],
    diplomacy: Diplomacy | None = None,
    steps: Sequence[AbsenceStep] = (),
    seats: Mapping[int, Mapping[str, Any]] = MappingProxyType({}),
) -> StoredGame:
    """Save entries, the new position and the next due times; announce them on commit.

    `diplomacy` is the game's record of pacts and offers; None leaves the stored one unchanged.
    `steps` are new absence steps, `seats` other changed columns of players, by seat.
    """
    columns = _columns(stored, after, state, times, entries)
    if diplomacy is not None and diplomacy != stored.diplomacy:
        columns["diplomacy"] = diplomacy_json(diplomacy)
    if state.is_over and stored.status != Game.Status.OVER:
        columns |= seeds.in_clear(stored.seed)
        plan_status.forget(stored)
        _keep_scores(stored, pact_ledger.scores(state, diplomacy.pacts if diplomacy else {}))
    not_kept = ("moved_at", "seed", "sealed_seed", "clocks", "diplomacy")
    kept = {name: part for name, part in columns.items() if name not in not_kept}
    if all(seat.user is None for seat in stored.seats):
        # A game of bots needs no notices, so all its entries count as read.
        columns["noticed"] = columns["number"]
    due = due_after(stored.id, stored.clocks, times)
    texts = save(stored, after, entries, due, steps, seats, **columns)
    saved, rows = (
        replace(
            stored,
            rows=after,
            texts=texts,
            clocks=times,
            diplomacy=diplomacy or stored.diplomacy,
            **kept,
        ),
        rows_of_log(entries),
    )
    # By then the move is committed, so a failing receiver must not fail the request.
    transaction.on_commit(lambda: keep(saved), robust=True)
    transaction.on_commit(lambda: _announce(saved, state, rows), robust=True)
    return saved


def _columns(
    stored: StoredGame, after: Rows, state: State, times: Clocks, entries: Sequence[Move]
) -> dict[str, Any]:
    """Return the columns of a game's row that its newest entry changes, besides the position."""
    status = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    columns: dict[str, Any] = {"number": entries[-1].number, "status": status}
    if times != stored.clocks:
        columns["clocks"] = clocks.to_json(times)
    # An entry without public events must not change a visible time (ORD-5).
    if any(entry.public["events"] for entry in entries):
        columns["moved_at"] = moment_now()
        if status != stored.status or _asked(after) != _asked(stored.rows):
            columns["changed_at"] = columns["moved_at"]
    return columns


def _asked(rows: Rows) -> set[int]:
    """Return the seats that the game waits for; they are public."""
    return {decision["seat"] for decision in rows.game.get("decisions", ())}


def _keep_scores(stored: StoredGame, scores: dict[int, pact_ledger.Score]) -> None:
    """Store each player's kept, broken and ended pacts of a finished game, for their profiles."""
    counted = [
        Player(
            pk=stored.seats[seat].id,
            pacts_kept=score.kept,
            pacts_broken=score.broken,
            pacts_ended=score.ended,
        )
        for seat, score in scores.items()
    ]
    if counted:
        Player.objects.bulk_update(counted, ["pacts_kept", "pacts_broken", "pacts_ended"])


def _announce(stored: StoredGame, state: State, entries: tuple[Row, ...]) -> None:
    more = {"stored": stored, "state": state, "rows": entries}
    results = game_moved.send_robust(Game, code=stored.code, number=stored.number, **more)
    for receiver, error in results:
        if isinstance(error, Exception):
            logger.error("Receiver %s failed for %s.", receiver, stored, exc_info=error)
