"""Playing moves: alice and bob are at the table, one of them to move; charlie is a stranger."""

import json
import logging
import random
import re

import pytest
from django.db import transaction

from games.community.fairness.audit import audit
from games.exceptions import KeyReused, NoSuchGame, NotSeated, Refused, Stale
from games.models import Game, Move
from games.playing.bots import play_bot
from games.playing.commit import game_moved
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from games.storage.store.log_entries import all_events, events_for
from games.storage.store.stored_game import load
from rules import BOTS, GREYHAWK, IllegalMove, InvalidMove, Options, legal_moves, seed_commitment
from rules.bots.reasons import Chosen
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import Claim, Default, EndGame, Resign, SetOrders
from rules.state import to_json
from tests.support.servers.queries import Queries
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table, play_bots, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def told():
    """The announcements, as (code, number)."""
    heard = []

    def hear(sender, code, number, **more):
        heard.append((code, number))

    game_moved.connect(hear)
    yield heard
    game_moved.disconnect(hear)


# Creating and starting


def test_a_new_table_commits_to_its_seed_and_shows_no_position(opened):
    assert opened.status == Game.Status.OPEN and opened.number == -1
    assert seed_commitment(opened.seed) == opened.seed_commitment
    assert len(opened.code) == 8
    assert not opened.cards.exists()


@pytest.mark.parametrize(
    "make",
    [
        lambda: create_game(["captain"]),
        lambda: create_game(["captain"] * 7),
        lambda: create_game(["captain", "emperor"]),
        lambda: create_game(["captain"] * 2, ruleset="chess"),
    ],
)
def test_an_invalid_table_is_refused(make):
    with pytest.raises(InvalidMove):
        make()
    assert not Game.objects.exists()


def test_a_table_with_a_free_seat_does_not_begin(alice):
    game = create_game([alice, None])
    with pytest.raises(Refused, match="free seats"):
        start_game(game.code)
    assert load(game.code).status == Game.Status.OPEN


def test_a_table_begins_once(opened):
    start_game(opened.code)
    before = rows(opened.code)
    with pytest.raises(Stale):
        start_game(opened.code)
    assert rows(opened.code) == before


def test_nobody_moves_before_the_start(opened, alice):
    with pytest.raises(Stale, match="is not running"):
        play_move(opened.code, alice, Claim("onnwal"), key="a", decision=1)


# Playing


def test_the_player_to_move_moves_and_sees_the_result(table):
    decision, move = table.decision()
    number = table.number()
    played = play_move(table.code, table.mover, move, key="a", decision=decision.number)
    assert played.number == number + 1 == table.number()
    assert played.events
    assert played.state == table.state()
    stored = Move.objects.get(game__code=table.code, number=played.number)
    assert (stored.seat, stored.by, stored.key) == (decision.seat, "player", "a")
    assert stored.private["move"]["move"] == move.name


def test_other_players_cannot_move_out_of_turn(table, charlie):
    decision, move = table.decision()
    before = rows(table.code)
    with pytest.raises(NotSeated):
        play_move(table.code, charlie, move, key="c", decision=decision.number)
    with pytest.raises(Stale):
        play_move(table.code, table.waiting, move, key="b", decision=decision.number)
    assert rows(table.code) == before


def test_an_unknown_game_is_refused(alice):
    with pytest.raises(NoSuchGame):
        play_move("nowhere", alice, Resign(), key="a", decision=None)
    with pytest.raises(NoSuchGame):
        play_bot("nowhere")


def test_a_repeated_request_gets_the_first_response(table):
    decision, move = table.decision()
    user = table.mover
    first = play_move(table.code, user, move, key="a", decision=decision.number)
    before = rows(table.code)
    again = play_move(table.code, user, move, key="a", decision=decision.number)
    assert again == first
    assert rows(table.code) == before


def test_another_players_key_reveals_nothing(table):
    decision, move = table.decision()
    user, other = table.mover, table.waiting
    play_move(table.code, user, move, key="a", decision=decision.number)
    with pytest.raises(KeyReused):
        play_move(table.code, other, SetOrders(CORRESPONDENCE), key="a", decision=None)


def test_a_decision_that_is_no_longer_open_is_stale(table):
    decision, move = table.decision()
    user = table.mover
    play_move(table.code, user, move, key="a", decision=decision.number)
    before = rows(table.code)
    for number in (decision.number, decision.number + 7, None):
        with pytest.raises(Stale):
            play_move(table.code, user, move, key=f"b{number}", decision=number)
    assert rows(table.code) == before


@pytest.mark.parametrize(
    ("move", "error"),
    [
        (Claim("onnwal"), IllegalMove),
        (Claim("atlantis"), InvalidMove),
    ],
)
def test_a_refused_move_changes_and_announces_nothing(
    table, told, move, error, django_capture_on_commit_callbacks
):
    decision, _ = table.decision()
    before = rows(table.code)
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(error):
        play_move(table.code, table.mover, move, key="a", decision=decision.number)
    assert rows(table.code) == before
    assert not told


def test_orders_can_be_set_any_time_unseen_by_others(table):
    user = table.waiting
    seat = table.seat_of(user)
    played = play_move(table.code, user, SetOrders(CORRESPONDENCE), key="a", decision=None)
    assert table.state().players[seat].orders == CORRESPONDENCE
    assert [event["event"] for event in played.events] == ["orders_set"]
    stored = Move.objects.get(game__code=table.code, number=played.number)
    assert stored.public == {"events": []}
    assert events_for(1 - seat, stored.public, stored.private) == []
    assert events_for(None, stored.public, stored.private) == []
    assert all_events(stored.public, stored.private) == played.events


def test_a_resigned_player_cannot_move(table):
    user = table.waiting
    play_move(table.code, user, Resign(), key="a", decision=None)
    with pytest.raises(IllegalMove, match="Someone else has your seat"):
        play_move(table.code, user, SetOrders(CORRESPONDENCE), key="b", decision=None)


def test_a_game_continues_after_a_player_deletes_their_account(table):
    user, other = table.mover, table.waiting
    user.delete()
    decision, _ = table.decision()
    play_for(table.code, decision.seat, Default(), Move.By.CLOCK, decision=decision.number)
    with pytest.raises(NotSeated):
        play_move(table.code, user, Resign(), key="a", decision=None)
    play_move(table.code, other, Resign(), key="b", decision=None)
    assert audit(table.code) == table.number() + 1


# Announcements


def test_a_move_is_announced_after_commit(table, told, django_capture_on_commit_callbacks):
    decision, move = table.decision()
    with django_capture_on_commit_callbacks(execute=True):
        played = play_move(table.code, table.mover, move, key="a", decision=decision.number)
        assert not told
    assert told == [(table.code, played.number)]


def test_a_failed_announcement_does_not_undo_the_move(
    table, caplog, django_capture_on_commit_callbacks
):
    def fail(sender, **news):
        raise RuntimeError("nobody hears")

    game_moved.connect(fail)
    decision, move = table.decision()
    try:
        with django_capture_on_commit_callbacks(execute=True):
            played = play_move(table.code, table.mover, move, key="a", decision=decision.number)
    finally:
        game_moved.disconnect(fail)
    assert table.number() == played.number
    assert "failed for" in caplog.text


def test_events_reach_their_audience(bots_game):
    secret = 0
    for public, private in Move.objects.values_list("public", "private"):
        together = all_events(public, private)
        watched = events_for(None, public, private)
        assert watched == public["events"]
        for seat in range(4):
            own = events_for(seat, public, private)
            assert [event for event in own if event in watched] == watched
            extra = [event for event in own if event not in watched]
            assert all(event["seat"] == seat for event in extra)
            assert all(event in together for event in own)
            secret += len(extra)
    assert secret > 10


SECRET = re.compile("[0-9a-f]{64}")
"""A salt or a seal: new in each game."""


def entered(table):
    """Play through the set-up, storing each move separately."""
    while not table.state().round:
        table.answer()


def stored_ahead(table):
    """Play through the set-up, storing all moves at once."""
    play_ahead(table.code, table.random, is_in_round)


def test_moves_played_ahead_are_stored_as_if_each_had_been_entered(alice, bob):
    found = []
    for play in (entered, stored_ahead):
        made = pin(create_game([alice, bob, "captain"], Options()), "ah2ad345")
        start_game(made.code)
        table = Table(made.code, {0: alice, 1: bob}, random.Random(3))
        play(table)
        log = Move.objects.filter(game=made).order_by("number")
        entries = json.dumps(list(log.values_list("number", "by", "seat", "public", "private")))
        state = json.dumps(to_json(table.state()))
        found.append((table.number(), SECRET.sub("", entries), SECRET.sub("", state)))
        made.delete()
    assert found[0] == found[1] and found[0][0] > 20


# The house


def test_only_the_clock_plays_defaults_for_people(table):
    decision, move = table.decision()
    number = decision.number
    with pytest.raises(Stale, match="A player already has"):
        play_for(table.code, decision.seat, move, Move.By.BOT, decision=number)
    with pytest.raises(IllegalMove):
        play_move(table.code, table.mover, Default(), key="a", decision=number)
    with pytest.raises(InvalidMove):
        play_for(table.code, 9, Default(), Move.By.CLOCK, decision=number)
    play_for(table.code, decision.seat, Default(), Move.By.CLOCK, decision=number)
    with pytest.raises(Stale):
        play_for(table.code, decision.seat, Default(), Move.By.CLOCK, decision=number)


def test_bots_play_a_game_to_its_end(db):
    game = pin(
        create_game(["captain", "steward", "random"], Options(rounds=1, quick=True)), "h2se3456"
    )
    start_game(game.code)
    play_bots(game.code, 2000)
    stored = load(game.code)
    assert stored.status == Game.Status.OVER and stored.state().is_over
    assert play_bot(game.code) is None
    assert set(Move.objects.values_list("by", flat=True)) == {"start", "bot"}
    assert audit(game.code) == stored.number + 1


def test_bots_do_not_answer_for_people(table):
    assert play_bot(table.code) is None


def test_a_failing_bot_gets_the_default_answer(monkeypatch, caplog, db):
    class Confused:
        def __init__(self, chance):
            pass

        def decide(self, view):
            return Chosen(Claim("atlantis")) if view.seat else 1 / 0

    game = create_game(["captain", "captain"], Options(quick=True))
    start_game(game.code)
    monkeypatch.setitem(BOTS, "captain", Confused)
    with caplog.at_level(logging.CRITICAL):
        for _ in range(8):
            assert play_bot(game.code) is not None
    assert set(Move.objects.values_list("by", flat=True)) == {"start", "clock"}


def test_a_late_bot_move_is_ignored(bots_game, monkeypatch):
    """Another move is played while the bot thinks."""
    state = load(bots_game.code).state()
    decision = state.decisions[0]
    move = next(legal_moves(state, decision.seat))
    play_for(bots_game.code, decision.seat, move, Move.By.BOT, decision=decision.number)
    with pytest.raises(Stale):
        play_for(bots_game.code, decision.seat, move, Move.By.BOT, decision=decision.number)


@pytest.mark.parametrize(
    ("by", "late"), [(Move.By.BOT, Claim("atlantis")), (Move.By.CLOCK, Default())]
)
def test_house_moves_after_the_end_are_stale(bots_game, by, late):
    """Two workers may answer for a bot at once, and the first answer may end the game."""
    decision = load(bots_game.code).state().decisions[0]
    play_for(bots_game.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    stored = rows(bots_game.code)
    with pytest.raises(Stale):
        play_for(bots_game.code, decision.seat, late, by, decision=decision.number)
    assert rows(bots_game.code) == stored


# Database queries

COUNTED = ("SELECT", "INSERT", "UPDATE", "DELETE")
MOST_STATEMENTS = 10


def test_a_move_takes_few_statements_however_long_the_game(db):
    game = pin(create_game(["captain"] * 6, Options(quick=True)), "c2stly34")
    start_game(game.code)
    seen = []
    for _ in range(60):
        state = load(game.code).state()
        decision = state.decisions[0]
        move = next(legal_moves(state, decision.seat))
        with Queries() as queries:
            play_for(game.code, decision.seat, move, Move.By.BOT, decision=decision.number)
        seen.append(sum(query["sql"].startswith(COUNTED) for query in queries))
    assert max(seen) <= MOST_STATEMENTS - 1


def test_a_persons_move_takes_one_statement_more_for_its_key(table):
    for _ in range(6):
        decision, move = table.decision()
        user = table.persons.get(decision.seat)
        if user is None:
            play_bot(table.code, table.random)
            continue
        with Queries() as queries:
            play_move(table.code, user, move, key=table.key(), decision=decision.number)
        assert sum(query["sql"].startswith(COUNTED) for query in queries) <= MOST_STATEMENTS


def test_a_move_rolls_back_with_its_outer_transaction(table):
    decision, move = table.decision()
    user, before = table.mover, rows(table.code)
    with transaction.atomic():
        play_move(table.code, user, move, key="a", decision=decision.number)
        transaction.set_rollback(True)
    assert rows(table.code) == before


def test_the_ruleset_of_a_game_is_kept_with_it(opened):
    assert (opened.ruleset, opened.ruleset_version) == (GREYHAWK.name, GREYHAWK.version)
