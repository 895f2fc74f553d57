"""A position drawn for a view fits all that its seat knows, and depends on nothing else."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given

from rules import turn
from rules.bots.fuzzer import Fuzzer
from rules.cards import WILD, BattleCard
from rules.chance import FastChance
from rules.chapters.orders.standing_orders import first_orders
from rules.moves.orders_and_wishes import ORDER_CHOICES
from rules.record.replaying import replay_entries
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.state.invariants import complaints
from rules.view import view
from rules.view.possible_choices import ORDER_OF
from tests.support.rules.every_game import in_every_game
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.rules.shown import shown, viewers
from tests.support.rules.strategies import Setting, Table, examples, picture, settings_of_games
from tests.support.rules.twins import twin_of

GOLDEN = sorted(FOLDER.glob("*.json.gz"))


def drawn_for(state: State, viewer: int | None, seed: int = 1) -> State:
    """Return a position that the viewer cannot tell from this one."""
    return view(state, viewer).determinise(FastChance(seed, keep=False))


def broken(state: State) -> list[str]:
    """Return the violated invariants, except those on commitments, which need the true salts."""
    return [text for text in complaints(state) if not text.startswith("The commitment of seat")]


@examples(4)
@in_every_game(moves=70)
@given(settings_of_games(moves=300))
def test_the_viewer_sees_the_same_and_the_truth_does_not_matter(setting):
    table, compared = Table(setting), set()
    for number in range(setting.moves):
        kinds = {decision.kind for decision in table.state.decisions}
        if not kinds <= compared:
            compared |= kinds
            for viewer in viewers(table.state):
                compare(table, viewer, number)
        if table.state.is_over:
            break
        table.play()


def compare(table: Table, viewer: int | None, seed: int) -> None:
    """Compare a drawn position with the true one, and with one drawn from a twin of the latter."""
    drawn = drawn_for(table.state, viewer, seed)
    assert shown(drawn, viewer) == shown(table.state, viewer)
    assert broken(drawn) == []
    if not table.state.options.only_playable:
        twin = twin_of(table.state, viewer, table.random)
        assert picture(drawn_for(twin, viewer, seed)) == picture(drawn)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name.split(".")[0])
def test_positions_of_golden_games_look_the_same_too(path):
    record, _ = read_golden(path)
    for number, replayed in islice(enumerate(replay_entries(record)), 5, None, 251):
        for viewer in viewers(replayed.state):
            drawn = drawn_for(replayed.state, viewer, number)
            assert shown(drawn, viewer) == shown(replayed.state, viewer)
            assert broken(drawn) == []


@examples(4)
@in_every_game(moves=120)
@given(settings_of_games(moves=300))
def test_the_game_goes_on_from_there_to_its_end(setting):
    table = Table(setting)
    for _ in range(setting.moves):
        if table.state.is_over:
            return
        table.play()
    play_out(drawn_for(table.state, table.random.choice(viewers(table.state))), table.random)


def play_out(state: State, source: random.Random) -> None:
    """Make this round the last one, and play random moves to its end."""
    state.options = replace(state.options, rounds=max(1, state.round))
    fuzzer, chance = Fuzzer(source), FastChance(source, keep=False)
    while not state.is_over:
        seat = state.decisions[0].seat
        turn.play(state, seat, fuzzer.choose(view(state, seat)), chance)
    assert broken(state) == []


# How often a secret is drawn


DRAWS = 1500
MOST_DEVIATION = 4.0
"""In standard deviations. The seeds are fixed, so a test passes always or never."""


def counted(state: State, viewer: int, secret: Callable[[State], Iterable[object]]) -> Counter:
    """Count the values of a secret in many drawn positions."""
    shown_by, chance = view(state, viewer), FastChance(9, keep=False)
    return Counter(value for _ in range(DRAWS) for value in secret(shown_by.determinise(chance)))


def assert_close(number: int, probability: float, draws: int = DRAWS) -> None:
    """Assert that an event of this probability occurred about as often as expected."""
    deviation = (draws * probability * (1 - probability)) ** 0.5
    assert abs(number - draws * probability) <= MOST_DEVIATION * deviation


def has_begun(state: State) -> bool:
    """Return whether set-up is over."""
    return state.round > 0


def played(
    ruleset: Ruleset,
    seats: int = 3,
    until: Callable[[State], bool] = has_begun,
    moves: int = 0,
    **options: bool,
) -> State:
    """Return the position of a random game between people, some moves after a given point."""
    table = Table(Setting((True,) * seats, Options(**options), 5, 0, ruleset), talk=0)
    while not until(table.state):
        table.play()
    for _ in range(moves):
        table.play()
    assert not table.state.is_over
    return table.state


def test_an_unseen_battle_card_is_at_each_place_as_often_as_it_should():
    state = played(GREYHAWK, quick=True)
    unseen = Counter(state.deck)
    for player in state.players[1:]:
        unseen += Counter(player.hand)
    total = unseen.total()
    for player in state.players[1:]:
        assert player.hand
        first = counted(state, 0, lambda drawn, seat=player.seat: drawn.players[seat].hand)
        for card, number in unseen.items():
            expected = len(player.hand) * number / total
            deviation = (DRAWS * len(player.hand) * number / total * (1 - number / total)) ** 0.5
            assert abs(first[card] - DRAWS * expected) <= MOST_DEVIATION * deviation


def test_cards_that_a_seat_knows_stay_where_they_are():
    state = played(GREYHAWK, quick=True)
    state.turn, hand = 0, state.players[1].hand
    state.this_turn.seen = {1: hand[:2]}
    for number in range(50):
        drawn = drawn_for(state, 0, number)
        assert not Counter(hand[:2]) - Counter(drawn.players[1].hand)
        assert drawn.players[0].hand == state.players[0].hand
    known = {2: Counter(state.players[2].hand)}
    for number in range(50):
        drawn = view(state, 0).determinise(FastChance(number), known)
        assert drawn.players[2].hand == state.players[2].hand


def test_two_players_are_never_given_ambassadors():
    state = played(GREYHAWK, seats=2, quick=True)
    state.deck += state.removed
    state.removed = []
    state.deck.sort()
    for number in range(200):
        drawn = drawn_for(state, 0, number)
        assert BattleCard.AMBASSADOR not in drawn.players[1].hand


def test_an_unseen_territory_card_is_at_each_place_as_often_as_it_should():
    state = played(CLASSIC, quick=True)
    cards = state.territory_cards
    cards.hands[1:] = [sorted(cards.deck[:3]), sorted(cards.deck[3:5])]
    cards.deck = cards.deck[5:]
    unseen = [*cards.deck, *cards.hands[1], *cards.hands[2]]
    for seat, size in ((1, 3), (2, 2)):
        drawn = counted(state, 0, lambda drawn, seat=seat: set(drawn.territory_cards.hands[seat]))
        assert set(drawn) == set(unseen)
        for card in set(unseen) - {WILD}:
            assert_close(drawn[card], size / len(unseen))


@pytest.mark.parametrize("ruleset", [GREYHAWK, CASTLE], ids=lambda ruleset: ruleset.name)
def test_hidden_armies_may_be_in_every_territory_without_stronghold(ruleset):
    state = played(ruleset, quick=True)
    sites = [name for name in state.holdings if not state.is_stronghold_site(name)]
    (item,) = [item for item in state.hidden if item.maker == 1]
    drawn = counted(state, 0, lambda drawn: [h.territory for h in drawn.hidden if h.maker == 1])
    assert set(drawn) == set(sites) and not item.revealed
    for name in sites:
        assert_close(drawn[name], 1 / len(sites))
    mine = {h.territory for h in drawn_for(state, 1).hidden if h.maker == 1}
    assert mine == {item.territory}
    assert drawn_for(state, 0).hidden[1].salt != state.hidden[1].salt


def test_headquarters_and_strongholds_may_be_wherever_they_can_be():
    state = played(HEADQUARTERS, until=lambda state: len(state.unseen_headquarters) == 2)
    seat = next(iter(state.unseen_headquarters))
    viewer = next(other for other in range(3) if other != seat)
    drawn = counted(state, viewer, lambda drawn: [drawn.unseen_headquarters[seat]])
    assert set(drawn) == set(state.held_by(seat))
    for name in drawn:
        assert_close(drawn[name], 1 / len(drawn))
    state = played(GREYHAWK, quick=True, until=lambda state: len(state.decisions) == 2)
    (chosen,) = {0, 1, 2} - {decision.seat for decision in state.decisions}
    viewer = state.decisions[0].seat
    drawn = counted(state, viewer, lambda drawn: [drawn.players[chosen].unseen_stronghold])
    assert set(drawn) == set(state.board.empires[state.players[chosen].empire].territories)
    for name in drawn:
        assert_close(drawn[name], 1 / len(drawn))


def test_each_standing_order_is_drawn_equally_often():
    state = played(GREYHAWK, quick=True)
    seat = state.order[1]
    drawn = counted(
        state,
        state.order[0],
        lambda drawn: [(name, getattr(drawn.players[seat].orders, name)) for name in ORDER_CHOICES],
    )
    for name in state.ruleset.standing_orders:
        for value in ORDER_CHOICES[name]:
            assert_close(drawn[name, value], 1 / len(ORDER_CHOICES[name]))


def test_a_seat_that_no_person_played_keeps_its_first_orders():
    state = played(GREYHAWK, quick=True)
    state.players[2].person = False
    drawn = drawn_for(state, 0)
    assert drawn.players[2].orders == first_orders("live")
    assert drawn.players[1].orders != first_orders("live")


@pytest.mark.parametrize(("kind", "order"), ORDER_OF.items())
def test_a_player_who_is_asked_has_an_order_to_ask(kind, order):
    state = played(GREYHAWK, quick=True)
    seat = next(other for other in range(3) if other != state.turn)
    state.decisions = ()
    state.ask(seat, kind)
    viewer = next(other for other in range(3) if other != seat)
    for number in range(10):
        assert getattr(drawn_for(state, viewer, number).players[seat].orders, order) == "ask"
