"""Positions as rows, without a database: whole random games, move by move."""

import json
from dataclasses import fields

import pytest
from hypothesis import given

from games.storage.store.card_rows import laid_out, piles, spots
from games.storage.store.rows import PLAYER_COLUMNS, rows_of, state_of
from rules import CLASSIC, HEADQUARTERS, Options
from rules.state import to_json
from rules.state.players import Player as RulesPlayer
from tests.support.rules.every_game import in_every_game
from tests.support.rules.strategies import Setting, Table, examples, picture, settings_of_games

SETTING = Setting((True, True, True), Options(), seed=1, moves=0)


def through_text(rows):
    """The same rows after a JSON round trip, as through a database."""
    for part in (rows.game, *rows.players):
        for name, value in part.items():
            part[name] = json.loads(json.dumps(value))
    return rows


@examples(6)
@in_every_game(moves=40)
@given(settings_of_games(moves=250))
def test_every_position_of_a_random_game_comes_back_from_its_rows(setting):
    table, before, ruleset = Table(setting), None, setting.ruleset
    number = sum(ruleset.battle_cards.values()) + sum(ruleset.event_cards.values())
    number += len(ruleset.board.territories) + ruleset.wild_cards if ruleset.set_values else 0
    for _ in range(setting.moves):
        after = rows_of(table.state, before) if before else rows_of(table.state)
        rows = through_text(after)
        back = state_of(table.state.game, ruleset.name, ruleset.version, rows)
        assert back == table.state
        assert picture(back) == picture(table.state)
        assert len(rows.cards) == number
        before = rows
        if table.state.is_over:
            break
        table.play()


@examples(4)
@in_every_game(moves=60)
@given(settings_of_games(moves=250))
def test_cards_keep_their_faces_and_only_those_that_must_move_do(setting):
    table = Table(setting)
    cards = laid_out(spots(piles(table.state)), ())
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        before = sorted(spots(piles(table.state)))
        table.play()
        after = laid_out(spots(piles(table.state)), cards)
        assert [card[:2] for card in after] == [card[:2] for card in cards]
        battle_cards = sum(setting.ruleset.battle_cards.values())
        assert sum(card.deck == "battle" for card in after) == battle_cards
        moved = sum(one != other for one, other in zip(cards, after, strict=True))
        left = sorted(spots(piles(table.state)))
        for spot in before:
            if spot in left:
                left.remove(spot)
        assert moved == len(left)
        cards = after


def test_a_position_with_other_cards_is_refused():
    table = Table(SETTING)
    cards = laid_out(spots(piles(table.state)), ())
    table.state.deck.pop()
    with pytest.raises(ValueError, match="There are"):
        laid_out(spots(piles(table.state)), cards)


def test_every_part_of_a_player_has_its_column():
    parts = {item.name for item in fields(RulesPlayer)}
    assert parts - {"seat", "hand"} == set(PLAYER_COLUMNS)


def test_all_of_a_position_is_in_some_row():
    state = Table(SETTING).state
    rows = rows_of(state)
    kept = {*rows.game, *rows.game["position"]}
    cards = {"deck", "discard", "removed", "event_deck", "event_discard", "track"}
    names = {"ruleset", "version", "game", "players", "hidden"}
    assert set(to_json(state)) == kept - {"position"} | cards | names


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS])
def test_no_territory_card_stays_in_the_position_beside_its_row(ruleset):
    setting = Setting((True, True, True), Options(quick=True), seed=3, moves=0, ruleset=ruleset)
    table = Table(setting, talk=0.0)
    while not table.state.territory_cards.pile:
        table.play()
    rows = rows_of(table.state)
    assert set(rows.game["position"]["territory_cards"]) == {"traded", "captured", "trading"}
    held = [(row.kind, row.holder) for row in rows.cards if row.zone == "hand"]
    hands = table.state.territory_cards.hands
    assert held == sorted((card, seat) for seat, hand in enumerate(hands) for card in hand)
    pile = sorted((row for row in rows.cards if row.zone == "discard"), key=lambda row: row.place)
    assert [row.kind for row in pile] == table.state.territory_cards.pile
