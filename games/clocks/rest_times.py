"""When a person rests: vacations, quiet hours, weekends off; and where deadlines then lie.

Pure functions. Hours and days are those of the person's own time zone; times of clocks are whole
milliseconds since 1970.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_QUIET = 12
"""So many hours a day may be quiet, at most."""

VACATION_DAYS = 30
"""So many days of vacation a person has in a calendar year, over all games."""

FIRST_DAY_OFF = 5
"""Saturday, as `date.weekday` counts."""

_MOST_REST_DAYS = 400
"""Bounds the search for a time that is no rest."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A person's rest: vacations as (first day, last day), quiet hours as (from, until)."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for a name that is none any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        # Zones are renamed now and then.
        return ZoneInfo("UTC")


def moved_out(rest: Rest | None, now: int, until: int, whole: int) -> int:
    """Return a deadline moved out of a person's rest; one that lies in none stays as it is.

    After a vacation that the time would have run into, there is the `whole` time again, in
    milliseconds. Asked a second time, the answer is the same.
    """
    if rest is None:
        return until
    zone = zone_named(rest.zone)
    for began, ended in _vacations(rest, zone):
        if began <= until and now < ended:
            until = max(until, ended + whole)
    return _milliseconds(_awake(rest, _moment(until, zone), zone))


def is_met(rest: Rest | None, now: int, until: int) -> bool:
    """Say whether a time that runs until then would run into a vacation."""
    if rest is None:
        return False
    vacations = _vacations(rest, zone_named(rest.zone))
    return any(began <= until and now < ended for began, ended in vacations)


def is_moved(rest: Rest, until: int, whole: int) -> bool:
    """Say whether a deadline lies where one of these vacations would have moved it, or later."""
    return any(ended + whole <= until for _, ended in _vacations(rest, zone_named(rest.zone)))


def _vacations(rest: Rest, zone: ZoneInfo) -> Iterator[tuple[int, int]]:
    for first, last in sorted(rest.vacations):
        yield (
            _milliseconds(_midnight(first, zone)),
            _milliseconds(_midnight(last + timedelta(days=1), zone)),
        )


def _awake(rest: Rest, moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the first time from a moment on that is neither quiet nor of a weekend off."""
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
        # Of a night that begins before midnight the end lies on the next day.
        day += timedelta(days=1) if hour >= began else timedelta()
    return datetime.combine(day, time(ended), zone).astimezone(zone) if is_quiet else moment


def quiet_hours(quiet: tuple[int, int]) -> int:
    """Return how many hours lie between two hours of the day."""
    return (quiet[1] - quiet[0]) % 24


def days_in(year: int, first: date, last: date) -> int:
    """Return how many of the days from the first to the last are of a year."""
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def _moment(moment: int, zone: ZoneInfo) -> datetime:
    # Through UTC, for an hour that comes twice a year is told apart there alone.
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(zone)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
