"""The panels of event cards: the stakes, the moves left, and the marks on the map."""

import random

import pytest
from django.template.loader import render_to_string

from games.drawing.board.event_changes import changes_of
from rules import BOTS, GREYHAWK, FastChance, Options, new_game, play, view
from rules.cards import BattleCard, EventCard
from rules.events.cards import ArmiesGained, ArmiesLost
from rules.moves import EndAttacks, MoveArmies
from rules.questions import DecisionKind
from tests.support.tables.panels import panel_html, scene_of


@pytest.fixture
def state():
    """A position in which a person, seat 0, may attack captains; no event cards are in force."""
    chance = FastChance(8)
    options = Options(quick=True, fixed_seats=True, only_playable=True)
    state, _ = new_game(GREYHAWK, [True] + [False] * 3, options, "events", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(4)]
    while not (state.decisions[0].seat == 0 and state.decisions[0].kind is DecisionKind.ATTACKS):
        seat = state.decisions[0].seat
        play(state, seat, bots[seat].choose(view(state, seat)), chance, "bot" if seat else "player")
    state.in_force = []
    return state


def draw(state, card):
    """End the attacks of seat 0, which draws this event card; return the events."""
    everywhere = [*state.event_deck, *state.event_discard]
    everywhere.remove(card)
    state.event_deck, state.event_discard = [card], everywhere
    return play(state, 0, EndAttacks(), FastChance(1))


def arm(state):
    """Give seat 0 a Fortification in exchange for one of its cards."""
    hand = state.players[0].hand
    if BattleCard.FORTIFICATION not in hand:
        state.deck.remove(BattleCard.FORTIFICATION)
        state.deck.append(hand.pop())
        hand[:] = sorted([*hand, BattleCard.FORTIFICATION])


def test_blocking_shows_the_threatened_losses(state):
    arm(state)
    state.holdings["ratik"].owner, state.holdings["ratik"].armies = 0, 7
    draw(state, EventCard.FROST_BARBARIAN_RAIDERS)
    shown = panel_html(scene_of(state, 0))
    assert "Frost Barbarian Raiders Attack! You would lose 3 of your 7 armies in Ratik." in shown
    assert 'data-territory="ratik" data-role="stake"' in shown


@pytest.mark.parametrize(("armies", "is_blocked"), [(3, False), (20, True)])
def test_the_first_button_blocks_only_an_event_that_is_worth_a_card(state, armies, is_blocked):
    arm(state)
    state.holdings["ratik"].owner, state.holdings["ratik"].armies = 0, armies
    draw(state, EventCard.FROST_BARBARIAN_RAIDERS)
    shown = panel_html(scene_of(state, 0))
    block, wait = (shown.index(text) for text in ("Block it with", "Let it happen"))
    assert (block < wait) is is_blocked


def test_pirates_threaten_each_coast_and_never_a_last_army(state):
    arm(state)
    coast = [name for name in state.held_by(0) if state.board.territories[name].seas]
    inland = [name for name in state.held_by(0) if name not in coast]
    first, second, *others = coast
    for name in others:
        state.holdings[name].armies = 1
    for name in inland:
        state.holdings[name].armies = 9
    state.holdings[first].armies, state.holdings[second].armies = 2, 8
    draw(state, EventCard.PIRATES_ATTACK)
    called = state.board.territories
    assert view(state, 0).at_stake == {first: 1, second: 2}
    places = f"1 in {called[first].name} and 2 in {called[second].name}"
    assert f"You would lose 3 armies: {places}." in panel_html(scene_of(state, 0))
    assert view(state, None).at_stake == view(state, 1).at_stake == {}


def test_the_moves_by_night_are_counted_down(state):
    for name in state.held_by(0):
        state.holdings[name].armies = 6
    draw(state, EventCard.MOVE_BY_NIGHT)
    shown = panel_html(scene_of(state, 0))
    assert "3 moves are left," in shown and "6 armies, stronghold" in shown
    source, target = next(
        (name, near)
        for name in state.held_by(0)
        for near in state.board.territories[name].neighbours
        if state.holdings[near].owner == 0
    )
    play(state, 0, MoveArmies(source, target, 1), FastChance(1))
    assert "2 moves are left," in panel_html(scene_of(state, 0))
    play(state, 0, MoveArmies(source, target, 1), FastChance(1))
    assert "1 move is left," in panel_html(scene_of(state, 0))


def test_one_army_is_singular(state):
    home = state.board.empires[state.players[0].empire].territories
    beside = {near for name in home for near in state.board.territories[name].neighbours}
    for name in state.holdings:
        state.holdings[name].armies = 1
    for name in home:
        state.holdings[name].owner = 0
    enemy = next(name for name in sorted(beside - set(home)))
    state.holdings[enemy].owner, state.holdings[enemy].armies = 1, 2
    draw(state, EventCard.ARMY_DESERTERS)
    shown = panel_html(scene_of(state, 0))
    assert "1 army to place" in shown
    assert "Placed" in shown and "All 1" not in shown


def test_the_map_shows_a_cards_losses_and_gains(state):
    events = [ArmiesLost(0, "ratik", 3, "EVT-7"), ArmiesGained(1, "idee", 2, "EVT-16")]
    changes = changes_of(state.board, events)
    assert [(each["kind"], each["armies"]) for each in changes] == [
        ("lost", "−3"),
        ("gained", "+2"),
    ]
    drawn = render_to_string("drawing/board/_arrows.html", {"changes": changes})
    assert ">−3</text>" in drawn and ">+2</text>" in drawn
