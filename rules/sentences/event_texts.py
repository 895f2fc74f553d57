"""The titles of the event cards, and their effects in the words of the rulebook's table."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.cards import EVENT_NAMES, EVENT_RULES, EventCard

_ROW = re.compile(r"\|\s*(EVT-\d+)\s*\|\s*\d+\s*\|[^|]+\|\s*(.+?)\s*\|\s*")
_RULING = "**R** "
_LIKE_THE_FIRST_STORM, _FIRST_STORM, _ITS_SEA = "the same for ", "EVT-9", "the Azure Sea"


@dataclass(frozen=True, slots=True)
class EventText:
    """The complete text of an event card, without reference to other cards."""

    rule: str
    title: str
    effect: str


@cache
def event_texts() -> dict[EventCard, EventText]:
    """Return the text of every event card."""
    page = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")
    effects = {}
    for line in page.splitlines():
        row = _ROW.fullmatch(line)
        if row:
            effects[row[1]] = row[2].replace(_RULING, "")
    storm = effects[_FIRST_STORM]
    return {
        card: EventText(rule, EVENT_NAMES[card], _typeset(_whole(effects[rule], storm)))
        for card, rule in EVENT_RULES.items()
    }


def _whole(effect: str, storm: str) -> str:
    """Return an effect; “the same for …” becomes the first storm's text with the other sea."""
    if effect.startswith(_LIKE_THE_FIRST_STORM):
        return storm.replace(_ITS_SEA, effect.removeprefix(_LIKE_THE_FIRST_STORM))
    return effect


def _typeset(text: str) -> str:
    return text.replace("'", "’")
