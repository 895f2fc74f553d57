"""Apply the rules to a verified request, and save the entries with all their effects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.models import AbsenceStep, Move
from games.playing import pact_ledger, plan_status, remarks
from games.playing.checks import MoveRequest
from games.playing.clocks import absence, pauses, unattended
from games.playing.clocks.stored import clocks_after, missed_turns
from games.playing.commit import committed_chance, entry_of, rows_of_log, save_entries
from games.storage.store.clocks import Clocks
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.log_entries import Explanation, Row, entry_parts
from games.storage.store.rows import Rows, rows_of
from games.storage.store.stored_game import StoredGame
from rules import Event, State, move_to_json, play
from rules.moves import Move as RulesMove

LAST = "/last"
"""Suffix of the key of the last of several moves that one request posted."""


@dataclass(frozen=True, slots=True, repr=False)
class _Asked:
    """A verified request to a locked game, and the resulting change of control of its seat.

    Playing it changes `state` in place. `missed` is the seat's number of missed turns afterwards;
    `before` has what turn plans need to know about the position before the moves.
    """

    stored: StoredGame
    state: State
    seat: int
    request: MoveRequest
    missed: int
    change: absence.SeatChange
    before: plan_status.Before


@dataclass(frozen=True, slots=True, repr=False)
class _Answer:
    """The unsaved log entries of a request, their events, and the diplomacy after them."""

    entries: list[Move]
    events: list[Event]
    diplomacy: Diplomacy


def apply(
    stored: StoredGame,
    state: State,
    seat: int,
    request: MoveRequest,
    diplomacy: Diplomacy,
) -> tuple[StoredGame, tuple[Row, ...]]:
    """Play a seat's request in a locked game; return the saved game and the new log entries.

    `state` is changed in place. `diplomacy` is the record of pacts and offers before the moves.
    """
    asked = _asked(stored, state, seat, request)
    answer = _carry_out(asked, diplomacy)
    return _save(asked, answer), rows_of_log(answer.entries)


def _asked(stored: StoredGame, state: State, seat: int, request: MoveRequest) -> _Asked:
    missed = missed_turns(stored, state, seat, request.moves, request.by)
    change = absence.seat_change(stored, state, seat, request.by, missed)
    before = plan_status.before(stored.clocks, state, seat)
    return _Asked(stored, state, seat, request, missed, change, before)


def _carry_out(asked: _Asked, diplomacy: Diplomacy) -> _Answer:
    """Play the moves of a request; return their unsaved log entries and events."""
    stored, state, seat, key = asked.stored, asked.state, asked.seat, asked.request.key
    chance = committed_chance(stored)
    entries: list[Move] = []
    events: list[Event] = []
    for move, by in _with_changes_of_seat(state, asked.request, asked.change):
        begun_in = state.round
        played = play(state, seat, move, chance, by.value)
        reason = asked.request.thought.reason_for(move) if by is Move.By.BOT else None
        why = Explanation(seat, reason) if reason is not None else None
        parts = entry_parts(move_to_json(move), chance.drawn, played, why)
        number = stored.number + len(entries) + 1
        entries.append(entry_of(stored, number, parts, by, seat, begun_in))
        is_persons = by in Move.of_persons
        endings = pact_ledger.pact_endings(played, number, begun_in, seat, is_persons)
        said = remarks.with_remark(diplomacy.remarks, seat, move, played, begun_in, reason)
        diplomacy = replace(diplomacy, pacts={**diplomacy.pacts, **endings}, remarks=said)
        events += played
    if key is not None:
        entries[-1].key = key + LAST
        entries[0].key = key
    return _Answer(entries, events, diplomacy)


def _with_changes_of_seat(
    state: State, request: MoveRequest, change: absence.SeatChange
) -> Iterator[tuple[RulesMove, Move.By]]:
    """Yield the moves to play: a return to the seat comes first, a departure last."""
    if change.before is not None:
        yield change.before, Move.By.CLOCK
    for move in request.moves:
        yield move, request.by
    if change.after is not None and not state.is_over:
        yield change.after, Move.By.CLOCK


def _save(asked: _Asked, answer: _Answer) -> StoredGame:
    """Save the entries with the position, clocks and seat after them; return the saved game."""
    stored, state, seat = asked.stored, asked.state, asked.seat
    rows, times = rows_of(state, stored.rows), _clocks_after(asked, answer.events)
    steps = absence.steps_of(stored, seat, asked.change)
    if not state.is_over:
        times, begun = _with_pause(stored, rows, times)
        steps += begun
    return save_entries(
        stored,
        rows,
        state,
        times,
        answer.entries,
        answer.diplomacy,
        steps,
        {seat: _seat_columns(asked)},
    )


def _with_pause(
    stored: StoredGame, rows: Rows, times: Clocks
) -> tuple[Clocks, tuple[AbsenceStep, ...]]:
    """Return the clocks after a move, paused if it begins a pause, and the step to store then."""
    # The player who just left may have been the last to oppose a pause, or the last to play.
    if paused := pauses.start_pause_after_removal(stored, rows, times):
        step = absence.step_of_table(stored, AbsenceStep.Step.PAUSED)
    elif paused := unattended.start_pause_if_deserted(stored, rows, times):
        step = unattended.step_of_pause(stored, paused)
    else:
        return times, ()
    return paused.with_steps(1, 1), (step,)


def _clocks_after(asked: _Asked, events: Sequence[Event]) -> Clocks:
    """Return the clocks after the moves, with updated counters, plans and deadlines."""
    stored, state, seat, request = asked.stored, asked.state, asked.seat, asked.request
    is_missed = asked.missed > stored.seats[seat].missed
    counted = _with_seat_change(stored.clocks, is_missed, asked.change)
    planned = plan_status.after(
        stored, counted, asked.before, state, seat, request.moves, request.by
    )
    return clocks_after(stored, planned, state, events)


def _with_seat_change(times: Clocks, is_missed: bool, change: absence.SeatChange) -> Clocks:
    """Return the clocks with their counters increased for a missed turn and a seat change."""
    counted = times.with_missed_turn() if is_missed else times
    return counted.with_steps(len(change.steps), len(change.steps) if change.is_open else 0)


def _seat_columns(asked: _Asked) -> dict[str, Any]:
    """Return the changed columns of the seat's player."""
    if asked.change.columns or asked.missed != asked.stored.seats[asked.seat].missed:
        return {**asked.change.columns, "missed": asked.missed}
    return {}
