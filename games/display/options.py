"""The games that the site plays, and the terms that only some of them have."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import CASTLE, CLASSIC, GREYHAWK, HEADQUARTERS, Options, Ruleset
from rules.rulesets.ruleset import GameOption

PLAYABLE = (GREYHAWK, CASTLE, CLASSIC, HEADQUARTERS)
"""The games that the site can play, as they are offered; the first is the usual one."""


@dataclass(frozen=True, slots=True)
class Term:
    """What was chosen of one of a game's options: its title, name, sentence and rule.

    `is_usual` says that it is what one gets without choosing.
    """

    title: str
    name: str
    sentence: str
    rule: str
    is_usual: bool


def terms_of(ruleset: Ruleset, options: Options) -> Iterator[Term]:
    """Yield what was chosen of each option that a game has."""
    for option in ruleset.options:
        chosen = getattr(options, option.name)
        usual = option.choices[0][0]
        for value, name, sentence in option.choices:
            if value == chosen:
                yield Term(option.title, name, sentence, option.rule, value == usual)


def field_name(ruleset: Ruleset, option: GameOption) -> str:
    """Return what an option's field is called in the form that opens a table."""
    return f"{ruleset.name}_{option.name}"
