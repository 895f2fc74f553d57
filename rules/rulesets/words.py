"""Sentences in the terms of a game."""

from collections.abc import Mapping
from string import Formatter

from rules.rulesets.ruleset import Ruleset

STOP = "."


def in_words_of(ruleset: Ruleset, sentence: str, **parts: object) -> str:
    """Return a sentence with its terms (see `rules.terms`) and other parts filled in.

    A part that ends in a full stop, such as the name “M.”, takes the place of the sentence’s own.
    """
    values = {**ruleset.words, **parts}
    text = sentence.format_map(values)
    return _with_single_stops(sentence, values) if 2 * STOP in text else text


def _with_single_stops(sentence: str, values: Mapping[str, object]) -> str:
    """Fill in a sentence, without the full stops that follow a part ending in one."""
    text = ""
    for literal, name, spec, _ in Formatter().parse(sentence):
        text += literal.removeprefix(STOP) if text.endswith(STOP) else literal
        if name is not None:
            text += format(values[name], spec or "")
    return text
