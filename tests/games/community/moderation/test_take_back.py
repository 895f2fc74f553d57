"""FAIR-6: going back to an earlier move, in random games."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.community.fairness.audit import audit
from games.community.fairness.records import record
from games.community.moderation import on_games
from games.community.moderation.take_back import take_back, take_back_targets
from games.community.trust.roles import Role
from games.models import Game, Move
from games.playing.start import create_game, start_game
from games.storage.store.rows import rows_of
from games.storage.store.stored_game import load
from rules import IllegalMove, Options
from rules.record import replay, verify
from rules.state import to_json
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table, play_bots
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora(db):
    return moderator("dora", Role.SENIOR)


def back(game, dora, to, **more):
    return take_back(action("take_back", dora, game=game, **more), to)


def document(code):
    return json.loads("".join(record(code)))


def draws(code):
    """The numbers of all draws of a game's log, in order."""
    privates = Move.objects.filter(game__code=code).values_list("private", flat=True)
    return [draw["number"] for one in privates for draw in one["draws"] if draw["number"] >= 0]


def cards_after_each(code, moves):
    """Let bots play; return the position and its card rows after each entry, by number."""
    seen = {}
    for _ in range(moves):
        play_bots(code, 1)
        stored = load(code)
        seen[stored.number] = (to_json(stored.state()), stored.rows.cards)
        if stored.status != Game.Status.RUNNING:
            break
    return seen


def test_a_take_back_restores_the_position_and_draws_new_dice(bots_game, dora):
    seen = cards_after_each(bots_game.code, 30)
    to = min(seen) + 5
    undone = draws(bots_game.code)
    back(bots_game, dora, to)
    stored = load(bots_game.code)
    position, cards = seen[to]
    assert stored.rows.cards == cards
    assert to_json(stored.state()) == {**position, "epoch": 1, "draws": max(undone) + 1}
    play_bots(bots_game.code, 30)
    numbers = draws(bots_game.code)
    assert numbers == list(range(len(numbers)))
    assert audit(bots_game.code) == load(bots_game.code).number + 1


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    seats=st.integers(2, 4),
    turns=st.lists(st.tuples(st.integers(5, 60), st.integers(0, 999)), min_size=1, max_size=3),
)
def test_replay_audit_and_verify_hold_after_any_take_backs(dora, seats, turns):
    game = create_game(["random"] * seats, Options(quick=True, rounds=4))
    start_game(game.code)
    for moves, chosen in turns:
        play_bots(game.code, moves)
        stored = load(game.code)
        if stored.status != Game.Status.RUNNING:
            break
        numbers = [place.number for place in take_back_targets(game_now(game))]
        back(game, dora, numbers[chosen % len(numbers)])
        assert audit(game.code) == load(game.code).number + 1
    if load(game.code).status == Game.Status.RUNNING:
        players = load(game.code).state().players
        winner = next(player.seat for player in players if not player.eliminated)
        on_games.end(action("end", dora, game=game), (winner,))
    written = document(game.code)
    assert verify(written).problems == ()
    assert to_json(replay(written)) == to_json(load(game.code).state())
    assert audit(game.code) == load(game.code).number + 1


def game_now(game):
    return Game.objects.get(pk=game.pk)


@pytest.mark.long
def test_an_elimination_is_undone(alice, bob, dora):
    game = pin(create_game(["captain"] * 4, Options(quick=True)), "takeback")
    start_game(game.code)
    for _ in range(2000):
        play_bots(game.code, 1)
        state = load(game.code).state()
        if any(player.eliminated for player in state.players):
            break
    fallen = next(player.seat for player in state.players if player.eliminated)
    back(game, dora, load(game.code).number - 20)
    stored = load(game.code)
    assert not stored.state().players[fallen].eliminated
    assert stored.rows == rows_of(stored.state(), stored.rows)
    play_bots(game.code, 40)
    assert audit(game.code) == load(game.code).number + 1


def test_a_finished_game_is_not_taken_back(bots_game, dora):
    on_games.cancel(action("cancel", dora, game=bots_game))
    with pytest.raises(IllegalMove, match="its seed is published") as refusal:
        back(bots_game, dora, 10)
    assert refusal.value.rule == "FAIR-6"


def test_a_take_back_needs_an_existing_entry(bots_game, dora):
    newest = load(bots_game.code).number
    for to in (newest, newest + 1, -1):
        with pytest.raises(IllegalMove):
            back(bots_game, dora, to)
    back(bots_game, dora, 20)
    with pytest.raises(IllegalMove, match="does not exist or was taken back"):
        back(bots_game, dora, 30)
    assert load(bots_game.code).number == newest + 1


def test_the_same_key_takes_back_once(bots_game, dora):
    first = back(bots_game, dora, 30, key="once")
    assert back(bots_game, dora, 30, key="once") == first
    assert Game.objects.get(pk=bots_game.pk).epoch == 1


def test_the_table_shows_the_take_back_and_the_undone_moves(client, table, dora):
    game = Game.objects.get(code=table.code)
    to = game.number
    for _ in range(4):
        table.answer()
    back(game, dora, to, reason="The page was broken.")
    page = client.get(f"/games/{table.code}/log/").content.decode()
    assert "A moderator took the game back to round" in page
    assert "The page was broken." in page
    assert '<span class="tag">undone</span>' in page
    table.answer()
    assert client.get(f"/games/{table.code}/log.json").json()["status"] == "running"


def test_take_back_choices_name_only_public_events(table, dora):
    game = Game.objects.get(code=table.code)
    for _ in range(5):
        table.answer()
    game.refresh_from_db()
    public = dict(Move.objects.filter(game=game).values_list("number", "public"))
    found = take_back_targets(game)
    assert found and all(public[place.number]["events"] for place in found)
    assert all(place.number < game.number for place in found)


def test_random_games_continue_after_a_take_back(table, dora):
    game = Game.objects.get(code=table.code)
    to = game.number
    other = Table(table.code, table.persons, random.Random(3))
    for _ in range(10):
        other.answer()
    back(game, dora, to)
    for _ in range(10):
        table.answer()
    assert audit(table.code) == load(table.code).number + 1
