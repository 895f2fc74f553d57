"""Use cases of turn plans (ORD-8): compose one, commit it, stop it; and let it move.

Its moves come in by the same door as all others, one a transaction: the step that was done is
stored together with what it did, so that nothing is done twice and nothing is left out.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from django.db import DatabaseError, transaction

from games.clocks import absence, after_move, clocks
from games.clocks.clocks import Clocks
from games.clocks.stored import clocks_after
from games.exceptions import NotSeated, Refused, Stale, game_sought
from games.models import Game, Move, TurnPlan, User
from games.plans import next_move
from games.plans.next_move import Go, Off
from games.plans.steps import MOST_STEPS, Plan, Step, in_order, to_json
from games.play.plan_status import DONE, OFF, note_of, plan_of
from games.play.play import Played, play_for
from games.store.stored_game import StoredGame, load_locked
from rules import State, view
from rules.moves import Control, Disarm

logger = logging.getLogger(__name__)

Status = TurnPlan.Status
Steps = tuple[Step, ...]

FAILED = Off("Something in it could not be carried out.")


# Composing


@transaction.atomic
def change(code: str, user: User, size: int, edit: Callable[[Steps], Steps]) -> TurnPlan:
    """Change the steps of a person's plan, which is a draft from then on.

    `size` is how many steps the page showed. Raises NoSuchGame, NotSeated, Stale where the plan
    has another number of steps or is committed, and Refused for too many steps.
    """
    stored, _, row = _locked(code, user)
    if row.status == Status.ON:
        raise Stale("Your plan is committed: take it back to change it.")
    if len(row.steps) != size:
        raise Stale("Your plan has changed since this page was drawn.")
    steps = in_order(edit(plan_of(row).steps))
    if len(steps) > MOST_STEPS:
        raise Refused(f"A plan has at most {MOST_STEPS} steps.")
    _store(row, Plan(steps), Status.DRAFT)
    _note(stored, row)
    return row


@transaction.atomic
def commit(code: str, user: User, *, goes_on: bool = False) -> TurnPlan:
    """Commit a person's plan: it begins when they next have the move in a turn of their own.

    A plan that `goes_on` begins with the step at which it was switched off. Refused as `change`.
    """
    stored, state, row = _locked(code, user)
    if row.status == Status.ON:
        raise Stale("Your plan is committed already.")
    if not row.steps:
        raise Refused("There is no step in your plan yet.")
    # An attack that was under way is begun once more.
    plan = replace(plan_of(row), begun=False)
    _store(row, plan if goes_on and plan.step is not None else plan.anew(), Status.ON)
    _note(stored, row, state)
    return row


@transaction.atomic
def stop(code: str, user: User) -> TurnPlan:
    """Take a committed plan back, or stop it where it has begun. Refused as `change`."""
    stored, _, row = _locked(code, user)
    if row.status != Status.ON:
        raise Stale("Your plan is not committed any more.")
    has_begun = row.at > 0 or row.begun
    row.reason = "You have stopped it." if has_begun else ""
    _store(row, plan_of(row), Status.OFF if has_begun else Status.DRAFT, row.reason)
    _note(stored, row)
    return row


def plan_row(game: Game, seat: int, user: User) -> TurnPlan:
    """Return a person's plan at a seat; an empty one, not stored, where they have none."""
    found = TurnPlan.objects.filter(game=game, seat=seat, user=user).first()
    return found or TurnPlan(game=game, seat=seat, user=user)


def _locked(code: str, user: User) -> tuple[StoredGame, State, TurnPlan]:
    """Lock a game; return it with its position and the plan of a person who plays in it."""
    with game_sought():
        stored = load_locked(code)
    seats = [number for number, seat in enumerate(stored.seats) if seat.user == user.pk]
    if not seats:
        raise NotSeated("You do not sit at this table.")
    if stored.status != Game.Status.RUNNING:
        raise Stale("This game is not being played.")
    state, seat = stored.state(), seats[0]
    player = state.players[seat]
    if player.eliminated or player.control is not Control.PLAYER:
        raise Refused("You do not play your seat now.")
    # Whoever sat here before leaves no plan behind.
    TurnPlan.objects.filter(game=stored.id, seat=seat).exclude(user=user).delete()
    return stored, state, plan_row(Game(pk=stored.id), seat, user)


def _store(row: TurnPlan, plan: Plan, status: str, reason: str = "") -> None:
    row.steps = [to_json(step) for step in plan.steps]
    row.at, row.begun, row.status = plan.at, plan.begun, status
    row.reason, row.is_secret = reason, False
    row.save()


def _note(stored: StoredGame, row: TurnPlan, state: State | None = None) -> None:
    """Let the clocks know of a plan, and that it is due where its turn is now; nobody is told."""
    times = clocks.from_json(stored.clocks)
    plans = {seat: note for seat, note in times.plans.items() if seat != row.seat}
    if row.status != Status.DRAFT:
        plans[row.seat] = note_of(row)
    times = replace(times, plans=plans)
    call = after_move.next_planned(times, state or stored.state())
    times = clocks_after(stored, times, state) if state and call else _without_call(times, row)
    absence.set_clocks(stored, times, is_seen=False)


def _without_call(times: Clocks, row: TurnPlan) -> Clocks:
    is_called = times.plan is not None and times.plan.seat == row.seat
    return replace(times, plan=None) if is_called else times


# Moving


def run_plan(code: str, *, due_at: int) -> Played | None:
    """Let the plan that is due in a game make its next move, or tell its owner why it is over.

    `due_at` is the time, as clocks count it; None where no plan was due then. Raises NoSuchGame,
    and Stale where the player's time is out.
    """
    with transaction.atomic():
        with game_sought():
            stored = load_locked(code)
        times = clocks.from_json(stored.clocks)
        is_going_on = stored.status == Game.Status.RUNNING and stored.held_since is None
        if not is_going_on or times.pause or times.plan is None or times.plan.when > due_at:
            return None
        return _move(stored, times, stored.state())


def _move(stored: StoredGame, times: Clocks, state: State) -> Played | None:
    decision = after_move.next_planned(times, state)
    if decision is None:
        absence.set_clocks(stored, replace(times, plan=None), is_seen=False)
        return None
    seat = decision.seat
    rows = TurnPlan.objects.filter(game=stored.id, seat=seat, status=Status.ON)
    row = rows.filter(user=stored.seats[seat].user).first()
    if row is None:
        # Whoever had composed it has gone.
        plans = {owner: note for owner, note in times.plans.items() if owner != seat}
        absence.set_clocks(stored, replace(times, plan=None, plans=plans), is_seen=False)
        return None
    try:
        with transaction.atomic():
            return _carry_out(stored, row, state, decision.number)
    except (Refused, DatabaseError):
        raise
    # Whatever goes wrong in a plan, its owner must be told, and the table must not wait for it.
    except Exception:
        logger.exception("The plan of seat %s failed in game %s.", seat, stored.code)
    return _tell(stored.code, row, OFF, FAILED, state)


def _carry_out(stored: StoredGame, row: TurnPlan, state: State, number: int) -> Played:
    act, plan = next_move.next_act(plan_of(row), view(state, row.seat))
    TurnPlan.objects.filter(pk=row.pk).update(at=plan.at, begun=plan.begun)
    match act:
        case Go():
            return play_for(stored.code, row.seat, act.move, Move.By.ORDER, decision=number)
        case Off():
            return _tell(stored.code, row, OFF, act, state)
    return _tell(stored.code, row, DONE, Off("The rest of the turn is yours."), state)


def _tell(code: str, row: TurnPlan, what: str, why: Off, state: State) -> Played:
    """Enter, for its owner alone, that a plan is over."""
    if why.is_secret:
        TurnPlan.objects.filter(pk=row.pk).update(is_secret=True)
    words = next_move.told(why, view(state, row.seat))
    return play_for(code, row.seat, Disarm(what, words), Move.By.CLOCK, decision=None)
