"""A person's rest (vacations, quiet hours and weekends off), and how it moves deadlines.

Pure functions. Hours and days are in the person's time zone; other times are Unix times in whole
milliseconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_QUIET = 12
"""The maximum number of quiet hours per day."""

VACATION_DAYS = 30
"""Vacation days per person and calendar year, over all games."""

FIRST_DAY_OFF = 5
"""Saturday, as numbered by `date.weekday`."""

_MOST_REST_DAYS = 400
"""The maximum number of days to search for a time outside the rest."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A person's rest: vacations as (first day, last day), quiet hours as (from, until)."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by name; UTC if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        # The stored name may have been removed from the time zone database.
        return ZoneInfo("UTC")


def moved_out(rest: Rest, now: int, until: int, whole: int) -> int:
    """Return a deadline moved past a person's rest times; unchanged if it is outside them.

    If a vacation begins before the deadline, the person gets the `whole` time (milliseconds) again
    after it. The function is idempotent.
    """
    zone = zone_named(rest.zone)
    for began, ended in _vacations(rest, zone):
        if began <= until and now < ended:
            until = max(until, ended + whole)
    return _milliseconds(_awake(rest, _moment(until, zone), zone))


def is_met(rest: Rest | None, now: int, until: int) -> bool:
    """Return whether the time from `now` to a deadline overlaps a vacation."""
    if rest is None:
        return False
    vacations = _vacations(rest, zone_named(rest.zone))
    return any(began <= until and now < ended for began, ended in vacations)


def is_moved(rest: Rest, until: int, whole: int) -> bool:
    """Return whether a deadline is so late that a vacation may have postponed it."""
    return any(ended + whole <= until for _, ended in _vacations(rest, zone_named(rest.zone)))


def _vacations(rest: Rest, zone: ZoneInfo) -> Iterator[tuple[int, int]]:
    for first, last in sorted(rest.vacations):
        yield (
            _milliseconds(_midnight(first, zone)),
            _milliseconds(_midnight(last + timedelta(days=1), zone)),
        )


def _awake(rest: Rest, moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the first time, at `moment` or later, outside quiet hours and weekends off."""
    for _ in range(_MOST_REST_DAYS):
        later = _after_quiet(rest, _after_weekend(rest, moment, zone), zone)
        if later == moment:
            return moment
        moment = later
    return moment


def _after_weekend(rest: Rest, moment: datetime, zone: ZoneInfo) -> datetime:
    day = moment.date()
    if not rest.weekends or day.weekday() < FIRST_DAY_OFF:
        return moment
    return _midnight(day + timedelta(days=7 - day.weekday()), zone)


def _after_quiet(rest: Rest, moment: datetime, zone: ZoneInfo) -> datetime:
    if rest.quiet is None or rest.quiet[0] == rest.quiet[1]:
        return moment
    began, ended = rest.quiet
    hour, day = moment.hour, moment.date()
    if began < ended:
        is_quiet = began <= hour < ended
    else:
        is_quiet = hour >= began or hour < ended
        # Quiet hours that begin before midnight end on the next day.
        day += timedelta(days=1) if hour >= began else timedelta()
    return datetime.combine(day, time(ended), zone).astimezone(zone) if is_quiet else moment


def quiet_hours(quiet: tuple[int, int]) -> int:
    """Return the number of quiet hours between two hours of the day."""
    return (quiet[1] - quiet[0]) % 24


def days_in(year: int, first: date, last: date) -> int:
    """Return how many of the days from first to last, inclusive, are in a year."""
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def _moment(moment: int, zone: ZoneInfo) -> datetime:
    # Convert from UTC: local times in the hour repeated when summer time ends are ambiguous.
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(zone)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
