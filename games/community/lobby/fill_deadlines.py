"""The deadline for filling a correspondence table: warn, extend, close.

Live tables have no deadline; they close when no player has viewed them for a while (`host`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.community.lobby.host import lock_open, notify_seated
from games.community.lobby.tables import LockedTable, announce_change, close, lock_table
from games.drawing.display.titles import name_in_sentence
from games.exceptions import Refused
from games.models import Game, User
from games.storage.processes.isolation import count_done

WARNED_BEFORE = timedelta(days=1)
LONGER = timedelta(weeks=1)
MOST_WEEKS = 8
"""A deadline can be at most this many weeks away."""

WARNINGS = {
    "free": "{table} will be cancelled within a day. Seats still free: {free}.",
    "full": "{table} will be cancelled within a day unless the host starts it.",
    "free_to_host": (
        "{table} will be cancelled within a day. Seats still free: {free}. Keep it open?"
    ),
    "full_to_host": "{table} will be cancelled within a day unless you start it or keep it open.",
}
"""The texts that warn of a deadline: for players or the host, with free seats or without."""

UNFILLED = "{table} didn’t fill in time, so it was cancelled."


def may_keep_open(fills_until: datetime | None) -> bool:
    """Return whether a table's deadline can be extended by another week."""
    if fills_until is None:
        return False
    return _later(fills_until) <= timezone.now() + timedelta(weeks=MOST_WEEKS)


def _later(fills_until: datetime) -> datetime:
    return max(fills_until, timezone.now()) + LONGER


@transaction.atomic
def keep_open(code: str, host: User) -> None:
    """Extend a table's deadline by a week; only its host may do so.

    Raises NoSuchGame, NotAllowed, Stale if the table is not open, and Refused if it has no
    deadline or if the new one would be more than MOST_WEEKS away.
    """
    game = lock_open(code, host).game
    if game.fills_until is None:
        raise Refused("This game has no deadline for filling its seats.")
    if not may_keep_open(game.fills_until):
        raise Refused(
            "You can’t keep the game open for more than {weeks} weeks from now.", weeks=MOST_WEEKS
        )
    Game.objects.filter(pk=game.pk).update(fills_until=_later(game.fills_until))
    announce_change(game)


# Chores


def warn() -> int:
    """Notify the players of tables that close within a day; return the number of tables."""
    now = timezone.now()
    return count_done("table", _codes_due(now, now + WARNED_BEFORE), _warn)


def close_unfilled() -> int:
    """Close the tables whose deadline has passed; return how many were closed."""
    return count_done("table", _codes_due(None, timezone.now()), _close)


def _codes_due(after: datetime | None, until: datetime) -> list[str]:
    """Return the codes of open tables with a deadline in (after, until]."""
    due = Game.objects.filter(status=Game.Status.OPEN, fills_until__lte=until)
    if after is not None:
        due = due.filter(fills_until__gt=after)
    return list(due.values_list("code", flat=True))


@transaction.atomic
def _warn(code: str) -> bool:
    table = _lock_due(code, timezone.now() + WARNED_BEFORE)
    if table is None:
        return False
    # The cause contains the deadline, so an extended deadline gets a warning of its own.
    cause = f"warned {table.game.fills_until:%Y-%m-%d %H:%M}"
    free = len(table.free_seats())
    parts = {"table": name_in_sentence(table.game), "free": free}
    key = "free" if free else "full"
    text, to_host = (WARNINGS[each].format(**parts) for each in (key, f"{key}_to_host"))
    notify_seated(table, cause, text, to_host=to_host)
    return True


@transaction.atomic
def _close(code: str) -> bool:
    table = _lock_due(code, timezone.now())
    if table is None:
        return False
    text = UNFILLED.format(table=name_in_sentence(table.game))
    notify_seated(table, "unfilled", text, to_host=text)
    close(table.game)
    announce_change(table.game)
    return True


def _lock_due(code: str, until: datetime) -> LockedTable | None:
    """Lock a table; return None if it is no longer due because it was begun, closed or extended."""
    table = lock_table(code)
    deadline = table.game.fills_until
    is_due = deadline is not None and deadline <= until
    return table if is_due and table.game.status == Game.Status.OPEN else None
