"""The public chain of a game (FAIR-9), the chain of all its entries, and their signatures."""

from collections.abc import Sequence
from typing import Any

from games.models import Move
from games.storage.evidence.signing import sign
from games.storage.store.database_time import time_text
from games.storage.store.log_entries import recorded_entry
from games.storage.store.stored_game import StoredGame
from rules import RULESETS, Options
from rules.json import from_plain
from rules.record.document import (
    SIGNED_SCHEMA,
    BoardUsed,
    RecordedSeat,
    RecordHead,
    RulesetUsed,
    board_version,
)
from rules.record.entries import entry_digest
from rules.record.public_chain import Step, first_step, steps_after
from rules.record.signatures import end_text, step_text


def chain_columns(stored: StoredGame, entries: Sequence[Move], is_over: bool) -> dict[str, Any]:
    """Return the columns of a game's row with its chains after new entries, which are unsaved.

    Every tenth step is signed, and its signature becomes part of its entry.
    """
    columns: dict[str, Any] = {}
    if stored.number < 0:
        step = first_step(head_of(stored))
        before, made = step.digest, [step]
        columns["head_digest"] = step.digest
    elif stored.steps is not None and stored.chained == stored.number + 1:
        step, before = Step(stored.steps, stored.step_digest), stored.entries_digest
        made = []
    else:
        return {} if stored.steps is None else {"steps": None}
    for entry in entries:
        made += steps_after(step, entry.public["events"])
        signatures = []
        for step in made:
            if step.is_signed:
                signatures.append(sign(step_text(stored.code, step)))
                columns["signed_digest"] = step.digest
                columns["step_signature"] = signatures[-1]
        entry.step_signatures = " ".join(signatures)
        row = (entry.number, entry.seat, entry.by, entry.public, entry.private)
        before = entry_digest(before, recorded_entry(*row, SIGNED_SCHEMA))
        made = []
    chained = entries[-1].number + 1
    columns |= {"steps": step.number, "step_digest": step.digest}
    columns |= {"chained": chained, "entries_digest": before}
    if is_over:
        columns["end_signature"] = sign(end_text(stored.code, step, chained, before))
    return columns


def head_of(stored: StoredGame) -> RecordHead:
    """Return the head of the record of a game that begins, without names."""
    board = RULESETS[stored.ruleset].board
    options = from_plain(Options, stored.options)
    return RecordHead(
        schema=SIGNED_SCHEMA,
        game=stored.code,
        ruleset=RulesetUsed(stored.ruleset, stored.version, options),
        board=BoardUsed(board.id, board_version(board)),
        seats=tuple(
            RecordedSeat(
                seat=number,
                name="",
                kind="bot" if seat.bot else "person",
                bot=seat.bot,
                value_given=time_text(seat.value_given_at) if seat.value_given_at else "",
            )
            for number, seat in enumerate(stored.seats)
        ),
        commitment=stored.seed_commitment,
        values=tuple(stored.public_values),
        test=False,
        note="",
    )
