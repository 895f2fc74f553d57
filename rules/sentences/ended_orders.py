"""Reasons why standing orders and wishes have ended, in current wording (ORD-5, ORD-9).

Games store these reasons, and audits compare them, so the stored wording cannot change.
"""

import re

from rules.sentences.words import listed

_CURRENT = (
    (
        re.compile(r"The round to whose end it went, round (?P<round>\d+), is over\."),
        "It was set to last until the end of round {round}.",
    ),
    (
        re.compile(r"It was for (?P<places>.+), and you hold nothing of that now\."),
        "It applied only to {places}, which you no longer hold.",
    ),
    (
        re.compile(
            r"It was to keep (?P<number>\d+) of your cards (?P<card>.+), "
            r"and you have no more than that\."
        ),
        "It was set to keep {number} × {card}, and you have none to spare.",
    ),
    (re.compile(r"(?P<place>.+) is held already\."), "{place} has already been claimed."),
)
"""Pairs of a stored wording and the template that replaces it."""


def current_reason(reason: str) -> str:
    """Return a stored reason in current wording."""
    for stored, template in _CURRENT:
        match = stored.fullmatch(reason)
        if match:
            parts = match.groupdict()
            return template.format_map({key: listed(parts[key].split(", ")) for key in parts})
    return reason
