"""Phrases for the list of turns: what they say, where they point, and who lost a territory."""

import pytest

from games.display.briefs import BRIEFS, Brief, brief_of
from games.display.log import LogEntry, lines
from rules import GREYHAWK
from rules.events.attack import Captured, Eliminated
from rules.events.cards import CardPlayed, EventDrawn
from tests.support.rules.event_samples import SAMPLES

NAMES = ("Ash", "Birch", "Cedar")


def test_captures_name_the_territory_its_place_and_the_loser():
    captured = Captured(1, "rauxes", 0)
    assert brief_of(captured, NAMES, GREYHAWK) == Brief(1, "Rauxes", "rauxes", 0)
    (line,) = lines(LogEntry(1, (captured,)), NAMES, GREYHAWK)
    assert 'data-brief-seat="1" data-brief="Rauxes" data-at="rauxes" data-of="0"' in line.html


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Eliminated(0, 1, "rauxes", ()), "eliminated Ash"),
        (CardPlayed(1, "hero", "HRO-1"), "played a Hero"),
        (EventDrawn(1, "mad_overking", "EVT-13"), "drew “The Mad Overking!”"),
    ],
)
def test_other_phrases_are_short(event, text):
    brief = brief_of(event, NAMES, GREYHAWK)
    assert (brief.seat, brief.text) == (1, text)


def test_every_kind_of_phrase_can_be_made_from_a_sample():
    made = {type(event): brief_of(event, NAMES * 2, GREYHAWK) for event in SAMPLES}
    assert all(made[kind] and made[kind].text for kind in BRIEFS)
