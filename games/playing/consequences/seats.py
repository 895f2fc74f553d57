"""Missed turns, and seats that go to a steward and back, or become vacant (ELM-7)."""

from datetime import timedelta
from typing import Any

from games.models import AbsenceStep, Move
from games.playing.commit import new_step
from games.playing.requests import After, Before, MoveRequest, SeatChange
from games.storage.store.database_time import moment_now
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame
from rules import State
from rules.moves import Control, Default, TakeSeat
from rules.questions import DecisionKind

MOST_MISSED = 2
"""The number of missed turns in a row after which a steward takes over the seat."""

MOST_RETURNS = 2
"""How many times per game a player may take back a seat from a steward."""

ROUNDS_TO_RETURN = 3
LEAST_TIME_TO_RETURN = timedelta(hours=1)
"""An absent player's seat becomes vacant when both these rounds and this time have passed."""

_Step = AbsenceStep.Step


def changes(before: Before, after: After) -> Changes:
    """Count a missed turn in the clocks; store the player's columns and the absence steps."""
    change, stored, times = before.change, before.stored, after.changes.clocks
    steps = [new_step(stored, step, before.seat, is_open=change.is_open) for step in change.steps]
    return Changes(
        clocks=times.with_missed_turn() if times and change.is_missed else None,
        seats={before.seat: change.columns} if change.columns else {},
        steps=tuple(steps),
    )


def may_return(state: State, seat: int) -> bool:
    """Return whether a steward plays a seat that its player may still take back."""
    player = state.players[seat]
    return player.control is Control.STEWARD and player.own and not player.eliminated


def seat_change(stored: StoredGame, state: State, seat: int, request: MoveRequest) -> SeatChange:
    """Return how a request changes the control of its seat; `state` is the position before it."""
    row, by = stored.seats[seat], request.by
    if by is Move.By.PLAYER and may_return(state, seat):
        columns = {
            "returned": row.returned + 1,
            "away_round": None,
            "away_since": None,
            "missed": 0,
        }
        back = TakeSeat(Control.PLAYER, own=True)
        return SeatChange(first=back, columns=columns, steps=(_Step.RETURNED,))
    if by in Move.of_persons:
        return SeatChange(columns={"missed": 0}) if row.missed else SeatChange()
    if by is Move.By.CLOCK and _is_missed(stored, state, seat, request):
        return _after_miss(stored, state, seat)
    if by is Move.By.BOT and may_return(state, seat) and _is_over_for(stored, state, seat):
        last = TakeSeat(Control.STEWARD, own=False)
        return SeatChange(last=last, columns={"is_vacant": True}, steps=(_Step.OPENED,))
    return SeatChange()


def _is_missed(stored: StoredGame, state: State, seat: int, request: MoveRequest) -> bool:
    """Return whether the clock's answer for a player counts as a missed turn.

    In the set-up, every decision counts as a turn; later only attack decisions do.
    """
    asked, turn = state.decision_of(seat), stored.clocks.turn
    is_players = state.players[seat].control is Control.PLAYER
    if type(request.moves[0]) is not Default or asked is None or not is_players:
        return False
    return turn is None or (asked.kind is DecisionKind.ATTACKS and not turn.missed)


def _after_miss(stored: StoredGame, state: State, seat: int) -> SeatChange:
    row, clock = stored.seats[seat], stored.clocks.running.get(seat)
    is_open = clock is None or not clock.together
    columns: dict[str, Any] = {"missed": row.missed + 1}
    if row.missed + 1 < MOST_MISSED:
        return SeatChange(None, None, columns, (_Step.MISSED,), is_open, is_missed=True)
    # The account may have been deleted while the game was paused.
    is_kept = row.returned < MOST_RETURNS or _is_against_bots(stored, seat)
    own = row.user is not None and is_kept
    columns |= {"away_round": state.round, "away_since": moment_now(), "is_vacant": not own}
    steps = (_Step.MISSED, _Step.STEWARD) if own else (_Step.MISSED, _Step.STEWARD, _Step.OPENED)
    last = TakeSeat(Control.STEWARD, own=own)
    return SeatChange(None, last, columns, steps, is_missed=True)


def _is_over_for(stored: StoredGame, state: State, seat: int) -> bool:
    """Return whether an absent player's time to return has expired."""
    row = stored.seats[seat]
    # The account was deleted.
    if row.user is None:
        return True
    if row.away_since is None or row.away_round is None or _is_against_bots(stored, seat):
        return False
    is_long = moment_now() - row.away_since >= LEAST_TIME_TO_RETURN
    return is_long and state.round >= row.away_round + ROUNDS_TO_RETURN


def _is_against_bots(stored: StoredGame, seat: int) -> bool:
    """Return whether all other seats are bots: then nobody waits for the absent player."""
    return all(row.bot for other, row in enumerate(stored.seats) if other != seat)
