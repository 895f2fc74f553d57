"""Display names: what one may look like, and the key that look-alikes share."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError

SHORTEST_NAME, LONGEST_NAME = 2, 30


def verify_name(name: str) -> None:
    """Raise ValidationError, with a sentence, for what cannot be a display name."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(f"A name has {SHORTEST_NAME} to {LONGEST_NAME} characters.")
    if not name.isprintable() or name != " ".join(name.split()):
        raise ValidationError("A name is one line, without invisible signs or double spaces.")
    if not any(sign.isalnum() for sign in name):
        raise ValidationError("A name has at least one letter or digit.")


def look_alike_key(name: str) -> str:
    """Return the same text for names that differ only in case, spaces or look-alike signs."""
    # Capitals have look-alikes of their own, so signs are folded before case and after it.
    text = _fold(_fold(unicodedata.normalize("NFKC", name)).casefold())
    return text.translate(_ACROSS_CASE).replace("rn", "m")


def _fold(text: str) -> str:
    families = _families()
    signs = unicodedata.normalize("NFKD", text)
    return "".join(families.get(sign, sign) for sign in signs if not _is_unseen(sign))


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in ("Cc", "Cf", "Mn")


@cache
def _families() -> dict[str, str]:
    """Return for every sign with look-alikes the one that stands for all of them."""
    parent: dict[str, str] = {}

    def head(sign: str) -> str:
        while parent.setdefault(sign, sign) != sign:
            sign = parent[sign]
        return sign

    for sign, twins in confusables_data.items():
        for twin in twins:
            if len(sign) == len(twin["c"]) == 1:
                # The lowest code point stands for a family, so that Latin letters do.
                first, second = sorted((head(sign), head(twin["c"])))
                parent[second] = first
    return {sign: head(sign) for sign in parent}


_ACROSS_CASE = str.maketrans({"i": "1", "l": "1", "o": "0"})
"""A capital I looks like a small L, a capital O like a nought: in a name either may stand."""
