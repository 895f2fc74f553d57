"""Properties of random legal games: invariants, and exact replay from a record."""

import json
from itertools import product

import pytest
from hypothesis import given

from rules import moves as m
from rules import turn
from rules.cases.verifying import verify_sentences
from rules.chance import FastChance
from rules.chance.recorded import RecordedChance, draw_from_json
from rules.chance.recorded import to_json as draw_to_json
from rules.errors import IllegalMove
from rules.moves.json import from_json as move_from_json
from rules.moves.json import to_json as move_to_json
from rules.state.invariants import check
from tests.support.rules.every_game import in_every_game
from tests.support.rules.strategies import (
    Table,
    any_answer,
    any_declaration,
    copy_of,
    examples,
    near_miss,
    offered_move,
    picture,
    settings_of_games,
)

# Whole games


@examples(40)
@in_every_game(moves=300)
@given(settings_of_games(moves=600))
def test_a_position_is_sound_after_every_move(setting):
    table = Table(setting)
    check(table.state)
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        table.play()
        check(table.state)


@examples(10)
@in_every_game(moves=200)
@given(settings_of_games(moves=400))
def test_every_visible_event_has_a_sentence(setting):
    table = Table(setting)
    verify_sentences(table.events, len(setting.persons), setting.ruleset)
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        verify_sentences(table.play().events, len(setting.persons), setting.ruleset)


@examples(6)
@in_every_game(moves=80)
@given(settings_of_games(moves=250))
def test_a_position_survives_json_and_the_game_continues_equally(setting):
    table, reloaded = Table(setting), Table(setting)
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        reloaded.state = copy_of(table.state)
        assert reloaded.state == table.state
        assert reloaded.play() == table.play()
    assert reloaded.state == table.state


@examples(8)
@in_every_game(moves=80)
@given(settings_of_games(moves=250))
def test_a_recorded_game_is_replayed_to_the_same_positions(setting):
    table = Table(setting)
    began = table.draws, table.events
    played, pictures = [], []
    while not table.state.is_over and len(played) < setting.moves:
        played.append(table.play())
        pictures.append(picture(table.state))
    chance = recorded(began[0])
    state, events = turn.new_game(
        setting.ruleset, setting.persons, setting.options, table.state.game, chance
    )
    assert events == began[1] and not chance.left()
    for one, expected in zip(played, pictures, strict=True):
        chance = recorded(one.draws)
        move = move_from_json(json.loads(json.dumps(move_to_json(one.move))))
        assert turn.play(state, one.seat, move, chance, one.by) == one.events
        assert not chance.left() and chance.number == state.draws
        assert picture(state) == expected


def recorded(draws):
    """A chance that repeats these draws after a JSON round trip."""
    lines = json.loads(json.dumps([draw_to_json(draw) for draw in draws]))
    return RecordedChance(draw_from_json(line) for line in lines)


# Offer, verify and play agree


@examples(8)
@in_every_game(moves=130)
@given(settings_of_games(moves=400))
def test_offer_verify_and_play_agree(setting):
    table, compared = Table(setting), set()
    for _ in range(setting.moves):
        # Compare each kind of decision once per game: games can then be long enough for rare kinds.
        attack, placings = table.state.attack, table.state.placings
        purpose = placings[0].purpose if placings else None
        about = purpose, attack and attack.fleet, table.state.this_turn.hero
        kinds = {(decision.kind, about) for decision in table.state.decisions}
        if not kinds <= compared:
            compare_offers(table)
            compared |= kinds
        if table.state.is_over:
            break
        table.play()


def compare_offers(table: Table) -> None:
    """Compare offer, verify and play for every seat, with offered and other moves."""
    before = picture(table.state)
    for seat in range(len(table.state.players)):
        offer = turn.offer(table.state, seat)
        assert bool(offer) == (table.state.decision_of(seat) is not None)
        candidates = [any_answer(table.state, table.random) for _ in range(40)]
        candidates += [m.Reveal(item.territory) for item in table.state.hidden]
        if offer:
            offered = [offered_move(offer, table.random) for _ in range(30)]
            assert all(turn.is_allowed(table.state, seat, move) for move in offered)
            near = [near_miss(move, table.state, table.random) for move in offered]
            candidates += [*near, *(near_miss(move, table.state, table.random) for move in near)]
        for move in candidates:
            is_offered = any(move in option for option in offer)
            assert turn.is_allowed(table.state, seat, move) == is_offered, (seat, move)
        for move in table.random.sample(candidates, 8):
            play_or_refuse(table, seat, move, "player")
        if offer:
            play_or_refuse(table, seat, table.random.choice(offered), "player")
            play_or_refuse(table, seat, m.Default(), "clock")
    assert picture(table.state) == before


def play_or_refuse(table: Table, seat: int, move: m.Move, by: str) -> None:
    """Play an allowed move on a copy; check that a refused move draws no chance."""
    chance = FastChance(table.random.randrange(1000))
    chance.roll(2, "something before")
    if turn.is_allowed(table.state, seat, move, by):
        state = copy_of(table.state)
        turn.play(state, seat, move, chance, by)
        check(state)
        return
    before = repr(vars(chance))
    with pytest.raises(IllegalMove) as refusal:
        turn.play(table.state, seat, move, chance, by)
    assert refusal.value.rule and refusal.value.message.endswith((".", "!", "?"))
    assert repr(vars(chance)) == before


@examples(8)
@in_every_game(moves=40)
@given(settings_of_games(moves=200))
def test_a_refused_declaration_changes_nothing_and_an_allowed_one_is_sound(setting):
    table = Table(setting, talk=1)
    for number in range(setting.moves):
        if table.state.is_over:
            break
        if number % 10 == 0:
            before = picture(table.state)
            seat = table.random.randrange(len(table.state.players))
            for move in (
                m.ClaimWin(),
                m.Resign(),
                m.AgreeResult(tuple(table.state.living()[:1])),
                m.AnswerPact(1, True),
                m.AcceptTrade((seat + 1) % len(table.state.players), (), ()),
                m.EndGame((seat, seat)),
            ):
                play_or_refuse(table, seat, move, table.random.choice(("player", "moderator")))
            assert picture(table.state) == before
        table.play()


@examples(8)
@in_every_game(moves=60)
@given(settings_of_games(moves=300))
def test_a_trade_is_accepted_only_with_its_current_cards(setting):
    table = Table(setting, talk=0.5)
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        table.play()
        for trade in table.state.trades:
            lying = trade.laid[0], trade.laid[1]
            for give, get in product((*lying, ()), repeat=2):
                move = m.AcceptTrade(trade.seats[1], give, get)
                if turn.is_allowed(table.state, trade.seats[0], move):
                    assert (give, get) == lying and len(give) == len(get) > 0


@examples(12)
@in_every_game(moves=200, rounds=0)
@given(settings_of_games(moves=600, rounds=0))
def test_an_eliminated_player_cannot_move(setting):
    table = Table(setting, talk=0)
    for number in range(setting.moves):
        if table.state.is_over:
            break
        table.play()
        out = [player.seat for player in table.state.players if player.eliminated]
        if number % 10 == 0:
            for seat in out:
                said = [any_declaration(table.state, seat, table.random) for _ in range(5)]
                moves = [move for move, by in said if by == "player"]
                moves.append(m.SetOrders(table.state.players[seat].orders))
                moves.append(any_answer(table.state, table.random))
                assert not any(turn.is_allowed(table.state, seat, move) for move in moves)


@examples(15)
@in_every_game(moves=120)
@given(settings_of_games(moves=300))
def test_every_offered_move_verifies_and_plays(setting):
    table = Table(setting)
    for _ in range(setting.moves):
        if table.state.is_over:
            return
        table.play()
    for decision in table.state.decisions:
        moves = list(turn.legal_moves(table.state, decision.seat))
        assert moves
        for move in moves:
            turn.verify(table.state, decision.seat, move)
        for move in table.random.sample(moves, min(12, len(moves))):
            turn.play(copy_of(table.state), decision.seat, move, FastChance(1))
