"""A move that races its deadline: either the move or the timeout counts, once, never early."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier
from time import sleep

import pytest
from django.db import connection

from games.community.fairness.audit import audit
from games.exceptions import Stale
from games.models import Due, Game, Move, User
from games.playing.play import play_move
from games.playing.requests import Played
from games.playing.start import create_game, start_game
from games.storage.store.database_time import milliseconds, moment, now
from games.storage.store.stored_game import load
from rules import Options, legal_moves
from tests.support.servers.processes import database_address, running
from tests.support.servers.vendors import only_on_postgresql
from tests.support.visitors.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

GAMES, SEATS = 4, 2
OFFSETS = (-200, -80, -40, -20, -5, 0)
"""When answers are sent, in milliseconds after the deadline, not counting their transfer."""

LEAD = 1500
"""How many milliseconds before the deadline the racing threads learn of it."""

SPIN = 50
"""How many milliseconds the threads spin before they answer, so as not to be late."""


def run_out_at(codes, at):
    """Set all running deadlines of some games to the same millisecond."""
    games = list(Game.objects.filter(code__in=codes))
    for game in games:
        for clock in game.clocks["running"].values():
            clock["until"] = at
            clock.pop("warn", None)
    Game.objects.bulk_update(games, ["clocks"])
    Due.objects.filter(game__in=games, kind="clock").update(when=moment(at))


def asked_in(codes):
    """Return (code, decision, answer) for each open decision."""
    states = [(code, load(code).state()) for code in codes]
    return [
        (code, decision, next(legal_moves(state, decision.seat)))
        for code, state in states
        for decision in state.decisions
    ]


def race(barrier, code, user, decision, move, at):
    """Send an answer at a time of the site's clock; return the result, or Stale if refused."""
    barrier.wait()
    try:
        # After the first query, this process extrapolates the database's clock. Spinning all the
        # time would take the processor from the workers.
        sleep(max(0, at - now() - SPIN) / 1000)
        while now() < at:
            pass
        return play_move(code, user, move, key=f"{decision.seat}", decision=decision.number)
    except Stale as refusal:
        return refusal
    finally:
        connection.close()


@only_on_postgresql
def test_a_move_that_meets_its_deadline_goes_wholly_one_way():
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    codes = [create_game(users, Options(quick=True)).code for _ in range(GAMES * len(OFFSETS))]
    for code in codes:
        start_game(code)
    answers, deadlines = {}, {}
    with ExitStack() as stack:
        workers = [
            stack.enter_context(running("work", DATABASE_URL=database_address())) for _ in range(2)
        ]
        for one in workers:
            one.wait_for("started")
        for place, offset in enumerate(OFFSETS):
            racing = codes[place * GAMES : (place + 1) * GAMES]
            asked, barrier = asked_in(racing), Barrier(GAMES * SEATS)
            until = now() + LEAD
            run_out_at(racing, until)
            deadlines |= dict.fromkeys(racing, until)
            with ThreadPoolExecutor(GAMES * SEATS) as crowd:
                runners = {
                    (code, decision.seat): crowd.submit(
                        *(race, barrier, code, users[decision.seat]),
                        *(decision, move, until + offset),
                    )
                    for code, decision, move in asked
                }
            answers |= {who: answer.result() for who, answer in runners.items()}
        entries = Move.objects.filter(game__code__in=codes, number__gt=0)
        wait_until(lambda: entries.count() >= len(answers))
        assert [one.stop() for one in workers] == [0, 0]
        assert [line for one in workers for line in one.complaints()] == []
    assert len(answers) == GAMES * len(OFFSETS) * SEATS
    found = {(entry.game.code, entry.seat): entry for entry in entries.select_related("game")}
    assert entries.count() == len(found) == len(answers)
    for (code, seat), answer in answers.items():
        entry = found[code, seat]
        assert entry.by == ("player" if isinstance(answer, Played) else "clock")
        if entry.by == "clock":
            assert milliseconds(entry.made_at) >= deadlines[code]
    assert all(audit(code) == 1 + SEATS for code in codes)
