"""Settle what has expired on a game's clocks (ELM-7, ORD-6): the absence ladder in the database.

Its steps are warning, bank, excuse, default, steward and vacant seat; the last three follow from
moves. Each is stored as a row, shown at the table and announced with a signal.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

from games.models import AbsenceStep
from games.playing.clocks import outages, timeouts
from games.playing.clocks.clock_settings import terms_with_rests
from games.playing.commit import new_step, save_clocks
from games.storage.processes import presence
from games.storage.store.database_time import milliseconds, moment, now
from games.storage.store.stored_game import StoredGame

_Step = AbsenceStep.Step

LEAST_TOLD = 5000
"""Players are notified of an outage that gives back at least this many milliseconds."""

_PUT_OFF = presence.GRACE // timedelta(milliseconds=1)


def settle(stored: StoredGame, signs: outages.Signs | None = None) -> tuple[StoredGame, int | None]:
    """Apply and save all clock steps of a locked game due by now, or by `signs.reached`.

    Pass no `signs` if a player is acting: then all steps due by now apply, even in an outage.

    Returns the updated game and the seat whose default the caller must play, if any.
    """
    lost = outages.lost_after(stored.clocks.outage) if signs is None else signs.lost
    reached = now() if signs is None or signs.reached is None else milliseconds(signs.reached)
    terms, people = terms_with_rests(stored), stored.people
    times, given = timeouts.restored(stored.clocks, lost, now(), reached, terms, people)
    steps = []
    if given >= LEAST_TOLD and not _knows(stored.id, lost[-1]):
        steps.append(new_step(stored, _Step.GIVEN_BACK))
    # When the pause of an unattended game expires, the game ends instead (see `unattended`).
    if times.pause and times.pause.until <= reached and not times.pause.unattended:
        times = timeouts.resumed_past_rest(times, times.pause.until, terms, people)
        steps.append(new_step(stored, _Step.RESUMED))
    looking = _looking(stored, timeouts.unwarned(times, reached))
    times = timeouts.put_off(times, looking, reached + _PUT_OFF)
    taken, seat = timeouts.settled(times, terms, reached)
    steps += [_step_of(stored, each) for each in taken]
    times = taken[-1].clocks if taken else times
    is_seen = bool(given) or any(step.is_open for step in steps)
    return save_clocks(stored, times, *steps, is_seen=is_seen), seat


def _knows(game: int, lost: timeouts.LostTime) -> bool:
    """Return whether an earlier part of this outage has been announced in the game."""
    announced = AbsenceStep.objects.filter(game=game, step=_Step.GIVEN_BACK)
    return announced.filter(at__gte=moment(lost.told_from)).exists()


def _looking(stored: StoredGame, seats: Collection[int]) -> list[int]:
    """Return which of these seats belong to users who look at the game."""
    users = {seat: user for seat in seats if (user := stored.seats[seat].user) is not None}
    if not users:
        return []
    looked_at = presence.looking_now(set(users.values()))
    return [seat for seat, user in users.items() if stored.code in looked_at.get(user, ())]


def _step_of(stored: StoredGame, taken: timeouts.StepTaken) -> AbsenceStep:
    """Return the row of a step; a warning is visible only to the player concerned."""
    return new_step(
        stored,
        _Step(taken.step.value),
        taken.seat,
        at=moment(taken.when),
        until=moment(taken.clocks.running[taken.seat].until),
        is_open=taken.step is not timeouts.TimeoutStep.WARNED,
    )


def is_late(stored: StoredGame, seat: int) -> bool:
    """Return whether a seat's time, bank and excuse are used up; False if no worker runs."""
    times = stored.clocks
    clock = times.running.get(seat)
    if clock is None or times.pause or clock.until > now():
        return False
    terms, people = terms_with_rests(stored), stored.people
    lost = outages.lost_after(times.outage)
    # Reading the outages may have updated `now()`: the database's clock may have stepped back.
    reached = now()
    times, _ = timeouts.restored(times, lost, reached, reached, terms, people)
    alone = replace(times, running={seat: times.running[seat]})
    return timeouts.settled(alone, terms, reached)[1] is not None and outages.is_alive()
