"""The absence ladder in the database: the steps when a seat's time runs out (ELM-7, ORD-6).

They are warning, bank, excuse, default, steward and vacant seat. Each is stored as a row, shown at
the table and announced with a signal.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from dataclasses import replace as changed
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from games.models import AbsenceStep, Game, Move
from games.playing.clocks import outages, pauses, timeouts
from games.playing.clocks.stored import MOST_MISSED, remember, terms_with_rests
from games.storage.processes import presence
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import milliseconds, moment, moment_now, now
from games.storage.store.stored_game import StoredGame, load_locked
from rules import State
from rules.moves import Control, TakeSeat

logger = logging.getLogger(__name__)

Step = AbsenceStep.Step

step_taken = Signal()
"""Sent on commit with `code`, `seat` (None: the whole table), `step`, and who took it: `by`."""

MOST_RETURNS = 2
"""How many times per game a player may take back a seat from a steward (ELM-7)."""

LEAST_TOLD = 5000
"""Players are notified of an outage that gives back at least this many milliseconds."""

ROUNDS_TO_RETURN = 3
LEAST_TIME_TO_RETURN = timedelta(hours=1)
"""An absent player's seat becomes vacant when both these rounds and this time have passed."""


def note(
    game: int,
    code: str,
    step: Step,
    seat: int | None = None,
    *,
    by: int | None = None,
    at: datetime | None = None,
    until: datetime | None = None,
    is_open: bool = True,
) -> None:
    """Store a step of the ladder and announce it on commit."""
    when = at or moment_now()
    AbsenceStep.objects.create(
        game_id=game, step=step, seat=seat, by=by, at=when, until=until, is_open=is_open
    )
    _announce_on_commit(code, seat, step, by)


def _announce_on_commit(code: str, seat: int | None, step: Step, by: int | None = None) -> None:
    # A receiver that fails must not undo the step.
    transaction.on_commit(lambda: _announce(code, seat, step, by), robust=True)


def _announce(code: str, seat: int | None, step: Step, by: int | None) -> None:
    about = {"code": code, "seat": seat, "step": step.value, "by": by}
    for receiver, error in step_taken.send_robust(Game, **about):
        if isinstance(error, Exception):
            logger.error(
                "Receiver %s failed for a timeout in game %s.", receiver, code, exc_info=error
            )


# Time


def settle(stored: StoredGame, signs: outages.Signs | None = None) -> tuple[StoredGame, int | None]:
    """Apply and save all clock steps of a locked game due by now, or by `signs.reached`.

    Pass no `signs` if a player is acting: then all steps due by now apply, even in an outage.

    Returns the updated game and the seat whose default the caller must play, if any.
    """
    old = stored.clocks
    lost = outages.lost_after(old.outage) if signs is None else signs.lost
    moment = now() if signs is None or signs.reached is None else milliseconds(signs.reached)
    terms = terms_with_rests(stored)
    times = timeouts.given_back(old, lost, now())
    given, announced = timeouts.most_given(old, times), 0
    if given:
        times = timeouts.past_rest(times, terms, moment, pauses.seats_of_people(stored))
    if given >= LEAST_TOLD and not _knows(stored.id, lost[-1]):
        note(stored.id, stored.code, Step.GIVEN_BACK)
        announced += 1
    # When the pause of an unattended game expires, the game ends instead (see `unattended`).
    if times.pause and times.pause.until <= moment and not times.pause.unattended:
        times = pauses.resumed_clocks(stored, times, times.pause.until, terms)
        note(stored.id, stored.code, Step.RESUMED)
        announced += 1
    looking = _looking(stored, timeouts.unwarned(times, moment))
    times = timeouts.put_off(times, looking, moment + presence.GRACE // timedelta(milliseconds=1))
    taken, seat = timeouts.settled(times, terms, moment)
    for each in taken:
        _note_taken(stored, each)
    open_ones = sum(_is_open(each) for each in taken)
    times = taken[-1].clocks if taken else times
    times = times.with_steps(announced + len(taken), announced + open_ones)
    return set_clocks(stored, times, is_seen=bool(announced + open_ones + given)), seat


def _knows(game: int, lost: timeouts.LostTime) -> bool:
    """Return whether an earlier part of this outage has been announced in the game."""
    announced = AbsenceStep.objects.filter(game=game, step=Step.GIVEN_BACK)
    return announced.filter(at__gte=moment(lost.told_from)).exists()


def _looking(stored: StoredGame, seats: Collection[int]) -> list[int]:
    """Return which of these seats belong to users who look at the game."""
    users = {seat: user for seat in seats if (user := stored.seats[seat].user) is not None}
    if not users:
        return []
    looked_at = presence.looking_now(set(users.values()))
    return [seat for seat, user in users.items() if stored.code in looked_at.get(user, ())]


def _is_open(taken: timeouts.StepTaken) -> bool:
    """Return whether everybody sees this step; a warning is only for the player concerned."""
    return taken.step is not timeouts.TimeoutStep.WARNED


def _note_taken(stored: StoredGame, taken: timeouts.StepTaken) -> None:
    until = moment(taken.clocks.running[taken.seat].until)
    at, step = moment(taken.when), Step(taken.step.value)
    note(stored.id, stored.code, step, taken.seat, at=at, until=until, is_open=_is_open(taken))


def set_clocks(stored: StoredGame, times: Clocks, *, is_seen: bool = True) -> StoredGame:
    """Save the clocks of a locked game and its due rows; `is_seen` makes open pages refresh."""
    if times == stored.clocks:
        return stored
    columns: dict[str, Any] = {"changed_at": moment_now()} if is_seen else {}
    Game.objects.filter(pk=stored.id).update(clocks=clocks.to_json(times), **columns)
    remember(stored.id, stored.clocks, times)
    return changed(stored, clocks=times, **columns)


def is_late(stored: StoredGame, seat: int) -> bool:
    """Return whether a seat's time, bank and excuse are used up; False if no worker runs."""
    times = stored.clocks
    clock = times.running.get(seat)
    if clock is None or times.pause or clock.until > now():
        return False
    terms, lost = terms_with_rests(stored), outages.lost_after(times.outage)
    # Reading the outages may have updated `now()`: the database's clock may have stepped back.
    moment = now()
    times = timeouts.given_back(times, lost, moment)
    if times.running[seat] != clock:
        times = timeouts.past_rest(times, terms, moment, pauses.seats_of_people(stored))
    alone = changed(times, running={seat: times.running[seat]})
    return timeouts.settled(alone, terms, moment)[1] is not None and outages.is_alive()


# Seats


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Moves to play before and after a request's own moves; columns and steps to store."""

    before: TakeSeat | None = None
    after: TakeSeat | None = None
    columns: dict[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    is_open: bool = True


def may_return(state: State, seat: int) -> bool:
    """Return whether a steward plays a seat that its player may still take back (ELM-7)."""
    player = state.players[seat]
    return player.control is Control.STEWARD and player.own and not player.eliminated


def seat_change(
    stored: StoredGame, state: State, seat: int, by: Move.By, missed: int
) -> SeatChange:
    """Return how moves change a seat's control; `missed` counts missed turns, these included."""
    row = stored.seats[seat]
    if by is Move.By.PLAYER and may_return(state, seat):
        columns = {"returned": row.returned + 1, "away_round": None, "away_since": None}
        back = TakeSeat(Control.PLAYER, own=True)
        return SeatChange(before=back, columns=columns, steps=(Step.RETURNED,))
    if by is Move.By.CLOCK and missed > row.missed:
        return _after_miss(stored, state, seat, missed)
    if by is Move.By.BOT and may_return(state, seat) and _is_over_for(stored, state, seat):
        last = TakeSeat(Control.STEWARD, own=False)
        return SeatChange(after=last, columns={"is_vacant": True}, steps=(Step.OPENED,))
    return SeatChange()


def _after_miss(stored: StoredGame, state: State, seat: int, missed: int) -> SeatChange:
    clock = stored.clocks.running.get(seat)
    is_open = clock is None or not clock.together
    if missed < MOST_MISSED:
        return SeatChange(steps=(Step.MISSED,), is_open=is_open)
    row = stored.seats[seat]
    # The account may have been deleted while the game was paused.
    is_kept = row.returned < MOST_RETURNS or _is_against_bots(stored, seat)
    own = row.user is not None and is_kept
    columns = {"away_round": state.round, "away_since": moment_now(), "is_vacant": not own}
    steps = (Step.MISSED, Step.STEWARD) if own else (Step.MISSED, Step.STEWARD, Step.OPENED)
    return SeatChange(after=TakeSeat(Control.STEWARD, own=own), columns=columns, steps=steps)


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


def steps_of(stored: StoredGame, seat: int, change: SeatChange) -> list[AbsenceStep]:
    """Return the unsaved steps of a seat change, and announce them on commit."""
    for step in change.steps:
        _announce_on_commit(stored.code, seat, step)
    more = {"game_id": stored.id, "seat": seat, "at": moment_now(), "is_open": change.is_open}
    return [AbsenceStep(step=step, **more) for step in change.steps]


def step_of_table(stored: StoredGame, step: Step, until: datetime | None = None) -> AbsenceStep:
    """Return an unsaved step that concerns the whole table, and announce it on commit."""
    _announce_on_commit(stored.code, None, step)
    return AbsenceStep(game_id=stored.id, step=step, at=moment_now(), until=until)


@transaction.atomic
def change_clocks(code: str, change: Callable[[StoredGame, Clocks], Clocks]) -> None:
    """Change the clocks of a running game, and its due rows; do nothing if it is not running."""
    stored = load_locked(code)
    if stored.status != Game.Status.RUNNING:
        return
    times = change(stored, stored.clocks)
    Game.objects.filter(pk=stored.id).update(clocks=clocks.to_json(times))
    remember(stored.id, Clocks(), times)
