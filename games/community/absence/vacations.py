"""Set a person's rest: vacations, quiet hours, weekends off. Vacations move open deadlines."""

from dataclasses import replace
from datetime import date, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from games.models import Game, RestTimes, User, Vacation
from games.playing.clocks import rest_times as rests
from games.playing.clocks import timeouts
from games.playing.clocks.clock_settings import rests_of, terms_of, terms_with_rests
from games.playing.clocks.rest_times import LONGEST_QUIET, VACATION_DAYS, Rest, zone_named
from games.playing.commit import save_clocks
from games.storage.store.database_time import moment_now, now
from games.storage.store.stored_game import StoredGame, load, load_locked

Days = tuple[date, date]
"""The first and the last day of a vacation."""

BOOKED_AHEAD = timedelta(days=366)
"""The longest time between booking a vacation and its first day."""


def today_of(user: User) -> date:
    """Return the date in a person's time zone."""
    return moment_now().astimezone(zone_named(user.time_zone)).date()


def set_rest_times(user: User, quiet: tuple[int, int] | None, weekends: bool) -> None:
    """Set the quiet hours, given as (from, until), and whether weekends are off.

    They apply to later deadlines only. Raises ValidationError for more than twelve quiet hours.
    """
    if quiet is not None and rests.quiet_hours(quiet) > LONGEST_QUIET:
        raise ValidationError(
            "Quiet hours can last at most %(most)s hours a day.", params={"most": LONGEST_QUIET}
        )
    if quiet is not None and quiet[0] == quiet[1]:
        quiet = None
    began, ended = quiet or (None, None)
    RestTimes.objects.update_or_create(
        user=user, defaults={"quiet_from": began, "quiet_until": ended, "weekends": weekends}
    )


@transaction.atomic
def _book(user: User, first: date, last: date) -> None:
    # Lock the user: of two concurrent requests, the second must see the first one's vacation.
    User.objects.lock(user.pk)
    _verify_vacation(user, first, last)
    Vacation.objects.create(user=user, first=first, last=last)


def book_vacation(user: User, first: date, last: date) -> None:
    """Book a vacation from `first` through `last`; raise ValidationError if the rules forbid it."""
    _book(user, first, last)
    for code in _slow_games(user):
        _move_out(code, user, (first, last))


def _verify_vacation(user: User, first: date, last: date) -> None:
    today = today_of(user)
    if last < first:
        raise ValidationError("The last day can’t be before the first day.")
    if first < today:
        raise ValidationError("A vacation must start today or later.")
    if first > today + BOOKED_AHEAD:
        raise ValidationError("A vacation must start within a year.")
    booked = list(user.vacations.values_list("first", "last"))
    if any(first <= ended and began <= last for began, ended in booked):
        raise ValidationError("These days overlap with a vacation you’ve already booked.")
    for year in range(first.year, last.year + 1):
        days = sum(rests.days_in(year, *days) for days in [*booked, (first, last)])
        if days > VACATION_DAYS:
            raise ValidationError(
                "That would make %(days)s vacation days in %(year)s; you have %(most)s.",
                params={"days": days, "year": year, "most": VACATION_DAYS},
            )


def days_left(user: User, year: int) -> int:
    """Return how many days of vacation a person has left in a year."""
    booked = user.vacations.values_list("first", "last")
    return VACATION_DAYS - sum(rests.days_in(year, *days) for days in booked)


def end_vacation(user: User, key: int) -> None:
    """Cancel a vacation, or its remaining days.

    Deadlines that the vacation had postponed move back. If any does, today counts as a day of
    vacation: otherwise a player could postpone a deadline again and again.
    """
    today = today_of(user)
    vacation = user.vacations.filter(pk=key).first()
    if vacation is None or vacation.last < today:
        return
    days = (vacation.first, vacation.last)
    put_off = [code for code in _slow_games(user) if _is_put_off(code, user, days)]
    if put_off:
        vacation.first, vacation.last = min(vacation.first, today), today
        vacation.save(update_fields=["first", "last"])
    elif vacation.first >= today:
        vacation.delete()
    else:
        vacation.last = today - timedelta(days=1)
        vacation.save(update_fields=["last"])
    for code in put_off:
        _bring_back(code, user, days)


# Open deadlines


def _slow_games(user: User) -> list[str]:
    seats = user.seats.filter(game__status=Game.Status.RUNNING, game__keeps_rest=True)
    return list(seats.values_list("game__code", flat=True))


def _seat_of(stored: StoredGame, user: User) -> int | None:
    """Return a user's seat; None if they left it."""
    return next((seat for seat, row in enumerate(stored.seats) if row.user == user.pk), None)


def _rest_on(user: User, days: Days) -> Rest:
    """Return a user's rest with `days` as the only vacation."""
    rest = rests_of({user.pk}).get(user.pk, Rest(user.time_zone))
    return replace(rest, vacations=(days,))


@transaction.atomic
def _move_out(code: str, user: User, days: Days) -> None:
    """Move an open deadline past a vacation that was just booked.

    A paused game is skipped: its deadline is checked against vacations when the game resumes.
    """
    stored = load_locked(code)
    times = stored.clocks
    if stored.status != Game.Status.RUNNING or stored.stopped_since(times) is not None:
        return
    seat, rest = _seat_of(stored, user), _rest_on(user, days)
    rests = tuple(rest if one == seat else None for one in range(len(stored.seats)))
    terms = replace(terms_of(stored), rests=rests)
    save_clocks(stored, timeouts.past_vacations(times, terms, now()))


def _is_put_off(code: str, user: User, days: Days) -> bool:
    stored = load(code)
    seat, times = _seat_of(stored, user), stored.clocks
    if seat is None:
        return False
    return timeouts.is_put_off(times, terms_of(stored), seat, _rest_on(user, days))


@transaction.atomic
def _bring_back(code: str, user: User, days: Days) -> None:
    stored = load_locked(code)
    seat, times = _seat_of(stored, user), stored.clocks
    terms = terms_with_rests(stored)
    # The game may have moved on since `_is_put_off` was checked.
    if seat is not None and timeouts.is_put_off(times, terms, seat, _rest_on(user, days)):
        moment = stored.stopped_since(times) or now()
        save_clocks(stored, timeouts.brought_back(times, terms, seat, moment))
