"""Workers as real processes: bots and clocks continue across restarts, and nothing runs twice."""

import os
import signal
import sqlite3
from contextlib import ExitStack, closing

import pytest
from django.db import connection

from games.community.fairness.audit import audit
from games.management.commands.work import NICENESS
from games.models import Game, Move, User
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.database_time import milliseconds
from rules import Options
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import SetOrders
from tests.support.servers.processes import database_address, running
from tests.support.servers.vendors import only_on_postgresql
from tests.support.visitors.waiting import let_pass, times, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def worker(verbosity=2):
    return running("work", "--verbosity", str(verbosity), DATABASE_URL=database_address())


def game_of_bots(seats, pace="at once", **options):
    game = create_game(["captain"] * seats, Options(quick=True, **options))
    Game.objects.filter(pk=game.pk).update(pace=pace)
    start_game(game.code)
    return game.code


def number_of(code):
    return Game.objects.values_list("number", flat=True).get(code=code)


def is_over(code):
    return Game.objects.filter(code=code, status=Game.Status.OVER).exists()


def fired(worker):
    """The work that a worker logged, as (game, number)."""
    words = [dict(word.split("=") for word in line.split() if "=" in word) for line in worker.lines]
    return [(said["game"], int(said["number"])) for said in words if "number" in said]


@only_on_postgresql
def test_bots_continue_after_their_worker_was_killed():
    code = game_of_bots(3)
    for _ in range(2):
        number = number_of(code)
        with worker() as one:
            wait_until(lambda least=number + 12: number_of(code) >= least)
            one.stop(signal.SIGKILL)
        assert audit(code) == number_of(code) + 1
    assert set(Move.objects.values_list("by", flat=True)) == {"start", "bot"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopping_worker_finishes_its_move(number):
    code = game_of_bots(2)
    with worker() as one:
        wait_until(lambda: number_of(code) >= 5)
        assert one.stop(number) == 0
        assert "stopped" in one.lines[-1]
        assert one.complaints() == []
        assert fired(one)[-1] == (code, number_of(code))


def test_several_workers_do_everything_once_and_nothing_early():
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    codes = [create_game(users, Options(quick=True)).code for _ in range(8)]
    for late, code in enumerate(codes):
        start_game(code)
        # All but the last expire while the workers run.
        let_pass(code, 297 if late < 7 else 0)
    due = {code: {seat: c.until for seat, c in times(code).running.items()} for code in codes}
    bots = [game_of_bots(2) for _ in range(2)]
    with ExitStack() as stack:
        workers = [stack.enter_context(worker()) for _ in range(3)]
        # Entry 2 is the default stronghold of the seat that ran out of time; the next player then
        # has the full time, so nothing more happens.
        wait_until(lambda: all(number_of(code) == 2 for code in codes[:7]))
        # A game of two captains sometimes ends earlier.
        wait_until(lambda: all(number_of(code) >= 30 or is_over(code) for code in bots))
        assert [one.stop() for one in workers] == [0, 0, 0]
        done = [entry for one in workers for entry in fired(one)]
        assert [line for one in workers for line in one.complaints()] == []
    assert len(done) == len(set(done))
    assert sorted(done) == sorted(
        (code, number) for code in (*codes, *bots) for number in range(1, number_of(code) + 1)
    )
    assert number_of(codes[7]) == 0
    entries = Move.objects.filter(game__code__in=codes, by="clock").select_related("game")
    for entry in entries:
        assert milliseconds(entry.made_at) >= due[entry.game.code][entry.seat]
    assert entries.count() == 14
    assert all(audit(code) for code in (*codes, *bots))


@only_on_postgresql
def test_parallel_workers_finish_games_without_errors():
    """All workers compete for the last move of a game too."""
    codes = [game_of_bots(2, rounds=1) for _ in range(4)]
    with ExitStack() as stack:
        workers = [stack.enter_context(worker()) for _ in range(3)]
        for one in workers:
            one.wait_for("games.work started")
        wait_until(lambda: not Game.objects.filter(status=Game.Status.RUNNING).exists())
        assert [one.stop() for one in workers] == [0, 0, 0]
        assert [line for one in workers for line in one.complaints()] == []
        done = [entry for one in workers for entry in fired(one)]
    assert sorted(done) == sorted(
        (code, number) for code in codes for number in range(1, number_of(code) + 1)
    )
    assert all(audit(code) for code in codes)


def test_many_bot_games_do_not_deadlock_with_a_person():
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    codes = [game_of_bots(6) for _ in range(6)]
    own = create_game([alice, bob]).code
    start_game(own)
    with worker(verbosity=1) as one:
        # Each player makes half of the moves, as changes of orders per minute are limited.
        for key in range(40):
            person = (alice, bob)[key % 2]
            play_move(own, person, SetOrders(CORRESPONDENCE), key=str(key), decision=None)
        wait_until(lambda: all(number_of(code) >= 40 for code in codes))
        assert one.stop() == 0
        assert one.complaints() == []
    assert number_of(own) == 40
    assert all(audit(code) for code in (*codes, own))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="A file is the late database here.")
def test_a_worker_waits_for_the_database(tmp_path):
    """The test creates the database's tables and a game only after the worker has complained."""
    place = tmp_path / "late.sqlite3"
    with running("work", "--verbosity", "2", DATABASE_URL=f"sqlite:///{place}") as one:
        one.wait_for("no such table", times=2)
        assert one.process.poll() is None
        code = game_of_bots(2, rounds=1)
        with closing(sqlite3.connect(place)) as copy:
            connection.connection.backup(copy)
        one.wait_for(f"game={code}", times=3)
        assert one.stop() == 0
    assert number_of(code) == 0


def test_a_worker_has_a_lower_priority_than_a_web_process():
    with worker() as one:
        one.wait_for("games.work started")
        its = os.getpriority(os.PRIO_PROCESS, one.process.pid)
        assert its == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        assert one.stop() == 0


def test_a_worker_stops_with_its_parent():
    starter = (
        "import os, subprocess, sys\n"
        "subprocess.Popen([sys.executable, 'manage.py', 'work', '--parent', str(os.getpid())])\n"
        "os._exit(0)\n"
    )
    with running("shell", "-c", starter, DATABASE_URL=database_address()) as one:
        assert one.end() == 0
        assert "stopped" in one.lines[-1]
