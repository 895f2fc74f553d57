"""Workers as real processes deliver each notice once, and again only after a worker was killed."""

import signal
from contextlib import ExitStack

import pytest

from games.community.notices.notices import Draft, write
from games.community.notices.pages import keep_hook
from games.models import Delivery, Game, Notice, User
from games.playing.start import create_game, start_game
from rules import Options
from tests.support.servers.processes import database_address, running
from tests.support.servers.receivers import Receiver, serving
from tests.support.servers.vendors import only_on_postgresql
from tests.support.visitors.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def receiver(settings):
    with serving(Receiver()) as one:
        settings.OUTBOUND_EXEMPT = frozenset({one.pair})
        yield one


def worker(receiver):
    return running(
        "work",
        "--verbosity",
        "2",
        DATABASE_URL=database_address(),
        CASTLERISK_OUTBOUND_EXEMPT=receiver.pair,
    )


def waiting():
    return Delivery.objects.filter(state=Delivery.State.WAITING).count()


@only_on_postgresql
def test_several_workers_deliver_each_notice_once(receiver):
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    for user in users:
        keep_hook(user, receiver.url)
    for _ in range(6):
        start_game(create_game(users, Options(quick=True)).code)
    write([Draft(users[0].pk, "moderation", None, f"word {n}", f"Word {n}.") for n in range(20)])
    with ExitStack() as stack:
        workers = [stack.enter_context(worker(receiver)) for _ in range(3)]
        wait_until(lambda: not Game.objects.filter(noticed=-1).exists() and not waiting())
        for one in workers:
            assert one.stop() == 0
            assert not [line for line in one.lines if "Traceback" in line]
    brought = sorted(told["id"] for told in receiver.told())
    assert brought == sorted(str(pk) for pk in Delivery.objects.values_list("pk", flat=True))
    # Everybody is asked to move at the start.
    starts = Notice.objects.filter(text__startswith="Play has started").values_list("user", "game")
    assert len(starts) == len(set(starts)) == 12


@only_on_postgresql
def test_a_killed_workers_deliveries_are_retried_with_the_same_ids(receiver):
    user = User.objects.create_user("alice")
    keep_hook(user, receiver.url)
    write([Draft(user.pk, "moderation", None, f"word {n}", f"Word {n}.") for n in range(60)])
    with worker(receiver) as one:
        wait_until(lambda: len(receiver.posts) >= 5)
        one.stop(signal.SIGKILL)
    # Otherwise deliveries claimed by the killed worker would stay claimed for a while.
    Delivery.objects.filter(state=Delivery.State.WAITING).update(next_at="2026-01-01T00:00Z")
    with worker(receiver) as one:
        wait_until(lambda: not waiting())
        assert one.stop() == 0
    brought = {told["id"] for told in receiver.told()}
    assert brought == {str(pk) for pk in Delivery.objects.values_list("pk", flat=True)}
    assert len(brought) == 60
