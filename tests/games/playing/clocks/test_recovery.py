"""After an outage every game gets its time back once, in batches; the heartbeat continues."""

import logging
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

from games.models import AbsenceStep, Game, Heartbeat, Outage
from games.playing.clocks import outages, recovery
from games.playing.clocks.outages import WEB, WORKERS
from games.playing.commit import step_taken
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from games.web.worker import due
from rules import Options
from tests.support.visitors.waiting import PATIENCE, let_pass, times

GAMES, LOST = 5, 1000
SECOND = 1000

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def codes(alice, bob, monkeypatch):
    """The codes of more games of alice and bob than fit into two batches."""
    monkeypatch.setattr(recovery, "BATCH", 2)
    codes = [create_game([alice, bob], Options(quick=True)).code for _ in range(GAMES)]
    for code in codes:
        start_game(code)
    outages.beat()
    return codes


@pytest.fixture
def slowly():
    """Let four seconds pass for every game that gets its time back."""

    def pass_time(step, **_):
        if step == AbsenceStep.Step.GIVEN_BACK:
            Heartbeat.objects.update(at=F("at") - timedelta(seconds=4))

    step_taken.connect(pass_time)
    yield
    step_taken.disconnect(pass_time)


def go_down(codes, seconds=LOST):
    """Backdate the database: the whole site has been down for this long."""
    for code in codes:
        let_pass(code, seconds)
    Heartbeat.objects.update(at=moment_now() - timedelta(seconds=seconds))


def let_time_pass(codes, seconds):
    """Move all stored times back by this many seconds."""
    past = timedelta(seconds=seconds)
    for code in codes:
        let_pass(code, seconds)
    Heartbeat.objects.update(at=F("at") - past)
    AbsenceStep.objects.update(at=F("at") - past)
    dates = ("began", "ended", "told_from")
    Outage.objects.update(**{date: F(date) - past for date in dates})


def untils(code):
    return [clock.until for clock in times(code).running.values()]


def given(code):
    return AbsenceStep.objects.filter(game__code=code, step=AbsenceStep.Step.GIVEN_BACK).count()


def recover():
    """Run the worker's rounds until every game has its time back."""
    for _ in range(3 * GAMES):
        if not due.beat_workers():
            return
    raise AssertionError("It goes on for ever.")


def test_giving_back_to_many_games_is_not_the_next_outage(codes, slowly):
    go_down(codes)
    recover()
    outages.beat()
    assert Outage.objects.count() == 1
    assert [given(code) for code in codes] == [1] * GAMES


def test_an_outage_is_given_back_in_batches_and_closed_once(codes):
    before = {code: untils(code) for code in codes}
    go_down(codes)
    assert due.beat_workers()
    outage = Outage.objects.get()
    assert outage.closed_at is None
    assert [given(code) for code in codes] == [1, 1, 0, 0, 0]
    recover()
    closed = Outage.objects.get()
    assert closed.closed_at is not None
    lost = (closed.ended - closed.began) // timedelta(milliseconds=1)
    after = {code: untils(code) for code in codes}
    for code in codes:
        # The time given back equals the length of the outage, to the second.
        moved = [new - old for new, old in zip(after[code], before[code], strict=True)]
        assert all(abs(each - (lost - LOST * SECOND)) <= 1 for each in moved)
    recover()
    assert {code: untils(code) for code in codes} == after
    assert Outage.objects.get().closed_at == closed.closed_at


def test_a_worker_that_dies_in_the_middle_leaves_the_rest_to_the_next(codes):
    go_down(codes)
    due.beat_workers()
    done = {code: untils(code) for code in codes[:2]}
    outages.beat()
    recover()
    assert {code: untils(code) for code in codes[:2]} == done
    assert [given(code) for code in codes] == [1] * GAMES


def test_no_deadline_fires_in_a_game_that_has_not_got_its_time_yet(codes):
    go_down(codes)
    outages.beat()
    for item in due.next_items():
        assert due.fire(item) is None
    assert set(Game.objects.values_list("number", flat=True)) == {0}
    assert [given(code) for code in codes] == [1] * GAMES


def test_a_damaged_game_does_not_hold_up_the_others(codes, caplog):
    Game.objects.filter(code=codes[0]).update(clocks={"turn": "damaged"})
    go_down(codes[1:])
    with caplog.at_level(logging.CRITICAL):
        recover()
    assert [given(code) for code in codes] == [0, 1, 1, 1, 1]
    assert Outage.objects.get().closed_at is not None


def test_an_outage_during_recovery_is_given_back_to_all(codes):
    go_down(codes)
    due.beat_workers()
    go_down(codes, 100)
    recover()
    assert Outage.objects.count() == 2
    assert not Outage.objects.filter(closed_at=None).exists()
    newest = Outage.objects.latest("pk").pk
    assert {times(code).outage for code in codes} == {newest}


# Notices to players, and logs for operators


def test_an_outage_in_parts_is_announced_once(codes):
    outages.beat(WEB)
    go_down(codes)
    recover()
    # The web processes come back later than the worker.
    let_time_pass(codes, 12)
    Heartbeat.objects.filter(pk=WORKERS).update(at=moment_now())
    outages.beat(WEB)
    recover()
    assert Outage.objects.count() == 2
    assert [given(code) for code in codes] == [1] * GAMES


def test_another_outage_is_announced(codes):
    go_down(codes)
    recover()
    let_time_pass(codes, 3600)
    Heartbeat.objects.update(at=moment_now())
    go_down(codes)
    recover()
    assert [given(code) for code in codes] == [2] * GAMES


def test_operators_see_the_start_of_an_outage(codes, client):
    def figure():
        lines = client.get("/metrics").content.decode().splitlines()
        (line,) = [one for one in lines if one.startswith("castlerisk_time_stands_still_seconds ")]
        return float(line.split()[1])

    assert client.get("/readyz").json()["time"] == "runs" and figure() == 0
    go_down(codes)
    began = Heartbeat.objects.get(pk=WORKERS).at
    for _ in range(2):
        # At first no process is back, then not all games have their time back.
        answer = client.get("/readyz").json()
        assert answer["time"] == "stands still"
        assert answer["since"] == began.isoformat(timespec="seconds")
        assert figure() >= LOST
        due.beat_workers()
    recover()
    assert client.get("/readyz").json()["time"] == "runs" and figure() == 0


def test_an_outage_is_logged_when_it_is_found_and_when_it_is_closed(codes, caplog):
    go_down(codes)
    with caplog.at_level(logging.INFO, "games"):
        recover()
    said = [record.getMessage() for record in caplog.records if "outage=" in record.getMessage()]
    assert len(said) == 2
    assert "clocks stopped" in said[0] and "seconds=1000" in said[0]
    assert "outage closed" in said[1]


def test_a_second_worker_does_not_wait_for_the_first(codes, meanwhile):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite locks the whole file.")
    go_down(codes)
    outages.beat()
    with transaction.atomic():
        Outage.objects.select_for_update(no_key=True).get()
        assert meanwhile(recovery.give_back).result(PATIENCE) is False
    recover()
    assert [given(code) for code in codes] == [1] * GAMES
