"""Who looks at which table, between processes, and how often that is written."""

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from games import presence
from games.models import Presence, Process

pytestmark = pytest.mark.django_db


class Clock:
    """Time as presence counts it, which passes when it is told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(presence, "monotonic", clock)
    return clock


@pytest.fixture(autouse=True)
def nobody_here():
    presence.forget()
    presence.read(None)
    yield
    presence._lookers.clear()
    presence.forget()
    presence._elsewhere = {}


def process(**columns):
    return Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now(), **columns
    )


def seen_from_elsewhere(code):
    """Who looks at a table, as a process learns it that has no pages of its own."""
    presence.read(None)
    return presence._elsewhere.get(code, frozenset())


def test_others_learn_who_looks_at_a_table(alice, bob, clock):
    first, second = process(), process()
    presence.arrive("table1", alice.pk)
    presence.arrive("table1", None)
    presence.write(first.pk)
    Presence.objects.create(process=second, user=bob, codes=["table1", "table2"])
    presence.read(first.pk)
    assert presence.online("table1") == {alice.pk, bob.pk}
    assert presence.online("table2") == {bob.pk}
    assert seen_from_elsewhere("table1") == {alice.pk, bob.pk}
    presence.depart("table1", alice.pk)
    presence.read(first.pk)
    assert presence.online("table1") == {bob.pk}


def test_a_user_is_written_at_most_once_in_half_a_minute(alice, clock):
    own = process()
    written = []
    for second in range(120):
        clock.now = 1000.0 + second
        # Somebody who hops from table to table, and goes away now and then.
        presence.arrive(f"table{second}", alice.pk)
        if second:
            presence.depart(f"table{second - 1}", alice.pk)
        if presence.write(own.pk):
            written.append(second)
    assert written == [0, 30, 60, 90]
    assert Presence.objects.get().codes == ["table90"]


def test_who_stays_is_not_written_again(alice, clock):
    own = process()
    presence.arrive("table1", alice.pk)
    assert presence.write(own.pk) == 1
    for _ in range(10):
        clock.now += 60
        with CaptureQueriesContext(connection) as captured:
            presence.write(own.pk)
        assert len(captured) == 0
    assert seen_from_elsewhere("table1") == {alice.pk}


def test_who_left_is_forgotten_and_may_come_again(alice, clock):
    own = process()
    presence.arrive("table1", alice.pk)
    presence.write(own.pk)
    presence.depart("table1", alice.pk)
    clock.now += 31
    assert presence.write(own.pk) == 1
    assert not Presence.objects.exists()
    clock.now += 31
    assert presence.write(own.pk) == 0
    presence.arrive("table2", alice.pk)
    assert presence.write(own.pk) == 1
    assert seen_from_elsewhere("table2") == {alice.pk}


def test_nobody_looks_through_a_process_that_is_gone(alice, clock):
    own = process()
    presence.arrive("table1", alice.pk)
    presence.write(own.pk)
    Process.objects.update(seen_at=Now() - 2 * presence.GONE_AFTER)
    assert seen_from_elsewhere("table1") == frozenset()
    Process.objects.update(seen_at=Now())
    assert seen_from_elsewhere("table1") == {alice.pk}
    own.delete()
    assert seen_from_elsewhere("table1") == frozenset()


def test_a_user_who_was_deleted_meanwhile_keeps_nobody_else_away(alice, bob, clock):
    own = process()
    for user in (alice, bob):
        presence.arrive("table1", user.pk)
    gone = alice.pk
    alice.delete()
    assert presence.write(own.pk) == 2
    assert seen_from_elsewhere("table1") == {bob.pk}
    presence.depart("table1", gone)
