"""The games offered on the site, and their options."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import CASTLE, CLASSIC, GREYHAWK, HEADQUARTERS, Options, Ruleset
from rules.rulesets.ruleset import GameOption

PLAYABLE = (GREYHAWK, CASTLE, CLASSIC, HEADQUARTERS)
"""The games offered on the site, in order; the first is the default."""


ADVICE = "All players can ask what a general would do."
"""The sentence shown at tables that allow advice."""


@dataclass(frozen=True, slots=True)
class Term:
    """The chosen value of an option: the option's title, and the choice's name, sentence and rule.

    `is_usual` marks the default.
    """

    title: str
    name: str
    sentence: str
    rule: str
    is_usual: bool


def terms_of(ruleset: Ruleset, options: Options) -> Iterator[Term]:
    """Yield the chosen value of each option that a game has."""
    for option in ruleset.options:
        chosen = getattr(options, option.name)
        usual = option.choices[0][0]
        for value, name, sentence in option.choices:
            if value == chosen:
                yield Term(option.title, name, sentence, option.rule, value == usual)


def field_name(ruleset: Ruleset, option: GameOption) -> str:
    """Return the name of an option's field in the form that opens a table."""
    return f"{ruleset.name}_{option.name}"
