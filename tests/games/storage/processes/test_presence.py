"""Presence at tables across processes, and how often it is written."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from games.models import Game, LastVisit, Presence, Process
from games.storage.processes import presence
from games.storage.store.database_time import moment_now, now

pytestmark = pytest.mark.django_db


class Clock:
    """The clock of presence, set by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(presence, "monotonic", clock)
    return clock


@pytest.fixture
def time(clock, monkeypatch):
    """A clock for both the process and the database."""
    began = moment_now() - timedelta(seconds=clock.now)
    monkeypatch.setattr(presence, "moment_now", lambda: began + timedelta(seconds=clock.now))
    return clock


@pytest.fixture(autouse=True)
def nobody_here():
    presence.forget()
    presence.read(None)
    yield
    presence._pages.clear()
    presence._left.clear()
    presence.forget()
    presence._elsewhere = {}


def process(**columns):
    return Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now(), **columns
    )


def seen_from_elsewhere(code):
    """The users at a table, as seen by a process without open pages."""
    presence.read(None)
    return frozenset(presence._elsewhere.get(code, ()))


def test_presence_is_shared_between_processes(alice, bob, clock):
    first, second = process(), process()
    page = presence.page_opened("table1", alice.pk)
    presence.page_opened("table1", None)
    presence.write(first.pk)
    Presence.objects.create(process=second, user=bob, codes=["table1", "table2"])
    presence.read(first.pk)
    assert presence.online("table1") == {alice.pk, bob.pk}
    assert presence.online("table2") == {bob.pk}
    assert seen_from_elsewhere("table1") == {alice.pk, bob.pk}
    presence.page_closed(page)
    presence.read(first.pk)
    assert presence.online("table1") == {bob.pk}


def test_presence_is_written_at_most_every_half_minute(alice, clock):
    own = process()
    written, page = [], None
    for second in range(120):
        clock.now = 1000.0 + second
        # A user who switches between tables, and leaves now and then.
        before, page = page, presence.page_opened(f"table{second}", alice.pk)
        if second:
            presence.page_closed(before)
        if presence.write(own.pk):
            written.append(second)
    assert written == [0, 30, 60, 90]
    assert Presence.objects.get().codes == ["table90"]


def test_the_presence_of_a_user_who_looks_is_rewritten_every_five_minutes(alice, clock):
    own = process()
    page = presence.page_opened("table1", alice.pk)
    assert presence.write(own.pk) == 1
    written = []
    for minute in range(1, 41):
        clock.now += 60
        if minute <= 21:
            # The page says once a minute that it is used.
            presence.page_reported(page, 0)
        with CaptureQueriesContext(connection) as captured:
            presence.write(own.pk)
        written += [minute] if captured.captured_queries else []
    # Nothing is written for a page that nobody looks at any more.
    assert written == [5, 10, 15, 20, 25, 30]
    assert seen_from_elsewhere("table1") == {alice.pk}


def test_leaving_stores_the_time_and_the_last_seen_entry(table, alice, clock):
    own, game = process(), Game.objects.get(code=table.code)
    page = presence.page_opened(table.code, alice.pk)
    presence.write(own.pk)
    assert LastVisit.objects.get().number == game.number
    clock.now += 20
    presence.page_closed(page, 3)
    clock.now += 9
    assert presence.write(own.pk) == 0
    clock.now += 1
    before = moment_now()
    assert presence.write(own.pk) == 1
    look = LastVisit.objects.get()
    assert look.number == 3
    # Ten seconds before the write, however long that takes.
    left_for = timedelta(seconds=10)
    assert before - left_for <= look.seen_at <= moment_now() - left_for
    assert not Presence.objects.exists()
    clock.now += 600
    assert presence.write(own.pk) == 0


def test_reloading_the_page_is_not_leaving(table, alice, clock):
    own = process()
    page = presence.page_opened(table.code, alice.pk)
    presence.write(own.pk)
    clock.now += 40
    presence.page_closed(page, 3)
    presence.page_opened(table.code, alice.pk)
    assert presence.write(own.pk) == 0


def test_a_short_visit_between_writes_is_stored(table, alice, clock):
    own = process()
    page = presence.page_opened(table.code, alice.pk)
    presence.page_closed(page, 4)
    assert presence.write(own.pk) == 1
    assert LastVisit.objects.get().number == 4 and not Presence.objects.exists()


def test_a_stopping_process_stores_what_its_users_saw(table, alice, bob, clock):
    presence.page_opened(table.code, alice.pk)
    presence.page_closed(presence.page_opened(table.code, bob.pk), 2)
    presence.farewell()
    seen = dict(LastVisit.objects.values_list("user", "number"))
    assert seen == {alice.pk: table.number(), bob.pk: 2}


def test_workers_know_presence_from_all_processes(alice, bob, charlie):
    here, there = process(), process()
    for where, code in ((here, "table1"), (there, "table2")):
        Presence.objects.create(process=where, user=alice, codes=[code], looks={code: now()})
    gone = process()
    Presence.objects.create(process=gone, user=bob, codes=["table1"], looks={"table1": now()})
    Process.objects.filter(pk=gone.pk).update(seen_at=Now() - 2 * presence.GONE_AFTER)
    everybody = [alice.pk, bob.pk, charlie.pk]
    assert presence.looking_now(everybody) == {alice.pk: {"table1", "table2"}}
    assert presence.lately_here(everybody) == {alice.pk}


def test_a_user_who_left_may_return(alice, clock):
    own = process()
    page = presence.page_opened("table1", alice.pk)
    presence.write(own.pk)
    presence.page_closed(page)
    clock.now += 31
    assert presence.write(own.pk) == 1
    assert not Presence.objects.exists()
    clock.now += 31
    assert presence.write(own.pk) == 0
    presence.page_opened("table2", alice.pk)
    assert presence.write(own.pk) == 1
    assert seen_from_elsewhere("table2") == {alice.pk}


def test_presence_of_dead_processes_is_ignored(alice, clock):
    own = process()
    presence.page_opened("table1", alice.pk)
    presence.write(own.pk)
    Process.objects.update(seen_at=Now() - 2 * presence.GONE_AFTER)
    assert seen_from_elsewhere("table1") == frozenset()
    Process.objects.update(seen_at=Now())
    assert seen_from_elsewhere("table1") == {alice.pk}
    own.delete()
    assert seen_from_elsewhere("table1") == frozenset()


def test_a_deleted_user_does_not_block_presence_writes(alice, bob, clock):
    own = process()
    page = presence.page_opened("table1", alice.pk)
    presence.page_opened("table1", bob.pk)
    alice.delete()
    assert presence.write(own.pk) == 2
    assert seen_from_elsewhere("table1") == {bob.pk}
    presence.page_closed(page)


def test_a_table_is_looked_at_on_a_visible_page_used_within_ten_minutes(table, alice, time):
    """On each device apart: one person's hidden page and their idle one make no look."""
    own, code = process(), table.code

    def is_looking():
        # Known here at once, and to workers from the next write.
        time.now += 30
        presence.write(own.pk)
        here = alice.pk in presence.looking(code)
        assert (code in presence.looking_now([alice.pk]).get(alice.pk, ())) == here
        assert presence.online(code) == {alice.pk}
        presence.read(None)
        assert seen_from_elsewhere(code) == {alice.pk}
        presence._elsewhere = {}
        return here

    def seen_ago():
        return presence.moment_now() - LastVisit.objects.get().seen_at

    desk, phone = presence.page_opened(code, alice.pk), presence.page_opened(code, alice.pk)
    assert is_looking()
    presence.page_reported(desk, None, 3)
    assert is_looking()
    presence.page_reported(phone, None, 4)
    assert not is_looking() and LastVisit.objects.get().number == 4
    presence.page_reported(desk, 9 * 60 + 20)
    assert is_looking() and timedelta(0) <= seen_ago() < timedelta(seconds=10)
    assert not is_looking()
    # For pausing, a visible page suffices for an hour.
    hour = presence.ATTENDS_FOR
    assert presence.looking_now([alice.pk], hour) == {alice.pk: {code}}
    presence.page_reported(desk, 3600)
    assert not is_looking() and presence.looking_now([alice.pk], hour) == {alice.pk: set()}
    presence.page_reported(phone, 0)
    assert is_looking()


def test_a_use_after_a_break_is_written_at_once(alice, time):
    own = process()
    page = presence.page_opened("table1", alice.pk)
    presence.write(own.pk)
    time.now += 9 * 60
    assert presence.write(own.pk) == 1
    time.now += 31
    presence.page_reported(page, 0)
    assert presence.write(own.pk) == 1
    time.now += 60
    assert presence.looking_now([alice.pk]) == {alice.pk: {"table1"}}
