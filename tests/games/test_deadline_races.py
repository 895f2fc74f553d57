"""A move and its deadline in the same instant: it goes wholly one way, once, and never early."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import pytest
from django.db import connection

from games import clocks
from games.audit import audit
from games.models import Due, Game, Move, User
from games.play import Played, Stale, create_game, play_move, start_game
from games.store import load
from games.timekeeping import now
from rules import Options, legal_moves
from tests.games.processes import database_address, running
from tests.games.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

GAMES, ROUNDS, SEATS = 4, 6, 2
LEAD = 400
"""So many milliseconds before a deadline all who race for it are told of it."""


def run_out_at(code, moment):
    """Let the time of everybody asked in a game be out at a moment, to the millisecond."""
    game = Game.objects.get(code=code)
    for clock in game.clocks["running"].values():
        clock["until"] = moment
    Game.objects.filter(pk=game.pk).update(clocks=game.clocks)
    Due.objects.filter(game=game, kind="clock").update(when=clocks.moment(moment))


def race(barrier, code, user, decision, move, at):
    """Send an answer at a moment by the site's clock; say whether it was taken."""
    barrier.wait()
    try:
        # Asked once before, the database's clock is then counted on in this process.
        while now() < at:
            pass
        return play_move(code, user, move, key=f"{decision.seat}", decision=decision.number)
    except Stale as refusal:
        return refusal
    finally:
        connection.close()


def test_a_move_that_meets_its_deadline_goes_wholly_one_way():
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    codes = [create_game(users, Options(quick=True)).code for _ in range(GAMES * ROUNDS)]
    for code in codes:
        start_game(code)
    answers, deadlines = {}, {}
    with ExitStack() as stack:
        workers = [
            stack.enter_context(running("work", DATABASE_URL=database_address())) for _ in range(2)
        ]
        for one in workers:
            one.wait_for("started")
        for place in range(ROUNDS):
            # From a little before the deadline to a little after it.
            offset = 2 * place - ROUNDS
            racing = codes[place * GAMES : (place + 1) * GAMES]
            barrier, runners = Barrier(GAMES * SEATS), []
            with ThreadPoolExecutor(GAMES * SEATS) as crowd:
                until = now() + LEAD
                for code in racing:
                    run_out_at(code, until)
                    deadlines[code] = until
                    state = load(code).state()
                    for decision in state.decisions:
                        move = next(legal_moves(state, decision.seat))
                        words = (code, users[decision.seat], decision, move, until + offset)
                        runners.append((code, decision.seat, crowd.submit(race, barrier, *words)))
            answers |= {(code, seat): answer.result() for code, seat, answer in runners}
        entries = Move.objects.filter(game__code__in=codes, number__gt=0)
        wait_until(lambda: entries.count() >= len(answers))
        assert [one.stop() for one in workers] == [0, 0]
        assert [line for one in workers for line in one.complaints()] == []
    assert len(answers) == GAMES * ROUNDS * SEATS
    found = {(entry.game.code, entry.seat): entry for entry in entries.select_related("game")}
    assert entries.count() == len(found) == len(answers)
    for (code, seat), answer in answers.items():
        entry = found[code, seat]
        assert entry.by == ("player" if isinstance(answer, Played) else "clock")
        if entry.by == "clock":
            assert clocks.milliseconds(entry.made_at) >= deadlines[code]
    assert all(audit(code) == 1 + SEATS for code in codes)
