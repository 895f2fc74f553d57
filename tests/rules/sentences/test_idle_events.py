"""Every event card without effect says why."""

import pytest

from rules.cards import EVENT_CARDS, Change
from rules.events.cards import EventIdle
from rules.rulesets import GREYHAWK
from rules.sentences import Words, describe

ALWAYS = {Change.HALVED_SPOILS, Change.MUSTER}
"""Immediate changes that always have an effect."""


def test_each_card_that_can_have_no_effect_has_a_reason():
    for row in EVENT_CARDS.values():
        can_be_idle = bool(row.empire) if row.turn_ends else row.change not in ALWAYS
        assert bool(row.idle) == can_be_idle, row.title


@pytest.mark.parametrize(
    ("card", "drawer", "reason"),
    [
        ("ambassador_blunders", "Ash", "Ash had no battle cards"),
        ("pirates_attack", None, "your coastal territories had no more than 1 army each"),
        ("savages_attack", "Ash", "Hepmonaland had only 1 army, and a territory’s last "
         "army is safe"),
        ("army_deserters", "Ash", "no enemy territory in or next to Ash’s home empire had more "
         "than 1 army"),
        ("fall_of_medegia", "Ash", "the Great Kingdom is not in play or already holds See of "
         "Medegia"),
    ],
)  # fmt: skip
def test_the_sentence_gives_the_reason(card, drawer, reason):
    words = Words((drawer, "Birch"), GREYHAWK, reader=0 if drawer is None else 1)
    sentence = describe(EventIdle(0, card), words)
    assert sentence.endswith(f" had no effect: {reason}.")
