"""Update turn plans after a move (ORD-8): a move that the plan did not make may end it.

This runs in the transaction of a move. It first reads only the notes on plans in the clocks, so
tables without plans need no query.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.models import Move, TurnPlan
from games.playing.plans import next_move
from games.playing.plans.steps import EndTurnStep, Plan, TradeStep, from_json
from games.storage.store.clocks import Clocks, PlanNote
from games.storage.store.stored_game import StoredGame
from rules import State
from rules.moves import Control, Default, Disarm, Kind
from rules.moves import Move as RulesMove

Status = TurnPlan.Status

OFF, DONE = "plan", "plan done"
"""The `Disarm.order` of a plan that was switched off, and of one that was carried out."""

TAKEN_BACK = "A moderator took the game back."


def plan_of(row: TurnPlan) -> Plan:
    """Return the plan of a row."""
    return Plan(tuple(map(from_json, row.steps)), row.at, row.begun)


def note_of(row: TurnPlan) -> PlanNote:
    """Return a plan's note as stored in the clocks."""
    trades = any(step["step"] == TradeStep.name for step in row.steps)
    return PlanNote(row.user_id, row.status, trades, row.reason)


@dataclass(frozen=True, slots=True)
class Before:
    """The turn before a move, and whether the mover's plan would have answered the decision."""

    turn: tuple[int | None, int] = (None, 0)
    is_foreseen: bool = False


def before(times: Clocks, state: State, seat: int) -> Before:
    """Record what `after` needs to know about the position before a seat's move."""
    note, asked = times.plans.get(seat), state.decision_of(seat)
    if not times.plans:
        return Before()
    is_foreseen = (
        note is not None
        and asked is not None
        and next_move.is_foreseen(state, seat, asked.kind, note.trades)
    )
    return Before((state.turn, state.round), is_foreseen)


def after(
    stored: StoredGame,
    times: Clocks,
    was: Before,
    state: State,
    seat: int,
    moves: Sequence[RulesMove],
    by: Move.By,
) -> Clocks:
    """Return the clocks with ended plans marked, and save the rows of those plans."""
    if not times.plans or state.is_over:
        return times
    plans = dict(times.plans)
    for owner, note in times.plans.items():
        if note.status != Status.ON:
            continue
        ending = _logged_ending(owner, seat, moves) or _ending(was, state, owner, seat, moves, by)
        if ending is None and was.turn[0] == owner and (state.turn, state.round) != was.turn:
            ending = _turn_over(stored, owner)
        if ending is not None:
            status, reason = ending
            TurnPlan.objects.filter(game=stored.id, seat=owner).update(status=status, reason=reason)
            plans[owner] = replace(note, status=status, reason=reason)
    return replace(times, plans=plans)


Ending = tuple[str, str]
"""The new status of a plan, and the reason."""


def _logged_ending(owner: int, seat: int, moves: Sequence[RulesMove]) -> Ending | None:
    """Return the ending of `owner`'s plan if one of the moves logs it; otherwise None."""
    for move in moves:
        if seat == owner and type(move) is Disarm and move.order in (OFF, DONE):
            return (Status.OFF if move.order == OFF else Status.DONE), move.words
    return None


def _ending(
    was: Before, state: State, owner: int, seat: int, moves: Sequence[RulesMove], by: Move.By
) -> Ending | None:
    """Return the ending caused by any player's move; None if the plan continues."""
    player = state.players[owner]
    if player.eliminated:
        return Status.OFF, "You were eliminated."
    if player.control is not Control.PLAYER:
        return Status.OFF, "Someone else has your seat."
    if seat != owner or not was.is_foreseen or not moves or by is Move.By.ORDER:
        return None
    if type(moves[0]) is Default:
        return Status.OFF, "You ran out of time, so the game moved for you."
    return (Status.OFF, "You made a move yourself.") if moves[0].kind is Kind.ANSWER else None


def _turn_over(stored: StoredGame, owner: int) -> Ending:
    row = TurnPlan.objects.filter(game=stored.id, seat=owner).first()
    # The row is gone if the owner has deleted their account.
    left = plan_of(row).steps[row.at :] if row else ()
    if all(type(step) is EndTurnStep for step in left):
        return Status.DONE, ""
    return Status.OFF, "Your turn ended before it was finished."


def taken_back(stored: StoredGame, times: Clocks) -> dict[int, PlanNote]:
    """Switch off all plans of a game that goes back to an earlier position; return the notes."""
    on = {seat: note for seat, note in times.plans.items() if note.status == Status.ON}
    if on:
        rows = TurnPlan.objects.filter(game=stored.id, status=Status.ON)
        rows.update(status=Status.OFF, reason=TAKEN_BACK)
    off = {
        seat: replace(note, status=Status.OFF.value, reason=TAKEN_BACK) for seat, note in on.items()
    }
    return {**times.plans, **off}


def forget(stored: StoredGame) -> None:
    """Delete all plans of a finished game."""
    TurnPlan.objects.filter(game=stored.id).delete()
