"""Durations and times as text."""

from django.utils.translation import ngettext

UNITS = ((86400, "{number} days", 2), (3600, "{number} h", 1), (60, "{number} min", 1))
"""Units in seconds, each with its text and the smallest number for which it is used."""

_SECONDS = "{seconds} s"
_SPOKEN = {
    "minutes": ("{minutes} min", "{minutes} min {seconds} s"),
    "hours": ("{hours} h", "{hours} h {minutes} min"),
    "days": ("{days} days", "{days} d {hours} h"),
}
"""Texts for a duration, by its largest unit: without and with the next smaller unit."""


def duration(seconds: int) -> str:
    """Return seconds in the largest unit that divides them (20 s, 5 min, 3 days); a day is 24 h."""
    for size, text, least in UNITS:
        if seconds >= least * size and seconds % size == 0:
            return text.format(number=seconds // size)
    return _SECONDS.format(seconds=seconds)


def spoken(seconds: int) -> str:
    """Return seconds in at most two units: 45 s, 1 min 30 s, 3 h 20 min, 2 d 4 h."""
    minutes, hours = seconds // 60, seconds // 3600
    if not minutes:
        return _SECONDS.format(seconds=seconds)
    if not hours:
        parts = {"minutes": minutes, "seconds": seconds % 60}
        return _SPOKEN["minutes"][seconds % 60 > 0].format_map(parts)
    if hours < 48:
        parts = {"hours": hours, "minutes": minutes % 60}
        return _SPOKEN["hours"][minutes % 60 > 0].format_map(parts)
    parts = {"days": hours // 24, "hours": hours % 24}
    return _SPOKEN["days"][hours % 24 > 0].format_map(parts)


def weeks(days: int) -> str:
    """Return days, in weeks if the number is a multiple of seven: 3 days, 1 week, 2 weeks."""
    if days % 7:
        return ngettext("{days} day", "{days} days", days).format(days=days)
    return ngettext("{weeks} week", "{weeks} weeks", days // 7).format(weeks=days // 7)
