"""The text of iCalendar files (RFC 5545)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST_LINE = 75
"""The maximum length of a line in octets, without its end."""

_BEGIN = (
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Castlerisk//Deadlines//EN",
    "CALSCALE:GREGORIAN",
)


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event without a duration, at `at`; `made_at` is when it became known.

    An event whose `uid` a calendar already has replaces it.
    """

    uid: str
    made_at: datetime
    at: datetime
    title: str
    text: str
    url: str


def calendar_text(name: str, refresh_minutes: int, events: Iterable[CalendarEvent]) -> str:
    """Return a calendar that programs show under this name and request again so often."""
    every = f"PT{refresh_minutes}M"
    lines = [
        *_BEGIN,
        f"X-WR-CALNAME:{_escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{every}",
        f"X-PUBLISHED-TTL:{every}",
        *(line for event in events for line in _event_lines(event)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event_lines(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{_utc(event.made_at)}"
    yield f"DTSTART:{_utc(event.at)}"
    yield f"SUMMARY:{_escaped(event.title)}"
    yield f"DESCRIPTION:{_escaped(event.text)}"
    yield f"URL:{event.url}"
    # Nobody is busy at a deadline.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """Return a text as a value of type TEXT, without control characters."""
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return "".join(character for character in text if character >= " " and character != "\x7f")


def _folded(line: str) -> Iterator[str]:
    """Yield the physical lines of a line: those after the first begin with a space."""
    part, size = "", 0
    for character in line:
        octets = len(character.encode())
        if size + octets > LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + character, size + octets
    yield part
