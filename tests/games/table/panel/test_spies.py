"""The panels of Spies (CAS-4): for their target, and for the player who has seen a hand."""

import pytest

from rules import CASTLE, FastChance, Options, legal_moves, new_game, play
from rules.cards import BattleCard
from rules.moves import Counter, Default, DiscardSpied, Pass, SendSpy
from rules.questions import DecisionKind
from tests.support.tables.panels import panel_html, reachable, scene_of
from tests.support.visitors.markup import one_line

ME, OTHER = 0, 1


@pytest.fixture
def state():
    """A position in which the first player has sent a Spy against the second."""
    chance = FastChance(2)
    state, _ = new_game(CASTLE, [True] * 3, Options(quick=True, fixed_seats=True), "x", chance)
    while not (state.decision_of(ME) and state.decision_of(ME).kind is DecisionKind.ATTACKS):
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    state.players[ME].hand = [BattleCard.ASSASSIN]
    state.players[OTHER].hand = [BattleCard.ASSASSIN, BattleCard.FORTIFICATION]
    play(state, ME, SendSpy(OTHER), chance)
    return state


def test_the_target_may_answer_with_a_spy(state):
    html = panel_html(scene_of(state, OTHER))
    assert "Alice has sent a Spy" in html and "Counter it with your Spy" in html
    assert reachable(scene_of(state, OTHER)) == {Counter(), Pass()}


def test_each_answer_states_its_consequence(state):
    html = panel_html(scene_of(state, OTHER))
    told = [
        html.index(text) for text in ("Let it happen", "Counter it with your Spy", "Both Spies")
    ]
    assert told == sorted(told)


def test_a_player_without_a_spy_is_still_asked(state):
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    assert "You have no Spy" in panel_html(scene_of(state, OTHER))
    assert reachable(scene_of(state, OTHER)) == {Pass()}


def test_a_card_of_the_hand_seen_is_chosen(state):
    play(state, OTHER, Pass(), FastChance(1))
    html = panel_html(scene_of(state, ME))
    assert "Bob’s hand: Spy and Marshall." in html
    assert reachable(scene_of(state, ME)) == set(legal_moves(state, ME))
    assert DiscardSpied(BattleCard.FORTIFICATION) in reachable(scene_of(state, ME))
    for card in ("assassin", "fortification"):
        again = one_line(panel_html(scene_of(state, ME), f"?card={card}"))
        assert f'value="{card}" checked' in again


def test_the_only_card_of_a_hand_is_stated_not_chosen(state):
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    play(state, OTHER, Pass(), FastChance(1))
    html = one_line(panel_html(scene_of(state, ME)))
    assert "Which card do they lose? <strong>Marshall</strong>" in html and "radio" not in html
    assert reachable(scene_of(state, ME)) == set(legal_moves(state, ME))
