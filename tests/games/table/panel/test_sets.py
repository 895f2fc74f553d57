"""Panels of a turn of Classic: its armies, the sets of cards traded for more, and the odds."""

import re

import pytest

from rules import FastChance, play, view
from rules.cards import WILD
from rules.moves import DeclareAttack, MoveIn, Place, TradeSet
from rules.questions import DecisionKind
from tests.support.tables.panels import panel_html, reachable, scene_of
from tests.support.tables.positions.classic import TRADE, deal, first_turn, of_seat, shown


@pytest.fixture
def state():
    return first_turn()


def test_the_armies_of_a_turn_are_counted_up(state):
    for name in state.board.groups["australia"].territories:
        state.holdings[name].owner = 0
    held = len(state.held_by(0))
    state.placings[0].left = held // 3 + 2
    panel = shown(scene_of(state, 0))
    assert f"{held // 3} for {held} territories and 2 for Australia" in panel.lead[0]
    assert panel.body.held is None


def test_cards_without_a_set_are_shown_with_the_reason(state):
    mine = of_seat(state, 0, "infantry", 2)
    deal(state, mine)
    html = panel_html(scene_of(state, 0))
    assert "You need three cards for a set." in html
    assert all(state.board.territories[name].name in html for name in mine)
    assert TRADE not in html
    deal(state, [*mine, *of_seat(state, 1, "cavalry", 1)])
    assert "You have no set yet" in panel_html(scene_of(state, 0))


def test_a_set_is_chosen_and_the_armies_more_on_the_map(state):
    mine, other = of_seat(state, 0, "infantry", 2), of_seat(state, 1, "infantry", 1)
    deal(state, [*mine, *other, WILD])
    scene = scene_of(state, 0)
    assert "The next one brings 4 armies" in panel_html(scene)
    panel = shown(scene, TRADE)
    # The set without the wild card comes first, because it also brings the extra armies.
    cards = tuple(sorted([*mine, *other]))
    assert panel.choice[1:4] == tuple(("set_cards", card) for card in cards)
    assert panel.body.button.startswith("Trade these for 4 armies and 2 in ")
    html = panel_html(scene, TRADE)
    assert html.count('data-role="bonus"') == 2
    names = sorted(state.board.territories[name].name for name in mine)
    assert f"4 armies, plus 2 in {names[0]} or {names[1]}" in html
    assert reachable(scene, start=TRADE) == {
        move for move in scene.view.legal_moves() if isinstance(move, TradeSet)
    }


def test_a_lost_set_is_replaced_by_the_best(state):
    deal(state, [*of_seat(state, 0, "infantry", 2), WILD])
    scene = scene_of(state, 0)
    asked = f"{TRADE}&set_cards=alaska&set_cards=brazil&set_cards=wild&territory=nowhere"
    assert shown(scene, asked).body == shown(scene, TRADE).body


def test_armies_of_sets_are_counted_with_the_others(state):
    deal(state, [*of_seat(state, 0, "infantry", 2), WILD])
    trade = next(move for move in view(state, 0).legal_moves() if isinstance(move, TradeSet))
    play(state, 0, trade, FastChance(1))
    assert "and 4 for sets" in shown(scene_of(state, 0)).lead[0]


def test_five_cards_explain_the_forced_trade(state):
    cards = of_seat(state, 0, "infantry", 2) + of_seat(state, 1, "cavalry", 3)
    deal(state, cards)
    state.territory_cards.trading = True
    state.decisions = ()
    state.ask(0, DecisionKind.SETS)
    panel = shown(scene_of(state, 0))
    assert panel.heading == "You must trade a set" and panel.back is None
    assert "You hold 5 cards. With five or more at the start of your turn" in panel.lead[0]
    assert reachable(scene_of(state, 0)) == set(view(state, 0).legal_moves())


def test_sets_after_an_elimination_are_traded_and_placed_before_anything_else(state):
    seat_of_all = dict.fromkeys(state.holdings, 2) | {"kamchatka": 1, "alaska": 0, "siam": 0}
    for name, held in state.holdings.items():
        held.owner, held.armies = seat_of_all[name], 1
    state.placings[0].left, state.holdings["alaska"].armies = 3, 7
    deal(state, ["argentina", "brazil", "peru"])
    state.territory_cards.deck = [
        card for card in state.territory_cards.deck if card not in ("congo", "egypt", "venezuela")
    ]
    state.territory_cards.hands[1] = ["congo", "egypt", "venezuela"]
    play(state, 0, Place("alaska", 3), FastChance(1))
    seed = 0
    while state.decision_of(0).kind is not DecisionKind.MOVE_IN:
        seed += 1
        play(state, 0, DeclareAttack("alaska", "kamchatka", dice=3), FastChance(seed))
    play(state, 0, MoveIn(3), FastChance(1))
    panel = shown(scene_of(state, 0))
    assert panel.heading == "You must trade a set"
    assert "You hold 6 cards. With six or more after eliminating a player" in panel.lead[0]
    assert reachable(scene_of(state, 0)) == set(view(state, 0).legal_moves())
    play(state, 0, next(view(state, 0).legal_moves()), FastChance(1))
    panel = shown(scene_of(state, 0))
    assert (panel.heading, panel.rule) == ("Place the armies from your sets", "CLA-4")
    assert panel.lead[0].startswith("You have 4 armies to place.")


# Odds and dice


def test_the_dice_are_capped_and_their_odds_are_the_published_ones(state):
    source, target = next(
        (source, target)
        for source in state.held_by(0)
        for target in state.board.territories[source].neighbours
        if state.holdings[target].owner == 1
    )
    play(state, 0, Place(source, state.placings[0].left), FastChance(1))
    state.holdings[source].armies, state.holdings[target].armies = 9, 5
    html = panel_html(scene_of(state, 0), f"?source={source}&target={target}")
    assert re.findall(r'name="dice" value="(\d)"', html) == ["3", "2", "1"]
    # Of 7,776 rolls of three dice against two the attack loses both armies in 2,275, one in
    # 2,611; the defence both in 2,890: 0.92 and 1.08 armies on average.
    assert "you\u00a0−0.9, they\u00a0−1.1" in html
    state.holdings[source].armies = 3
    html = panel_html(scene_of(state, 0), f"?source={source}&target={target}")
    assert re.findall(r'name="dice" value="(\d)"', html) == ["2", "1"]
    # Two against two: on average the attack loses 0.78 armies more than the defence.
    assert "you\u00a0−1.2, they\u00a0−0.8" in html
