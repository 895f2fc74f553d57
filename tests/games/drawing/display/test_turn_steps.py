"""What comes after the attacks is said in each game's order."""

import pytest

from games.drawing.display.turn_steps import after_attacks
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK


@pytest.mark.parametrize(
    ("ruleset", "spoils", "has_captured", "sentence"),
    [
        (GREYHAWK, 1, False, "Next: an event card, one battle card, then your spoils (1 army)."),
        (CASTLE, 8, True, "Next: your spoils (8 armies)."),
        (CLASSIC, 0, True, "Next: one move to fortify, then a territory card."),
        (CLASSIC, 0, False, "Next: one move to fortify."),
    ],
)
def test_the_steps_after_the_attacks_are_named(ruleset, spoils, has_captured, sentence):
    assert after_attacks(ruleset, spoils, has_captured) == sentence
