"""Translate sentences of the engine, written in Greyhawk's terms, into the terms of a game."""

import re
from functools import cache

from rules.rulesets.ruleset import Ruleset


def in_words_of(ruleset: Ruleset, sentence: str) -> str:
    """Return a sentence of the engine in the terms of a game.

    Call this before inserting names or texts of players, which must not be changed.
    """
    if not ruleset.words:
        return sentence
    return _pattern(ruleset).sub(lambda found: ruleset.words[found[0]], sentence)


@cache
def _pattern(ruleset: Ruleset) -> re.Pattern[str]:
    # Longest first, or "a Hero" would match as "Hero".
    words = sorted(ruleset.words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
