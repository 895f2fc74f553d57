"""Why something cannot be done now: reasons in the panel, and choices that are dropped."""

import pytest

from games.table.panel.widgets import Obstacle
from rules.cards import EVENT_CARDS, BattleCard, EventCard
from rules.state.players import Holding
from rules.state.treaties import Truce
from rules.state.under_way import InForce
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.positions.attacks import (
    ME,
    OTHER,
    THIRD,
    attacks_of_the_first_player,
    picks,
    shown,
)


@pytest.fixture
def state():
    return attacks_of_the_first_player()


def test_without_possible_attacks_the_panel_explains_why(state):
    state.players[ME].hand = []
    state.truces += [Truce(other, ME) for other in (OTHER, THIRD)]
    panel = shown(state)
    assert panel.lead == ("You can’t attack now.",)
    (why,) = panel.body.blocked
    assert "truce" in why.sentence
    assert why.sentence in panel_html(scene_of(state, ME))


def test_the_panel_names_territories_that_an_event_closes(state):
    state.players[ME].hand = []
    state.holdings["ratik"], state.holdings["bone_march"] = Holding(ME, 4), Holding(ME, 1)
    assert shown(state).body.blocked == ()
    state.in_force.append(InForce(EventCard.MOUNTAIN_STORMS, OTHER, 2))
    (why,) = shown(state).body.blocked
    assert why.what == "Ratik:" and "is in force" in why.sentence
    assert why.rule == EVENT_CARDS[EventCard.MOUNTAIN_STORMS].rule
    assert "onnwal" in picks(shown(state))


def test_no_reason_for_not_attacking_is_that_a_neighbour_is_ones_own(state):
    state.players[ME].hand = []
    for holding in state.holdings.values():
        holding.owner = ME
    state.holdings["onnwal"].armies = 6
    state.holdings["ratik"].owner = OTHER
    (why,) = shown(state).body.blocked
    assert why.sentence == "None of your territories with armies to spare borders an enemy."
    assert "yourself" not in panel_html(scene_of(state, ME), "?why=yes")
    state.holdings["onnwal"].armies = state.holdings["irongate"].armies = 1
    assert "just 1 army" in shown(state).body.blocked[0].sentence


def test_a_choice_that_is_no_longer_possible_is_dropped_with_its_reason(state):
    state.truces.append(Truce(ME, OTHER))
    panel = shown(state, "source=onnwal&target=irongate&dice=3")
    told = "Onnwal can no longer attack Irongate: A truce stops you from attacking Irongate."
    assert panel.dropped == Obstacle("", told, "AMB-2")
    assert panel.heading == "Attack from Onnwal"


def test_an_origin_that_is_lost_is_dropped_too(state):
    state.holdings["onnwal"].owner = OTHER
    panel = shown(state, "source=onnwal&target=irongate")
    assert "You don’t hold Onnwal." in panel.dropped.sentence


NO_BORDER = "You can’t attack Ratik: none of your territories borders it."


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("about=ratik", NO_BORDER),
        ("source=onnwal&about=ratik", NO_BORDER),
        ("about=irongate", "To attack Irongate, first choose Onnwal."),
        ("source=onnwal&about=idee", "You can’t attack Idee: Idee is not adjacent to Onnwal."),
        ("source=onnwal&about=sunndi", None),
        ("source=onnwal&about=<b>", None),
    ],
)
def test_a_territory_pressed_on_the_map_says_why_it_cannot_be_attacked(state, query, told):
    state.players[ME].hand = []
    state.holdings["sunndi"] = Holding(ME, 1)
    panel = shown(state, query)
    sentence = panel.dropped and panel.dropped.sentence
    assert sentence == told
    assert panel.heading == ("Attack from Onnwal" if "source" in query else "Your attacks")


@pytest.mark.parametrize(
    ("armies", "told"),
    [
        (6, "To attack Ekul by sea, first choose Onnwal."),
        (1, f"{NO_BORDER[:-1]}, and your Fleet can’t reach it.".replace("Ratik", "Ekul")),
    ],
)
def test_a_territory_that_a_fleet_can_reach_says_from_where(state, armies, told):
    state.players[ME].hand = [BattleCard.FLEET]
    state.holdings["onnwal"].armies = armies
    assert shown(state, "about=ekul").dropped.sentence == told


def test_neighbours_out_of_reach_say_why(state):
    state.truces.append(Truce(ME, OTHER))
    reasons = shown(state, "source=onnwal").body.reasons
    assert ("Irongate:", "AMB-2") in [(reason.what, reason.rule) for reason in reasons]


def test_own_territories_and_cards_that_can_do_nothing_say_why(state):
    state.holdings["sunndi"] = Holding(ME, 1)
    state.this_turn.attacked = True
    found = {reason.what: reason.rule for reason in shown(state, "why=yes").body.reasons}
    assert found["Sunndi:"] == "ATT-1"
    for name in ("ratik", "idee", "nyrond"):
        state.holdings[name] = Holding(ME, 1)
    told = {reason.what: reason.sentence for reason in shown(state, "why=yes").body.reasons}
    assert told["4 territories:"] == "They have only 1 army each, which must stay."
    assert found["Mercenaries:"] == "MRC-1"
    assert found["Ambassador:"] == "AMB-1"
    assert found["Hero:"] == "HRO-1"


def test_a_territory_from_which_a_fleet_can_sail_is_not_idle(state):
    for name in state.board.territories["onnwal"].neighbours:
        state.holdings[name].owner = ME
    state.holdings["onnwal"].armies = 6
    assert any(pick.zones for pick in picks(shown(state, "source=onnwal")).values())
    assert "Onnwal:" not in [reason.what for reason in shown(state, "why=yes").body.reasons]
    state.players[ME].hand.remove(BattleCard.FLEET)
    assert "Onnwal:" in [reason.what for reason in shown(state, "why=yes").body.reasons]


def test_a_fleet_without_a_port_says_what_is_missing(state):
    state.players[ME].hand = [BattleCard.FLEET]
    for name in state.held_by(ME):
        if state.board.coastal(name):
            state.holdings[name].armies = 1
    told = {reason.what: reason.sentence for reason in shown(state, "why=yes").body.reasons}
    assert told["Admiral’s Fleet:"] == "You hold no coastal territory with more than 1 army."
