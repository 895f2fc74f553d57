"""Tutorials: one prepared game for each ruleset, with scripted steps and dice (FAIR-8).

`steps` has their parts, `position` begins one, `script` limits a decision to its step, and
`scripted_chance` serves the dice. Imported by `rules.turn`, `record`, `view` and by `games`. Built
on `state`, `battle_cards`, `events`, `chance`.
"""

from rules.rulesets.ruleset import Ruleset
from rules.tutorials.castle import CASTLE_TUTORIAL
from rules.tutorials.classic import CLASSIC_TUTORIAL
from rules.tutorials.greyhawk import GREYHAWK_TUTORIAL
from rules.tutorials.headquarters import HEADQUARTERS_TUTORIAL
from rules.tutorials.steps import Tutorial

TUTORIALS: dict[str, Tutorial] = {
    "greyhawk": GREYHAWK_TUTORIAL,
    "castle": CASTLE_TUTORIAL,
    "classic": CLASSIC_TUTORIAL,
    "headquarters": HEADQUARTERS_TUTORIAL,
}
"""The tutorial of every ruleset, by its name."""


def tutorial_of(ruleset: Ruleset) -> Tutorial:
    """Return the tutorial of a ruleset."""
    return TUTORIALS[ruleset.name]
