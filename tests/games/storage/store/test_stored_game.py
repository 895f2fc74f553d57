"""Positions in the database: they load as stored, and only differences are written."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Card, Game, HiddenArmies, Player
from games.playing.start import create_game, start_game
from games.storage.store.rows import GAME_COLUMNS, rows_of, state_of
from games.storage.store.saving import Changes, save
from games.storage.store.stored_game import load, load_locked
from rules import Options
from tests.support.rules.strategies import picture
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import play_bots


@pytest.mark.django_db
def test_a_stored_game_is_loaded_as_it_was_played():
    game = pin(create_game(["captain"] * 4, Options(rounds=2, quick=True)), "st2red34")
    state = start_game(game.code)
    assert load(game.code).state() == state
    for _ in range(40):
        play_bots(game.code, 10)
        stored = load(game.code)
        state = stored.state()
        assert picture(state) == picture(state_of(*identity(stored), rows_of(state)))
        if state.is_over:
            break
    assert state.is_over
    assert Card.objects.filter(game=game).count() == 108
    assert HiddenArmies.objects.filter(game=game).count() == 4


def identity(stored):
    return stored.code, stored.ruleset, stored.version


def selects(queries):
    """The selects that were sent; one message may have several."""
    return [text for query in queries for text in query["sql"].split("; ")]


@pytest.mark.django_db
def test_loading_takes_four_selects_and_one_to_see_that_nothing_moved(bots_game):
    with CaptureQueriesContext(connection) as queries:
        load(bots_game.code)
    assert len(selects(queries)) == 5
    assert len(set(selects(queries))) == 5


@pytest.mark.django_db
def test_saving_the_same_position_writes_no_row_but_the_game(bots_game):
    stored = load(bots_game.code)
    with CaptureQueriesContext(connection) as queries:
        number = Changes(game={"number": stored.number})
        save(stored, number, rows_of(stored.state(), stored.rows))
    (statement,) = [query["sql"] for query in queries]
    assert statement.startswith('UPDATE "games_game" SET "number" =')
    assert not any(name in statement for name in (*GAME_COLUMNS, "holdings", "position"))


@pytest.mark.django_db
def test_hidden_armies_that_are_taken_back_leave_the_rows(bots_game):
    stored = load(bots_game.code)
    state = stored.state()
    last = state.hidden.pop()
    save(stored, Changes(), rows_of(state, stored.rows))
    assert load(bots_game.code).state() == state
    stored = load(bots_game.code)
    state.hidden.append(last)
    save(stored, Changes(), rows_of(state, stored.rows))
    assert load(bots_game.code).state().hidden[-1] == last


@pytest.mark.django_db
def test_public_rows_leave_every_secret_in_the_database(bots_game):
    for model in (Game, Player, Card, HiddenArmies):
        with CaptureQueriesContext(connection) as queries:
            assert list(model.objects.public())
        for secret in model.secrets:
            assert f'"{secret}"' not in queries[0]["sql"]


@pytest.mark.django_db
def test_repr_of_a_stored_game_shows_no_secret(bots_game):
    stored = load(bots_game.code)
    assert repr(stored) == f"<StoredGame {stored.code} at {stored.number}>"
    assert "hand" not in repr(stored.rows) and len(repr(stored.rows)) < 100
    assert stored.seed.hex() not in f"{stored!r}{Game.objects.get(code=stored.code)!r}"


@pytest.mark.django_db
def test_a_saved_positions_cards_are_not_reloaded(bots_game, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        play_bots(bots_game.code, 1)
    whole = load(bots_game.code)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert load_locked(bots_game.code) == whole
    assert len(selects(queries)) == 2
    # A move unknown to this process: made by another process, or rolled back.
    play_bots(bots_game.code, 1)
    moved = load(bots_game.code)
    assert moved.rows.cards != whole.rows.cards or moved.rows.game != whole.rows.game
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert load_locked(bots_game.code) == moved
    assert len(selects(queries)) == 4


@pytest.mark.django_db
def test_a_known_number_with_another_position_is_loaded(
    bots_game, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        play_bots(bots_game.code, 1)
    Game.objects.filter(code=bots_game.code).update(draws=7)
    Card.objects.filter(game=bots_game, number=0).update(place=77)
    with transaction.atomic():
        assert load_locked(bots_game.code).rows.cards[0].place == 77
