"""CLA-3 and CLA-4 against published and hand-counted numbers: the deck, the sets, the armies."""

from collections import Counter
from itertools import combinations, islice, permutations
from math import comb

import pytest

from rules.board import load_board
from rules.cards import WILD
from rules.chance import FastChance
from rules.chapters.armies.reinforcements import reinforcements_of
from rules.chapters.armies.territory_cards import is_set, new_territory_cards, set_value, sets_in
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.state import Options
from rules.state.players import Holding
from rules.turn import new_game
from rules.turn.game_options import new_state
from rules.view import view

WORLD = load_board("world")
SYMBOLS = ("infantry", "cavalry", "artillery")


def test_the_deck_has_42_territories_and_two_wild_cards():
    cards = new_territory_cards(CLASSIC, 4)
    assert len(cards.deck) == 44 and cards.deck.count(WILD) == 2
    symbols = Counter(WORLD.territories[card].symbol for card in cards.deck if card != WILD)
    assert symbols == dict.fromkeys(SYMBOLS, 14)
    assert set(cards.deck) - {WILD} == set(WORLD.territories)
    assert cards.hands == [[], [], [], []]
    assert new_territory_cards(GREYHAWK, 4) is None


def test_sets_are_worth_the_published_series():
    values = [set_value(CLASSIC, number) for number in range(1, 13)]
    assert values == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]
    assert {set_value(HEADQUARTERS, number) for number in range(1, 30)} == {4}


def test_the_number_of_sets_matches_a_hand_count():
    deck = new_territory_cards(CLASSIC, 2).deck
    numbered = list(enumerate(deck))
    trios = [tuple(card for _, card in trio) for trio in combinations(numbered, 3)]
    assert len(trios) == comb(44, 3) == 13_244
    found = Counter(trio.count(WILD) for trio in trios if is_set(WORLD, trio))
    # Three alike or one of each; any two cards with one wild card; any card with both.
    assert found == {0: 3 * comb(14, 3) + 14**3, 1: 2 * comb(42, 2), 2: 42}


@pytest.mark.parametrize("wild", [0, 1, 2])
def test_any_five_cards_hold_a_set(wild):
    kinds = {
        symbol: [name for name, space in WORLD.territories.items() if space.symbol == symbol]
        for symbol in SYMBOLS
    }
    for counts in ((a, b, 5 - wild - a - b) for a in range(6) for b in range(6 - a)):
        if min(counts) < 0:
            continue
        hand = [WILD] * wild
        for symbol, count in zip(SYMBOLS, counts, strict=True):
            hand += kinds[symbol][:count]
        assert sets_in(WORLD, sorted(hand))


def test_sets_are_recognised_in_any_order():
    for order in permutations(("alaska", "brazil", "greenland")):
        assert is_set(WORLD, order)
    for cards in ((), ("alaska",), ("alaska", WILD), ("alaska", "peru", "brazil"), (WILD,) * 4):
        assert not is_set(WORLD, cards)


def world_of(held):
    """A game of three in which seat 0 holds these territories, and seat 1 all others."""
    state = new_state(CLASSIC, [True] * 3, Options(), "world")
    for name in state.holdings:
        state.holdings[name] = Holding(0 if name in held else 1, 1)
    return state


@pytest.mark.parametrize(
    ("number", "armies"),
    [(1, 3), (8, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (20, 6), (41, 13), (42, 14)],
)
def test_territories_bring_a_third_but_at_least_three(number, armies):
    # Take a territory of each continent in turn, so that no small number completes a continent.
    groups = [list(group.territories) for group in WORLD.continents]
    spread = [group[place] for place in range(12) for group in groups if place < len(group)]
    items = reinforcements_of(world_of(set(islice(spread, number))), 0)
    assert items[0] == ("territories", armies)


def test_continents_bring_their_bonus_only_when_whole():
    for group in WORLD.continents:
        state = world_of(set(group.territories))
        assert reinforcements_of(state, 0)[1:] == [(group.id, group.bonus)]
        state.holdings[group.territories[0]].owner = 2
        assert reinforcements_of(state, 0)[1:] == []
    state = world_of(set(WORLD.territories))
    assert sum(armies for _, armies in reinforcements_of(state, 0)) == 14 + 24
    assert view(state, None).spoils(0) == reinforcements_of(state, 0)


@pytest.mark.parametrize(("seats", "armies"), [(2, 40), (3, 35), (4, 30), (5, 25), (6, 20)])
def test_each_begins_with_the_published_armies(seats, armies):
    for ruleset in (CLASSIC, HEADQUARTERS):
        state, _ = new_game(ruleset, [True] * seats, Options(), "armies", FastChance(1))
        for player in state.players:
            placed = sum(state.holdings[name].armies for name in state.held_by(player.seat))
            assert placed + player.unplaced == armies
