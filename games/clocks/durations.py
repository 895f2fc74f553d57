"""Durations and times as text."""

from datetime import UTC, datetime

from django.utils.translation import ngettext

UNITS = ((86400, "days", 2), (3600, "h", 1), (60, "min", 1))
"""Units in seconds, each with the smallest count for which it is used."""


def duration(seconds: int) -> str:
    """Return seconds in the largest unit that divides them: 20 s, 5 min, 24 h, 3 days."""
    for size, unit, least in UNITS:
        if seconds >= least * size and seconds % size == 0:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def spoken(seconds: int) -> str:
    """Return seconds in at most two units: 45 s, 1 min 30 s, 3 h 20 min, 2 d 4 h."""
    minutes, hours = seconds // 60, seconds // 3600
    if not minutes:
        return f"{seconds} s"
    if not hours:
        return _two(minutes, "min", seconds % 60, "s")
    if hours < 48:
        return _two(hours, "h", minutes % 60, "min")
    days, rest = hours // 24, hours % 24
    return f"{days} d {rest} h" if rest else f"{days} days"


def weeks(days: int) -> str:
    """Return days, in weeks if the number is a multiple of seven: 3 days, 1 week, 2 weeks."""
    if days % 7:
        return ngettext("{days} day", "{days} days", days).format(days=days)
    return ngettext("{weeks} week", "{weeks} weeks", days // 7).format(weeks=days // 7)


def _two(more: int, unit: str, less: int, smaller: str) -> str:
    return f"{more} {unit} {less} {smaller}" if less else f"{more} {unit}"


def time_text(when: datetime) -> str:
    """Return a time in UTC, to the second."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
