"""What a game calls the things that all games share: the chapters speak in Greyhawk's words."""

import re
from functools import cache

from rules.rulesets.ruleset import Ruleset


def in_words_of(ruleset: Ruleset, sentence: str) -> str:
    """Return a sentence of the shared chapters in the words of a game.

    Names of players, and what they write, are put in afterwards: they are never changed.
    """
    if not ruleset.words:
        return sentence
    return _pattern(ruleset).sub(lambda found: ruleset.words[found[0]], sentence)


@cache
def _pattern(ruleset: Ruleset) -> re.Pattern[str]:
    # The longest first, or "a Hero" would be found as "Hero".
    words = sorted(ruleset.words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
