"""Compose, commit, stop and run turn plans (ORD-8).

A plan's moves go through `play_for`, one per transaction. The plan's progress is saved in the same
transaction as the move, so no step is played twice or skipped.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from django.db import DatabaseError, transaction

from games.exceptions import NotSeated, Refused, Stale, game_sought
from games.models import Game, Move, TurnPlan, User
from games.playing.clocks import after_move
from games.playing.commit import save_clocks
from games.playing.consequences.clocks import clocks_after
from games.playing.plan_rows import DONE, OFF, Status, note_of, plan_of
from games.playing.plans import next_move
from games.playing.plans.next_move import PlanMove, PlanStopped
from games.playing.plans.steps import MOST_STEPS, Plan, PlanStep, in_order, to_json
from games.playing.play import play_for
from games.playing.requests import Played
from games.storage.store.clocks import Clocks
from games.storage.store.stored_game import StoredGame, load_locked
from rules import State, view
from rules.moves import Control, Disarm

logger = logging.getLogger(__name__)

Steps = tuple[PlanStep, ...]

FAILED = PlanStopped("Part of it was not possible.")


# Composing


@transaction.atomic
def change(code: str, user: User, size: int, edit: Callable[[Steps], Steps]) -> TurnPlan:
    """Edit the steps of a person's plan, which becomes a draft.

    `size` is the number of steps that the page showed. Raises NoSuchGame, NotSeated, Stale if the
    plan has a different number of steps or is committed, and Refused if it gets too many steps.
    """
    stored, _, row = _locked(code, user)
    if row.status == Status.ON:
        raise Stale("Your plan is active. Cancel it to make changes.")
    if len(row.steps) != size:
        raise Stale("Your plan has changed. Check it again.")
    steps = in_order(edit(plan_of(row).steps))
    if len(steps) > MOST_STEPS:
        raise Refused("A plan has at most {most} steps.", most=MOST_STEPS)
    _store(row, Plan(steps), Status.DRAFT)
    _note(stored, row)
    return row


@transaction.atomic
def commit(code: str, user: User, *, goes_on: bool = False) -> TurnPlan:
    """Commit a person's plan: it starts at the next decision in their own turn.

    If `goes_on` is true, the plan resumes at the step at which it was switched off. Raises the same
    exceptions as `change`.
    """
    stored, state, row = _locked(code, user)
    if row.status == Status.ON:
        raise Stale("Your plan is already active.")
    if not row.steps:
        raise Refused("Your plan has no steps yet.")
    # An attack that was in progress starts again.
    plan = replace(plan_of(row), begun=False)
    _store(row, plan if goes_on and plan.step is not None else plan.restarted(), Status.ON)
    _note(stored, row, state)
    return row


@transaction.atomic
def stop(code: str, user: User) -> TurnPlan:
    """Cancel a committed plan, or stop one that has started.

    Raises the same exceptions as `change`.
    """
    stored, _, row = _locked(code, user)
    if row.status != Status.ON:
        raise Stale("Your plan is no longer active.")
    has_begun = row.at > 0 or row.begun
    _store(row, plan_of(row), Status.OFF if has_begun else Status.DRAFT)
    _note(stored, row)
    return row


def plan_row(game: Game, seat: int, user: User) -> TurnPlan:
    """Return a person's plan at a seat; an unsaved empty one if they have none."""
    found = TurnPlan.objects.filter(game=game, seat=seat, user=user).first()
    return found or TurnPlan(game=game, seat=seat, user=user)


def _locked(code: str, user: User) -> tuple[StoredGame, State, TurnPlan]:
    """Lock a game in which a person plays; return it, its position, and the person's plan."""
    with game_sought():
        stored = load_locked(code)
    seats = [number for number, seat in enumerate(stored.seats) if seat.user == user.pk]
    if not seats:
        raise NotSeated("You don’t have a seat in this game.")
    if stored.status != Game.Status.RUNNING:
        raise Stale("This game is not running.")
    state, seat = stored.state(), seats[0]
    player = state.players[seat]
    if player.eliminated or player.control is not Control.PLAYER:
        raise Refused("You are not playing your seat right now.")
    # Delete the plan of an earlier player of this seat.
    TurnPlan.objects.filter(game=stored.id, seat=seat).exclude(user=user).delete()
    return stored, state, plan_row(Game(pk=stored.id), seat, user)


def _store(row: TurnPlan, plan: Plan, status: str, reason: str = "") -> None:
    row.steps = [to_json(step) for step in plan.steps]
    row.at, row.begun, row.status = plan.at, plan.begun, status
    row.reason, row.is_secret = reason, False
    row.save()


def _note(stored: StoredGame, row: TurnPlan, state: State | None = None) -> None:
    """Store a plan's note in the clocks, and schedule the plan if it can move; refresh no pages."""
    times = stored.clocks
    plans = {seat: note for seat, note in times.plans.items() if seat != row.seat}
    if row.status != Status.DRAFT:
        plans[row.seat] = note_of(row)
    times = replace(times, plans=plans)
    call = after_move.next_planned(times, state or stored.state())
    times = clocks_after(stored, times, state) if state and call else _without_call(times, row)
    save_clocks(stored, times, is_seen=False)


def _without_call(times: Clocks, row: TurnPlan) -> Clocks:
    is_called = times.plan is not None and times.plan.seat == row.seat
    return replace(times, plan=None) if is_called else times


# Running


def run_plan(code: str, *, due_at: int) -> Played | None:
    """Let the plan that is due in a game make its next move, or tell its owner why it is over.

    Returns None if there is nothing to do at `due_at` (Unix time in milliseconds). Raises
    NoSuchGame, and Stale if the player's time has run out.
    """
    with transaction.atomic():
        with game_sought():
            stored = load_locked(code)
        times = stored.clocks
        is_running = stored.status == Game.Status.RUNNING and stored.held_since is None
        if not is_running or times.pause or times.plan is None or times.plan.when > due_at:
            return None
        return _move(stored, times, stored.state())


def _move(stored: StoredGame, times: Clocks, state: State) -> Played | None:
    decision = after_move.next_planned(times, state)
    if decision is None:
        save_clocks(stored, replace(times, plan=None), is_seen=False)
        return None
    seat = decision.seat
    rows = TurnPlan.objects.filter(game=stored.id, seat=seat, status=Status.ON)
    row = rows.filter(user=stored.seats[seat].user).first()
    if row is None:
        # The plan's owner has left the seat or deleted their account.
        plans = {owner: note for owner, note in times.plans.items() if owner != seat}
        save_clocks(stored, replace(times, plan=None, plans=plans), is_seen=False)
        return None
    try:
        with transaction.atomic():
            return _carry_out(stored, row, state, decision.number)
    except (Refused, DatabaseError):
        raise
    # Catch everything: the owner must be told, and the table must not wait for a broken plan.
    except Exception:
        logger.exception("The plan of seat %s failed in game %s.", seat, stored.code)
    return _stop_and_notify(stored.code, row, OFF, FAILED, state)


def _carry_out(stored: StoredGame, row: TurnPlan, state: State, number: int) -> Played:
    act, plan = next_move.next_act(plan_of(row), view(state, row.seat))
    TurnPlan.objects.filter(pk=row.pk).update(at=plan.at, begun=plan.begun)
    match act:
        case PlanMove():
            return play_for(stored.code, row.seat, act.move, Move.By.ORDER, decision=number)
        case PlanStopped():
            return _stop_and_notify(stored.code, row, OFF, act, state)
    return _stop_and_notify(
        stored.code, row, DONE, PlanStopped("The rest of the turn is up to you."), state
    )


def _stop_and_notify(code: str, row: TurnPlan, what: str, why: PlanStopped, state: State) -> Played:
    """Log that a plan is over, and why; only its owner sees the entry."""
    if why.is_secret:
        TurnPlan.objects.filter(pk=row.pk).update(is_secret=True)
    return play_for(code, row.seat, Disarm(what, why.reason), Move.By.CLOCK, decision=None)
