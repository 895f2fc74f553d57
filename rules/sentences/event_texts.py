"""The effects of the event cards in the words of the rulebook's table."""

import re
from functools import cache
from importlib.resources import files

from rules.cards import EVENT_CARDS, CardText, EventCard

_ROW = re.compile(r"\|\s*(EVT-\d+)\s*\|\s*\d+\s*\|[^|]+\|\s*(.+?)\s*\|\s*")
_RULING = "**R** "
_LIKE_THE_FIRST_STORM, _FIRST_STORM, _ITS_SEA = "the same for ", "EVT-9", "the Azure Sea"


@cache
def event_texts() -> dict[EventCard, str]:
    """Return the complete effect of every event card, without reference to other cards."""
    page = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")
    effects = {}
    for line in page.splitlines():
        row = _ROW.fullmatch(line)
        if row:
            effects[row[1]] = row[2].replace(_RULING, "")
    storm = effects[_FIRST_STORM]
    return {card: _typeset(_whole(effects[row.rule], storm)) for card, row in EVENT_CARDS.items()}


def event_face(card: EventCard) -> CardText:
    """Return the face of an event card, with its effect as a sentence and no summary."""
    row, effect = EVENT_CARDS[card], event_texts()[card]
    sentence = f"{effect[0].upper()}{effect[1:]}."
    return CardText(title=row.title, line="", text=sentence, rule=row.rule, motif=row.motif)


def _whole(effect: str, storm: str) -> str:
    """Return an effect; “the same for …” becomes the first storm's text with the other sea."""
    if effect.startswith(_LIKE_THE_FIRST_STORM):
        return storm.replace(_ITS_SEA, effect.removeprefix(_LIKE_THE_FIRST_STORM))
    return effect


def _typeset(text: str) -> str:
    return text.replace("'", "’")
