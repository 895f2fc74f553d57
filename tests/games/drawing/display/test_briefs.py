"""Phrases for the list of turns: what they say, where they point, and who lost a territory."""

import pytest

from games.drawing.display.log import LogEntry, lines
from rules import GREYHAWK
from rules.events.attack import Captured, Eliminated
from rules.events.cards import (
    ArmiesLost,
    AssassinCountered,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    CardPlayed,
    EventDrawn,
    SpySent,
)
from rules.events.json import EVENTS
from rules.sentences import Words
from rules.sentences.events import WORDINGS, brief_of
from rules.sentences.wording import Brief
from tests.support.rules.event_samples import SAMPLES

WORDS = Words(("Ash", "Birch", "Cedar") * 2, GREYHAWK)

WITHOUT = """
ambassador_removed answered armies_converted armies_gained armies_moved
attack_declared attack_ended
card_returned cards_drawn cards_laid cards_seen claimed event_blocked event_ended event_idle
first_chosen first_rolled fortified game_over hand_seen hand_shown hand_taken
hand_taken_seen headquarters_marked headquarters_shown hidden_chosen hidden_kept moved_in
mustered neutral_claimed occupied order_disarmed orders_set pact_answered pact_begun
pact_broken pact_ended pact_offered pile_shuffled placed reinforcements_counted resigned
result_agreed seat_taken seats_ordered set_traded spied spoils_counted
stronghold_chosen stronghold_drawn stronghold_placed taken_back territory_card_drawn
territory_card_seen territory_cards_taken territory_cards_taken_seen trade_accepted
trade_done trade_ruined trade_withdrawn truce_ended turn_began turn_ended vacated wishes_set
"""
"""The kinds of event that the list of turns leaves out."""


def test_captures_name_the_territory_its_place_and_the_loser():
    captured = Captured(1, "rauxes", 0)
    assert brief_of(captured, WORDS) == Brief(1, "Rauxes", "rauxes", 0)
    (line,) = lines(LogEntry(1, (captured,)), WORDS)
    assert 'data-brief-seat="1" data-brief="Rauxes" data-at="rauxes" data-of="0"' in line.html
    assert "data-armies" not in line.html


def test_a_loss_to_an_event_tells_the_number_of_armies():
    (line,) = lines(LogEntry(1, (ArmiesLost(1, "ratik", 3, "EVT-7"),)), WORDS)
    assert 'data-of="1" data-armies="3"' in line.html


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Eliminated(0, 1, "rauxes", ()), "eliminated Ash"),
        (CardPlayed(1, "hero", "HRO-1"), "played a Hero"),
        (EventDrawn(1, "mad_overking", "EVT-13"), "drew “The Mad Overking!”"),
        (AssassinUsed(1, 0, "hand", "hero"), "sent an Assassin against Ash’s Hero"),
        (AssassinUsed(1, 0, "fortification", None), "sent an Assassin against Ash’s Fortification"),
        (AssassinCountered(0, 1), "which Ash countered"),
        (AssassinRolled(1, 0, 1, 2, 6, False), "which failed"),
        (AssassinRolled(1, 0, 5, 2, 6, True), "which succeeded"),
        (CardLost(1, "hero", "ASN-2"), "lost a Hero (Assassin)"),
        (SpySent(1, 2), "sent a Spy to Cedar"),
        (ArmiesLost(1, "ratik", 3, "EVT-7"), "lost 3 armies in Ratik (event)"),
    ],
)
def test_other_phrases_are_short(event, text):
    brief = brief_of(event, WORDS)
    assert (brief.seat, brief.text) == (1, text)


def test_only_cards_lost_to_an_assassin_have_a_phrase():
    for spent in (CardLost(1, "hero", "HRO-3"), CardLost(1, "assassin", "ASN-2")):
        assert brief_of(spent, WORDS) is None


def test_every_kind_of_event_has_a_phrase_or_is_named_here():
    kinds = {kind.name for kind in WORDINGS if WORDINGS[kind].brief}
    without = WITHOUT.split()
    assert sorted([*kinds, *without]) == sorted(EVENTS)


def test_every_kind_of_phrase_can_be_made_from_a_sample():
    made = {type(event): brief_of(event, WORDS) for event in SAMPLES}
    assert all(made[kind].text for kind in WORDINGS if WORDINGS[kind].brief)
