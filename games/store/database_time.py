"""The time by the clock that all processes share: the database."""

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection
from django.db.models import Model
from django.utils import timezone

ASKED_EVERY = 5.0
"""For so many seconds this process counts on by itself from what the database's clock said."""


_heard: tuple[datetime, float] | None = None
"""What it said last, and when that was by this process's own counting."""


def moment_now() -> datetime:
    """Return the time by the clock that all processes share: the database's."""
    if connection.vendor != "postgresql":
        # SQLite is in this process, and has no other clock.
        return timezone.now()
    global _heard
    heard = _heard
    if heard is None or monotonic() - heard[1] > ASKED_EVERY:
        heard = _heard = _ask()
    return heard[0] + timedelta(seconds=monotonic() - heard[1])


def moment_asked() -> datetime:
    """Return the same as the database itself says it now: one query."""
    return timezone.now() if connection.vendor != "postgresql" else _ask()[0]


def _ask() -> tuple[datetime, float]:
    """Ask the database's clock; counted from when the answer came, nobody is ever ahead of it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0], monotonic()


def note_moment(row: Model, column: str, every: timedelta) -> bool:
    """Write the moment into a column of a row, once in so long at most; say whether it was now."""
    moment = timezone.now()
    if getattr(row, column) >= moment - every:
        return False
    setattr(row, column, moment)
    row._meta.default_manager.filter(pk=row.pk).update(**{column: moment})
    return True


def now() -> int:
    """Return the time as clocks count it."""
    return milliseconds(moment_now())


def milliseconds(time: datetime) -> int:
    """Return a time as whole milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def moment(time: int) -> datetime:
    """Return the time that so many milliseconds since 1970 are."""
    return datetime.fromtimestamp(time / 1000, UTC)
