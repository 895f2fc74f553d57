"""Every event card without effect says why."""

import pytest

from rules.cards import EventCard
from rules.chapters.event_cards.effects import EFFECTS
from rules.events.cards import EventIdle
from rules.rulesets import GREYHAWK
from rules.sentences import Words, describe
from rules.sentences.idle_events import WHY_IDLE

ALWAYS = {EventCard.PEASANTS_REVOLT, EventCard.MUSTER_TROOPS}
"""Immediate cards that always have an effect."""
OF_A_RULER = {EventCard.MAD_OVERKING, EventCard.DEMONS_UNLEASHED}
"""Lasting cards without effect if nobody plays the Great Kingdom."""


def test_each_card_that_can_have_no_effect_has_a_reason():
    assert set(WHY_IDLE) == (set(EFFECTS) - ALWAYS) | OF_A_RULER


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
