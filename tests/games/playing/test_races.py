"""Races and killed processes: every move is played once and as a whole, or not at all."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter

import pytest

from games.community.fairness.audit import audit
from games.community.notices.preferences import Choice, save_choice
from games.community.notices.sending import deliveries
from games.exceptions import Stale
from games.models import Card, Delivery, Game, Move, Player, User
from games.playing.bots import play_bot
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from rules import Options, legal_moves
from tests.support.servers.processes import ROOT, database_address
from tests.support.tables.bringing import tell, work
from tests.support.visitors.crowds import at_once

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 20
BOTS_AT_WORK = """
import sys
import django
django.setup()
from games.playing.bots import play_bot
from games.exceptions import Stale
while True:
    try:
        played = play_bot(sys.argv[1])
    except Stale:
        continue
    if played is None:
        break
    print(played.number, flush=True)
"""


def test_a_daily_digest_is_sent_once_by_concurrent_workers(mails, alice):
    save_choice(alice, Choice(digest=True))
    for number in range(12):
        tell(alice, cause=str(number))
    Delivery.objects.exclude(channel="mail").delete()
    Delivery.objects.update(next_at=moment_now())
    at_once(lambda _: deliveries.deliver_next(), range(6))
    work()
    assert [mail["Subject"] for mail in mails.mails] == ["Castlerisk: You’re running out of time"]


@pytest.fixture
def waiting():
    """A game that waits for its first person, as (code, user, decision, move)."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    code = create_game(users, Options(quick=True)).code
    state = start_game(code)
    decision = state.decisions[0]
    return code, users[decision.seat], decision, next(legal_moves(state, decision.seat))


def test_concurrent_answers_play_one(waiting):
    code, user, decision, move = waiting
    answers = at_once(
        lambda key: play_move(code, user, move, key=key, decision=decision.number),
        [f"key-{number}" for number in range(CROWD)],
    )
    kinds = Counter(type(answer).__name__ for answer in answers)
    assert kinds == {"Played": 1, "Stale": CROWD - 1}
    assert load(code).number == 1
    assert audit(code) == 2


def test_concurrent_repeats_get_the_same_response(waiting):
    code, user, decision, move = waiting
    answers = at_once(
        lambda key: play_move(code, user, move, key=key, decision=decision.number),
        ["the same"] * CROWD,
    )
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].number == 1 == load(code).number
    assert audit(code) == 2


def test_a_table_is_started_once(waiting):
    users = list(User.objects.all())
    code = create_game([*users, "captain"]).code
    outcomes = at_once(start_game, [code] * 6)
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 5
    assert Card.objects.filter(game__code=code).count() == 108
    assert audit(code) == 1


def test_games_played_side_by_side_do_not_disturb_each_other():
    codes = [create_game(["captain"] * 3, Options(rounds=1, quick=True)).code for _ in range(4)]

    def play_on(code):
        start_game(code)
        source = random.Random(code)
        # A short game may end earlier.
        return [play_bot(code, source) is not None for _ in range(25)].count(True)

    played = at_once(play_on, codes)
    assert all(moves > 10 for moves in played)
    assert [audit(code) for code in codes] == [1 + moves for moves in played]


def bots_at_work(code):
    """Start another process that plays the bots of a game."""
    environment = os.environ | {
        "DATABASE_URL": database_address(),
        "DJANGO_SETTINGS_MODULE": "castlerisk_site.settings",
    }
    return subprocess.Popen(
        [sys.executable, "-c", BOTS_AT_WORK, code],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_process_killed_in_the_middle_leaves_no_half_move():
    code = create_game(["captain"] * 6, Options(rounds=3)).code
    start_game(code)
    acknowledged = 0
    for moves in (1, 6, 17):
        process = bots_at_work(code)
        try:
            for _ in range(moves):
                acknowledged = int(process.stdout.readline())
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
            # On a busy machine it has made further moves before it is killed.
            acknowledged = int((process.stdout.readlines() or [acknowledged])[-1])
            process.stdout.close()
        # One more move may have been committed without its acknowledgement.
        assert acknowledged <= load(code).number <= acknowledged + 1
        assert audit(code) == load(code).number + 1
    numbers = list(Move.objects.filter(game__code=code).values_list("number", flat=True))
    assert numbers == list(range(load(code).number + 1))
    assert Player.objects.filter(game__code=code).count() == 6
    assert Game.objects.get(code=code).status == Game.Status.RUNNING
