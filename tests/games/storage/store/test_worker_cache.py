"""The worker's cache of the games it played most recently saves loading and changes no result."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.community.fairness.audit import audit
from games.models import Game, Move
from games.playing.bots import play_bot
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.storage.store.worker_cache import Memory
from games.web.worker import due
from rules import BOTS, Options
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import EndGame, SetOrders
from tests.support.visitors.waiting import item

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = 30


@pytest.fixture
def code():
    """The code of a game of captains who never wait."""
    made = create_game(["captain"] * 3, Options(quick=True))
    Game.objects.update(pace="at once")
    start_game(made.code)
    return made.code


def loads(queries):
    """How often cards were loaded."""
    return sum('FROM "games_card"' in query["sql"] for query in queries)


def test_a_game_that_one_worker_plays_is_loaded_once(code):
    memory = Memory()
    with CaptureQueriesContext(connection) as queries:
        for number in range(1, MOVES + 1):
            assert due.fire(item(code, "bot"), memory).number == number
            stored, state = memory.recall(code)
            assert state == load(code).state() and stored == load(code)
    # The comparison causes two loads per move; the worker itself causes only one.
    assert loads(queries) == 2 * MOVES + 1
    assert audit(code) == MOVES + 1


def test_a_position_that_another_worker_changed_is_not_thought_about_again(code):
    memory, other = Memory(), Memory()
    for _ in range(MOVES // 2):
        assert play_bot(code, memory=memory) is not None
        assert play_bot(code, memory=other) is not None
    assert load(code).number == MOVES
    assert audit(code) == MOVES + 1


def test_a_cached_bot_position_includes_new_pacts(code, monkeypatch):
    """Orders, pacts and trades leave the decision open, but may change the bot's answer."""
    memory = Memory()
    play_bot(code, memory=memory)
    decision = load(code).state().decisions[0]
    seen = []

    class Wary(BOTS["captain"]):
        def choose(self, view):
            seen.append(view.orders)
            return super().choose(view)

    monkeypatch.setitem(BOTS, "captain", Wary)
    orders = SetOrders(CORRESPONDENCE)
    play_for(code, decision.seat, orders, Move.By.BOT, decision=None)
    assert load(code).state().decisions[0] == decision
    assert play_bot(code, memory=memory).number == 3
    assert seen[-1] == CORRESPONDENCE


def test_no_bot_moves_in_a_finished_game(code):
    memory = Memory()
    play_bot(code, memory=memory)
    play_for(code, 0, EndGame(), Move.By.CLOCK, decision=None)
    assert play_bot(code, memory=memory) is None
    assert memory.recall(code) is None


def test_a_bot_waits_for_its_postponed_time(code):
    memory = Memory()
    play_bot(code, memory=memory)
    game = Game.objects.get(code=code)
    game.clocks["bot"]["when"] += 3_600_000
    game.save(update_fields=["clocks"])
    assert due.fire(item(code, "bot"), memory) is None
    assert load(code).number == 1
    assert item(code, "bot").when > game.moved_at


def test_a_move_that_fails_leaves_no_half_of_it_behind(code, monkeypatch):
    memory = Memory()
    play_bot(code, memory=memory)
    before = load(code)
    monkeypatch.setattr("games.playing.apply.rows_of", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play_bot(code, memory=memory)
    monkeypatch.undo()
    assert load(code) == before
    assert play_bot(code, memory=memory).number == 2
    assert audit(code) == 3
