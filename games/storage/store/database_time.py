"""The clock that all processes share: the database server's clock."""

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection
from django.db.models import Model
from django.utils import timezone

ASKED_EVERY = 5.0
"""Seconds between queries of the database's clock; this process interpolates in between."""


_answer: tuple[datetime, float] | None = None
"""The time last received from the database, and the value of `monotonic()` when it arrived."""


_TIME = "{when:%Y-%m-%d %H:%M:%S} UTC"


def time_text(when: datetime) -> str:
    """Return a time in UTC, to the second."""
    return _TIME.format(when=when.astimezone(UTC))


def moment_now() -> datetime:
    """Return the time by the database's clock, interpolated between queries."""
    global _answer
    answer = _answer
    if answer is None or monotonic() - answer[1] > ASKED_EVERY:
        if connection.vendor != "postgresql":
            # SQLite runs in this process and has no clock of its own.
            return timezone.now()
        answer = _answer = _ask()
    return answer[0] + timedelta(seconds=monotonic() - answer[1])


def moment_asked() -> datetime:
    """Return the time by the database's clock, always with a query."""
    return timezone.now() if connection.vendor != "postgresql" else _ask()[0]


def note_asked(asked: datetime) -> None:
    """Record the database's time, returned by another query; do nothing on SQLite."""
    global _answer
    if connection.vendor == "postgresql":
        _answer = asked, monotonic()


def _ask() -> tuple[datetime, float]:
    """Return the time by the database's clock, and the value of `monotonic()` then.

    The monotonic time is taken after the answer, so this process is never ahead of the database.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0], monotonic()


def note_moment(row: Model, column: str, every: timedelta) -> bool:
    """Write the time to a column at most once per `every`; return whether it was written now."""
    moment = timezone.now()
    if getattr(row, column) >= moment - every:
        return False
    setattr(row, column, moment)
    # The user of a request is a lazy object, which has the class of a User but not its type.
    row.__class__._default_manager.filter(pk=row.pk).update(**{column: moment})
    return True


def now() -> int:
    """Return the current Unix time in milliseconds."""
    return milliseconds(moment_now())


def milliseconds(time: datetime) -> int:
    """Return a time as Unix time in whole milliseconds."""
    return int(time.timestamp() * 1000)


def moment(time: int) -> datetime:
    """Return the datetime for a Unix time in milliseconds."""
    return datetime.fromtimestamp(time / 1000, UTC)
