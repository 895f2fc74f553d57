"""The database's clock steps back: due times are recomputed, and nobody loses time."""

import logging
from datetime import timedelta
from time import monotonic

import pytest
from django.db import connection
from django.db.models import F

from games.community.absence import votes
from games.models import Due, Game, Heartbeat, Outage
from games.playing.clocks import outages
from games.playing.clocks.outages import WEB, WORKERS
from games.playing.start import create_game, start_game
from games.storage.store import database_time
from games.storage.store.database_time import moment_now, now
from games.web.worker import due
from rules import Options
from tests.support.visitors.waiting import let_pass, stored_times, times

pytestmark = pytest.mark.django_db

HOUR, SECOND = 3600, 1000


@pytest.fixture
def duel(alice, bob):
    code = create_game([alice, bob], Options(quick=True)).code
    start_game(code)
    outages.beat()
    outages.beat(WEB)
    return code


def step_back(seconds, *codes):
    """Simulate a clock that steps back: move all stored times ahead by this many seconds."""
    for code in codes:
        let_pass(code, -seconds)
    Heartbeat.objects.update(at=F("at") + timedelta(seconds=seconds))


def untils(code):
    return {seat: clock.until for seat, clock in times(code).running.items()}


def found():
    """Return the measured size of the step in milliseconds."""
    row = Outage.objects.get()
    return (row.began - row.ended) / timedelta(milliseconds=1)


def test_deadlines_move_back_with_the_clock(duel):
    before = untils(duel)
    step_back(HOUR, duel)
    due.beat_workers()
    assert 0 < found() <= HOUR * SECOND
    for seat, until in untils(duel).items():
        assert until >= before[seat]
        assert abs(before[seat] + HOUR * SECOND - until - found()) <= 1
    assert stored_times(duel)["clock"] == times(duel).due()["clock"]
    assert Outage.objects.get().closed_at is not None


def test_a_step_is_found_once_and_the_heartbeat_goes_on(duel):
    step_back(HOUR, duel)
    for _ in range(3):
        due.beat_workers()
        outages.beat_web()
    assert Outage.objects.count() == 1
    assert all(at <= moment_now() for at in Heartbeat.objects.values_list("at", flat=True))
    assert outages.stopped_since() is None
    Heartbeat.objects.filter(pk=WORKERS).update(at=moment_now() - timedelta(seconds=100))
    due.beat_workers()
    assert Outage.objects.latest("pk").ended > Outage.objects.latest("pk").began


def test_time_lost_before_a_clock_step_is_restored_too(duel):
    before = untils(duel)
    # No worker ran for the last 100 seconds before the clock stepped back.
    let_pass(duel, 100)
    Heartbeat.objects.filter(pk=WORKERS).update(at=moment_now() - timedelta(seconds=100))
    Heartbeat.objects.filter(pk=WEB).update(at=moment_now())
    step_back(HOUR, duel)
    due.beat_workers()
    assert Outage.objects.count() == 2
    assert all(until >= before[seat] - SECOND for seat, until in untils(duel).items())


def test_a_deadline_set_after_the_step_stays(duel, alice, bob):
    step_back(HOUR, duel)
    later = create_game([alice, bob], Options(quick=True)).code
    start_game(later)
    before = untils(later)
    due.beat_workers()
    assert untils(later) == before
    assert times(later).outage == Outage.objects.get().pk


def test_a_paused_table_goes_on_with_the_time_it_had(duel, alice, bob):
    left = {seat: until - now() for seat, until in untils(duel).items()}
    votes.want_pause(duel, alice)
    votes.want_pause(duel, bob)
    step_back(HOUR, duel)
    due.beat_workers()
    votes.resume(duel, alice)
    for seat, until in untils(duel).items():
        assert 0 <= left[seat] - (until - now()) < 60 * SECOND


def test_bots_do_not_wait_until_the_clock_is_back_where_it_was(alice):
    code = create_game([alice, "captain"], Options(quick=True)).code
    Game.objects.filter(code=code).update(pace=Game.Pace.CALM)
    start_game(code)
    outages.beat()
    row = Due.objects.filter(game__code=code, kind="bot")
    assert row.exists()
    step_back(HOUR, code)
    due.beat_workers()
    assert row.get().when <= moment_now() + timedelta(seconds=10)


def test_a_step_is_logged_and_counted(duel, client, caplog):
    step_back(HOUR, duel)
    with caplog.at_level(logging.WARNING, "games"):
        due.beat_workers()
    (said,) = [record.getMessage() for record in caplog.records]
    assert said.startswith("clock stepped back") and "seconds=3" in said
    assert b"castlerisk_clock_steps 1.0" in client.get("/metrics").content


def test_a_process_learns_of_a_step_with_the_next_beats_it_reads(duel, monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("A file has no clock but this machine's.")
    ahead = moment_now() + timedelta(hours=1)
    monkeypatch.setattr(database_time, "_answer", (ahead, monotonic()))
    assert outages.signs(0).lost == ()
    assert moment_now() < ahead - timedelta(minutes=30)
