"""Display names: validation, and a key that detects look-alikes."""

import unicodedata
from functools import cache

from django.core.exceptions import ValidationError

SHORTEST_NAME, LONGEST_NAME = 2, 30
MOST_MARKS = 2
"""The maximum number of accents on one letter of a name or title."""

MOST_MARKS_IN_TALK = 4
"""The maximum number of accents per letter in a message: Hebrew and Burmese use up to four."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and marks that are invisible although Unicode classes them as printable."""


def verify_name(name: str) -> None:
    """Raise ValidationError, with a sentence for the user, if a display name is invalid."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(
            "Use %(fewest)s to %(most)s characters for the name.",
            params={"fewest": SHORTEST_NAME, "most": LONGEST_NAME},
        )
    if not is_seen(name) or name != " ".join(name.split()):
        raise ValidationError(
            "The name can’t contain line breaks, invisible characters or double spaces."
        )
    if not any(sign.isalnum() for sign in name):
        raise ValidationError("The name needs at least one letter or digit.")
    verify_marks(name)


def verify_marks(text: str, most: int = MOST_MARKS) -> None:
    """Raise ValidationError if a letter has more than `most` accents, which overlap other lines."""
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        if marks > most:
            raise ValidationError("There are too many accents on one letter.")


def is_seen(text: str) -> bool:
    """Return whether a text has only visible characters: no control characters or blank letters."""
    return text.isprintable() and BLANK.isdisjoint(text)


def visible(text: str) -> str:
    """Return a text on one line, with spaces for invisible characters; "" if none is visible."""
    line = " ".join("".join(sign if is_seen(sign) else " " for sign in text).split())
    # Marks are visible only on another character.
    return line if any(unicodedata.category(sign)[0] not in "MZ" for sign in line) else ""


def look_alike_key(name: str) -> str:
    """Return a key shared by names that differ only in case, spaces or look-alike characters."""
    # Capitals have look-alikes of their own, so fold both before and after casefolding.
    text = _fold(_fold(unicodedata.normalize("NFKC", name)).casefold())
    return text.translate(_ACROSS_CASE).replace("rn", "m")


def _fold(text: str) -> str:
    families = _families()
    signs = unicodedata.normalize("NFKD", text)
    return "".join(families.get(sign, sign) for sign in signs if not _is_unseen(sign))


def _is_unseen(sign: str) -> bool:
    return sign in BLANK or sign.isspace() or unicodedata.category(sign) in ("Cc", "Cf", "Mn")


@cache
def _families() -> dict[str, str]:
    """Map every character that has look-alikes to the one that represents them all."""
    # Imported late: reading its tables takes a tenth of the start of a process.
    from confusable_homoglyphs.confusables import confusables_data

    parent: dict[str, str] = {}

    def head(sign: str) -> str:
        while parent.setdefault(sign, sign) != sign:
            sign = parent[sign]
        return sign

    for sign, twins in confusables_data.items():
        for twin in twins:
            if len(sign) == len(twin["c"]) == 1:
                # The lowest code point represents a family, which favours Latin letters.
                first, second = sorted((head(sign), head(twin["c"])))
                parent[second] = first
    return {sign: head(sign) for sign in parent}


_ACROSS_CASE = str.maketrans({"i": "1", "l": "1", "o": "0"})
"""Applied to casefolded names: capital I looks like small L, and capital O like zero."""
