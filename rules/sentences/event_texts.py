"""The event cards: their titles and effects, in the words of the rulebook's table."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.cards import EVENT_RULES, EventCard

_ROW = re.compile(r"\|\s*(EVT-\d+)\s*\|\s*\d+\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|\s*")
_RULING = "**R** "


@dataclass(frozen=True, slots=True)
class EventText:
    """What is printed on an event card."""

    rule: str
    title: str
    effect: str


@cache
def event_texts() -> dict[EventCard, EventText]:
    """Return what is printed on every event card."""
    page = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")
    rows = {}
    for line in page.splitlines():
        row = _ROW.fullmatch(line)
        if row:
            rows[row[1]] = EventText(row[1], row[2], row[3].replace(_RULING, ""))
    return {card: rows[rule] for card, rule in EVENT_RULES.items()}
