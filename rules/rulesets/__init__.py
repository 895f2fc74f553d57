"""The rulesets, a module per game.

`RULESETS` has them by name; `ruleset.py` has the `Ruleset` class, and `words.py` fills a game's
own terms into sentences. Built on `board`, `cards`.
"""

from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.rulesets.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {
    rules.name: rules for rules in (GREYHAWK, CASTLE, CLASSIC, HEADQUARTERS)
}

OWN_OPTIONS = tuple(
    dict.fromkeys(option.name for rules in RULESETS.values() for option in rules.options)
)
"""The fields of `state.Options` that only some games use."""
