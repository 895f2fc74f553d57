"""Sentences in the terms of a game."""

from rules.rulesets.ruleset import Ruleset


def in_words_of(ruleset: Ruleset, sentence: str, **parts: object) -> str:
    """Return a sentence with its terms (see `rules.terms`) and other parts filled in."""
    return sentence.format_map({**ruleset.words, **parts})
