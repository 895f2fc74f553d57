"""What became of the viewer's cards: the sentences above their panel."""

from dataclasses import replace

import pytest

from games.drawing.display.log import LogEntry
from games.table.animations.last_moves import animations_part, card_results, latest_events_part
from games.table.page import frames
from rules import FastChance, play
from rules.events.cards import (
    ArmiesGained,
    ArmiesLost,
    AssassinCountered,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    CardPlayed,
    CardReturned,
    EventDrawn,
    EventIdle,
    HandSeen,
    HiddenRevealed,
    Spied,
    TruceForced,
)
from rules.events.turn import MercenariesPlayed
from rules.moves import DeclareAttack
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.attacks import attacks_of_the_first_player
from tests.support.tables.scenes import scene_at, seen_by

ME, OTHER, THIRD = 0, 1, 2

COUNTERED = (
    AssassinCountered(OTHER, ME),
    CardLost(OTHER, "assassin", "ASN-3"),
    CardLost(ME, "assassin", "ASN-3"),
)
STRUCK = (
    AssassinUsed(ME, OTHER, "hand", None),
    AssassinRolled(ME, OTHER, 5, 2, 3, success=True),
    CardLost(OTHER, "hero", "ASN-2"),
    CardLost(ME, "assassin", "ASN-2"),
)


@pytest.fixture
def say(on_turn):
    """Return a function that returns what a seat is told of the events of an entry."""
    scene = scene_at(on_turn.code)
    names = scene.seating.names

    def result(seat, *events):
        seen = replace(seen_by(scene, seat), newest=LogEntry(1, events))
        text = latest_events_part(seen).context["result"]
        return text.replace(names[OTHER], "Bob").replace(names[ME], "Alice")

    return result


def test_a_countered_assassin_is_lost_to_both(say):
    told = "Bob countered your Assassin with another. You both lost the card."
    assert say(ME, *COUNTERED) == told
    assert say(OTHER, *COUNTERED) == "You countered Alice’s Assassin. You both lost the card."


@pytest.mark.parametrize("seat", [THIRD, None])
def test_others_are_told_nothing_of_it(say, seat):
    assert say(seat, *COUNTERED) == say(seat, *STRUCK) == ""


def test_a_strike_states_its_roll_and_its_victim(say):
    roll = "You rolled 5 + 2 against Bob’s 3: the Assassin succeeded."
    assert say(ME, *STRUCK) == f"{roll} Bob lost a Hero."
    roll = "Alice rolled 5 + 2 against your 3: the Assassin succeeded."
    assert say(OTHER, *STRUCK) == f"{roll} You lost a Hero."


def test_a_failed_strike_states_its_roll(say):
    rolled = AssassinRolled(ME, OTHER, 1, 2, 3, success=False)
    told = "You rolled 1 + 2 against Bob’s 3: the Assassin failed."
    assert say(ME, rolled, CardLost(ME, "assassin", "ASN-2")) == told


def test_a_spy_sees_the_hand_and_keeps_the_card(say):
    events = (
        CardReturned(ME, "assassin", "ASN-1"),
        Spied(ME, OTHER),
        HandSeen(ME, OTHER, ("hero", "hero")),
    )
    told = "Your Assassin returned to hand. Bob’s hand: 2 × Hero."
    assert say(ME, *events) == told


def test_a_truce_states_its_end(say):
    events = (CardPlayed(ME, "ambassador", "AMB-1"), TruceForced(ME, OTHER))
    assert say(ME, *events) == "You have a truce with Bob until the end of their next turn."
    told = "Alice forced a truce on you until the end of your next turn."
    assert say(OTHER, *events) == told
    assert say(THIRD, *events) == ""


def test_other_cards_state_their_effect(say):
    assert say(ME, MercenariesPlayed(ME, (3,), 3)).startswith("You played")
    revealed = HiddenRevealed(ME, "tarlan", 5, ME, "c", "s")
    assert say(ME, revealed) == "You revealed 5 armies hidden in Tarlan."
    assert say(ME, CardLost(ME, "hero", "HRO-2")) == "You lost a Hero."
    assert say(OTHER, CardLost(ME, "hero", "HRO-2")) == ""


def test_the_loss_of_a_hero_pauses_the_attack():
    state = attacks_of_the_first_player()
    play(state, ME, DeclareAttack("onnwal", "irongate", press=1), FastChance(1))
    scene = scene_of(state, ME, [CardLost(ME, "hero", "HRO-3")])
    assert card_results(scene) == "You lost a Hero. The attack has paused."


def test_a_drawn_event_card_states_its_effect(say):
    drawn = EventDrawn(ME, "plague_from_the_gnatmarsh", "EVT-2")
    lost = ArmiesLost(OTHER, "oldred", 3, "EVT-2")
    told = "You drew “Plague from the Gnatmarsh”. Bob lost 3 armies in Oldred."
    assert say(ME, drawn, lost) == told
    assert say(ME, drawn) == (
        "You drew “Plague from the Gnatmarsh”. Oldred loses half its armies, unless a stronghold "
        "is there."
    )
    idle = EventIdle(ME, "plague_from_the_gnatmarsh")
    assert say(ME, drawn, idle).endswith(
        "“Plague from the Gnatmarsh” had no effect: Oldred had nothing to lose, as strongholds "
        "and last armies are safe."
    )
    assert say(OTHER, drawn, lost) == ""


def test_armies_gained_without_a_drawn_card_are_no_result(say):
    assert say(ME, ArmiesGained(ME, "oldred", 1, "EVT-26")) == ""


def test_a_push_of_several_entries_has_all_results(on_turn):
    scene = seen_by(scene_at(on_turn.code), ME)
    entries = [LogEntry(1, (CardLost(ME, "hero", "HRO-2"),)), LogEntry(2, COUNTERED)]
    html = frames.drawn("animations", animations_part(scene, entries))
    assert 'data-result="You lost a Hero. ' in html and "countered your Assassin" in html
