"""The games: the ruleset of each stands in a file of its own, and here they are by name."""

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
"""The fields of `state.Options` that only some games have."""
