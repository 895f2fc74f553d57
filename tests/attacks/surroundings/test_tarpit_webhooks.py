"""Attack: register webhooks that accept a connection and answer slowly, byte by byte.

Twelve of them must not delay anybody else's notices. Each gets one request at a time, which ends at
its deadline, followed by a pause.
"""

import json
from contextlib import ExitStack
from threading import Event

import pytest
from django.db import connection

from games.community.notices import outbound
from games.community.notices.notices import Draft, write
from games.community.notices.pages import keep_hook
from games.community.notices.sending import lanes
from games.models import Delivery, User
from games.storage.processes.partition import WHOLE
from games.web.worker.notice_threads import NoticeThreads, PostSender
from tests.support.servers.receivers import MuteServer, Receiver, serving
from tests.support.visitors.patience import wait_until

TARPITS = 12


@pytest.fixture
def tarpits(settings):
    """Twelve servers that never finish a response, and one that responds at once."""
    with ExitStack() as stack:
        slow = [stack.enter_context(serving(MuteServer(b"H"))) for _ in range(TARPITS)]
        good = stack.enter_context(serving(Receiver()))
        settings.OUTBOUND_EXEMPT = frozenset(one.pair for one in (*slow, good))
        yield slow, good


def tell(user, count, words):
    write(
        [Draft(user.pk, "moderation", None, f"{words} {n}", f"{words} {n}.") for n in range(count)]
    )


def named(number):
    return User.objects.create_user(f"Person {number}")


@pytest.mark.django_db(transaction=True)
def test_tarpits_do_not_delay_other_notices(tarpits, monkeypatch):
    # No tarpit reaches its deadline during this test.
    monkeypatch.setattr(outbound, "WHOLE_SECONDS", 600)
    monkeypatch.setattr(outbound, "PAUSE_SECONDS", 600)
    slow, good = tarpits
    for number, tarpit in enumerate(slow):
        attacker = named(number)
        keep_hook(attacker, f"http://{tarpit.pair}/")
        tell(attacker, 5, "Bait")
    victim = named("of good will")
    keep_hook(victim, good.url)
    stop = Event()
    threads = NoticeThreads(stop, lambda: WHOLE)
    threads.start()
    try:
        wait_until(lambda: all(tarpit.taken for tarpit in slow))
        tell(victim, 20, "Word")
        wait_until(lambda: len(good.posts) == 20)
    finally:
        stop.set()
        for tarpit in slow:
            tarpit.is_over.set()
        threads.join(20)
    # Each had one request in progress and no second one.
    assert [tarpit.taken for tarpit in slow] == [1] * TARPITS
    assert {json.loads(body)["text"].split()[0] for _, _, body in good.posts} == {"Word"}


@pytest.mark.django_db(transaction=True)
def test_a_tarpit_rests_after_its_deadline_with_its_deliveries(tarpits, monkeypatch):
    monkeypatch.setattr(outbound, "WHOLE_SECONDS", 0.5)
    monkeypatch.setattr(lanes, "SLOW_SECONDS", 0.1)
    (tarpit, *_), _ = tarpits
    attacker = named(1)
    keep_hook(attacker, f"http://{tarpit.pair}/")
    tell(attacker, 5, "Bait")
    before = Delivery.objects.order_by("next_at").last().next_at
    posting = PostSender()
    assert posting.post_next() is True
    posting.join(20)
    wait_until(lambda: tarpit.taken == 1)
    assert not Delivery.objects.filter(next_at__lte=before).exists()
    assert PostSender().post_next() is False
    connection.close()


# Lanes


def test_unproven_destinations_leave_slots_for_fast_ones():
    known = lanes.Lanes(["good.example"])
    for number in range(lanes.UNPROVEN_SLOTS):
        assert known.open_alone() is None
        known.begin(f"tarpit{number}.example")
    assert known.open_alone() == ["good.example"]
    assert lanes.SLOTS > lanes.UNPROVEN_SLOTS
    known.end("tarpit0.example", 0.1, was_sent=False)
    assert known.open_alone() is None


def test_one_destination_has_one_request_until_it_has_proved_fast():
    known = lanes.Lanes()
    known.begin("new.example")
    assert known.closed() == ["new.example"]
    known.end("new.example", 0.1, was_sent=True)
    for _ in range(lanes.A_FAST_ONE):
        assert known.closed() == []
        known.begin("new.example")
    assert known.closed() == ["new.example"]


def test_a_fast_destination_that_becomes_slow_is_no_longer_trusted_and_rests_ever_longer(
    monkeypatch,
):
    now, rests = 0.0, []
    monkeypatch.setattr(lanes, "monotonic", lambda: now)
    known = lanes.Lanes(["turned.example"])
    for _ in range(5):
        known.begin("turned.example")
        rests.append(known.end("turned.example", lanes.SLOW_SECONDS + 1, was_sent=True))
        now += rests[-1]
    assert rests == [*lanes.RESTS, lanes.RESTS[-1]]
    now -= 1
    assert known.closed() == ["turned.example"]
    for number in range(lanes.UNPROVEN_SLOTS):
        known.begin(f"other{number}.example")
    assert known.open_alone() == []


def test_requests_that_become_slow_together_begin_one_pause():
    known = lanes.Lanes(["stalled.example"])
    for _ in range(lanes.A_FAST_ONE):
        known.begin("stalled.example")
    for _ in range(lanes.A_FAST_ONE):
        rest = known.end("stalled.example", lanes.SLOW_SECONDS + 1, was_sent=True)
        assert rest <= lanes.RESTS[0]
