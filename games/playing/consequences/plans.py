"""The end of turn plans (ORD-8): a move that the plan did not make may end it.

The notes on plans in the clocks are read first, so tables without plans need no query.
"""

from dataclasses import replace
from functools import partial

from games.models import Move, TurnPlan
from games.playing.plan_rows import DONE, OFF, Status, plan_of
from games.playing.plans import next_move
from games.playing.plans.steps import EndTurnStep
from games.playing.requests import After, Before
from games.storage.store.clocks import Clocks
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame
from rules import State
from rules.moves import Control, Default, Disarm, Kind

TAKEN_BACK = "A moderator took the game back."

Ending = tuple[str, str]
"""The new status of a plan, and the reason."""


def is_foreseen(stored: StoredGame, state: State, seat: int) -> bool:
    """Return whether the plan of a seat's player would answer its open decision."""
    note = stored.clocks.plans.get(seat)
    asked = state.decision_of(seat) if note is not None else None
    if note is None or asked is None:
        return False
    return next_move.is_foreseen(state, seat, asked.kind, note.trades)


def changes(before: Before, after: After) -> Changes:
    """Mark ended plans in the clocks and in their rows; delete all plans of a finished game."""
    times, game = after.changes.clocks, before.stored.id
    if after.state.is_over:
        return Changes(others=(TurnPlan.objects.filter(game=game).delete,))
    if times is None or not times.plans:
        return Changes()
    plans, updates = dict(times.plans), []
    for owner, note in times.plans.items():
        ending = _ending(before, after.state, owner) if note.status == Status.ON else None
        if ending is not None:
            status, reason = ending
            plans[owner] = replace(note, status=status, reason=reason)
            rows = TurnPlan.objects.filter(game=game, seat=owner)
            updates.append(partial(rows.update, status=status, reason=reason))
    return Changes(clocks=replace(times, plans=plans), others=tuple(updates))


def _ending(before: Before, state: State, owner: int) -> Ending | None:
    """Return how the moves end `owner`'s plan; None if it continues."""
    game = before.stored.rows.game
    is_turn_over = game["turn"] == owner and (state.turn, state.round) != (owner, game["round"])
    found = _logged_ending(before, owner) or _ending_by_move(before, state, owner)
    return _turn_over(before.stored, owner) if found is None and is_turn_over else found


def _logged_ending(before: Before, owner: int) -> Ending | None:
    """Return the ending of `owner`'s plan if one of the moves logs it; otherwise None."""
    for move in before.request.moves:
        if before.seat == owner and type(move) is Disarm and move.order in (OFF, DONE):
            return (Status.OFF if move.order == OFF else Status.DONE), move.words
    return None


def _ending_by_move(before: Before, state: State, owner: int) -> Ending | None:
    """Return the ending caused by any player's move; None if the plan continues."""
    player, moves = state.players[owner], before.request.moves
    if player.eliminated:
        return Status.OFF, "You were eliminated."
    if player.control is not Control.PLAYER:
        return Status.OFF, "Someone else has your seat."
    is_own = before.seat == owner and before.request.by is not Move.By.ORDER
    if not is_own or not before.is_foreseen or not moves:
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


def taken_back(stored: StoredGame) -> Changes:
    """Return the changes for a game that is taken back: new clocks, and all plans switched off."""
    plans = {
        seat: replace(note, status=Status.OFF.value, reason=TAKEN_BACK)
        if note.status == Status.ON
        else note
        for seat, note in stored.clocks.plans.items()
    }
    rows = TurnPlan.objects.filter(game=stored.id, status=Status.ON)
    update = partial(rows.update, status=Status.OFF, reason=TAKEN_BACK)
    return Changes(clocks=Clocks(plans=plans), others=(update,) if plans else ())
