"""The order in which a busy worker fires what is due: a deadline never waits for a long queue."""

import itertools
from threading import Event

import pytest

from games.management.commands.work import LOOK_SECONDS, Worker
from games.models import Game, Move
from games.playing.start import create_game, start_game
from games.web.worker.heartbeat import HeartbeatThread
from rules import BOTS, Options
from tests.support.visitors.waiting import LONG, leave_unwarned, let_pass

pytestmark = pytest.mark.django_db

GAMES = 12
"""The number of games whose bots are due at once."""
STEP = LOOK_SECONDS / 4
"""The seconds that pass between two readings of the worker's clock."""


def test_a_deadline_that_expires_beside_many_due_bots_does_not_wait_for_all_of_them(
    duel, monkeypatch
):
    leave_unwarned(duel.code)
    stop, asked = Event(), []

    class Watching(BOTS["captain"]):
        def decide(self, view):
            asked.append(view.seat)
            if len(asked) == 1:
                # The deadline expires when the worker has already begun with the bots.
                let_pass(duel.code, LONG)
            if len(asked) > GAMES or Move.objects.filter(game__code=duel.code, by="clock"):
                stop.set()
            return super().decide(view)

    monkeypatch.setitem(BOTS, "captain", Watching)
    for _ in range(GAMES):
        game = create_game(["captain"] * 2, Options(quick=True))
        Game.objects.filter(pk=game.pk).update(pace="at once")
        start_game(game.code)
    clock = itertools.count(step=STEP)
    Worker(stop, None, HeartbeatThread("worker"), lambda: next(clock)).run()
    assert Move.objects.filter(game__code=duel.code).latest("number").by == "clock"
    # Only the last of these bots moved after the deadline.
    assert 1 < len(asked) < GAMES / 2
