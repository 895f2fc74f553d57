"""Every player named in an event's sentence is one of the event's seats."""

import pytest

from rules.events.seats import seats_of
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.sentences import Words, describe
from tests.support.rules.event_samples import CHAPTER_11, SAMPLES

NAMES = tuple(f"<player {seat}>" for seat in range(6))


@pytest.mark.parametrize(
    ("event", "ruleset"),
    [*((event, GREYHAWK) for event in SAMPLES), *((event, CLASSIC) for event in CHAPTER_11)],
    ids=lambda part: part.name,
)
def test_every_player_named_in_a_sentence_is_a_seat_of_its_event(event, ruleset):
    sentence = describe(event, Words(NAMES, ruleset))
    named = {seat for seat, name in enumerate(NAMES) if name in sentence}
    assert named <= set(seats_of(event)) <= set(range(6))
