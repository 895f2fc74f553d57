"""Outages: whichever part of the site is down, the lost time is given back once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from threading import Barrier

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from games.community.absence import votes
from games.models import AbsenceStep, Game, Heartbeat, Outage, User
from games.playing.clocks import outages, timeouts
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.outages import WEB, WORKERS
from games.playing.clocks.timeouts import LostTime
from games.playing.start import create_game, start_game
from games.storage.store.clocks import Clock, Clocks, Turn
from games.storage.store.database_time import milliseconds, moment_now, now
from games.web.worker import due
from rules import Options
from rules.questions import DecisionKind
from tests.support.servers.live import Server
from tests.support.servers.processes import database_address, running
from tests.support.tables.positions.pinned import pin
from tests.support.visitors.waiting import item, leave_unwarned, let_pass, times, wait_until

SECOND = 1000
START = datetime(2027, 1, 15, 8, tzinfo=UTC)
TERMS = ClockSettings(turn_seconds=60, reaction_seconds=20, pace="calm")
TICK, END, LONG = 0.25, 240, 10


# Random outages of processes


class Process:
    """A process of a part of the site; `away` lists its downtimes as (second, length)."""

    def __init__(self, part, away):
        self.part, self.away = part, away

    def is_up(self, second):
        return not any(began <= second < began + length for began, length in self.away)


class Site:
    """A site with one running clock, in simulated time.

    `awaited` is the second at which the clock runs out.
    """

    def __init__(self, workers, webs, database):
        self.processes = [Process(WORKERS, away) for away in workers]
        self.processes += [Process(WEB, away) for away in webs]
        self.database = Process(None, database)
        self.beats, self.outages, self.awaited = {}, [], None
        # The seconds of all heartbeats by part; the expected lost time is computed from them.
        self.heard = {WORKERS: [], WEB: []}

    def beat(self, process, second):
        moment, part = START + timedelta(seconds=second), process.part
        is_awaited = part == WEB and self.awaited is not None
        awaited = START + timedelta(seconds=self.awaited) if is_awaited else None
        if not outages.is_to_beat(self.beats.get(part), awaited, moment):
            return
        if part in self.beats:
            counted = self.outages[-1][1] if self.outages else None
            lost = outages.outage(self.beats, part, counted, moment)
            self.outages += [lost] if lost else []
        self.beats[part] = moment
        self.heard[part].append(second)

    def run(self, settle):
        for tick in range(round(END / TICK)):
            second = tick * TICK
            if not self.database.is_up(second):
                continue
            up = [process for process in self.processes if process.is_up(second)]
            for process in up:
                self.beat(process, second)
            if any(process.part == WORKERS for process in up):
                settle(second)

    def lost(self):
        return [
            LostTime(number, milliseconds(began), milliseconds(ended))
            for number, (began, ended) in enumerate(self.outages, start=1)
        ]

    def lost_by(self, second):
        """Return how many seconds, up to this one, fall into finished outages of either part."""
        spans = [
            (before, after)
            for heard in self.heard.values()
            for before, after in pairwise(heard)
            if after - before >= LONG and after <= second
        ]
        ticks = [tick * TICK for tick in range(round(second / TICK))]
        return TICK * sum(any(began <= at < ended for began, ended in spans) for at in ticks)

    def is_lost_to_all(self, second):
        """Return whether a second lies in a long outage of all web processes."""
        silences = pairwise(self.heard[WEB])
        return any(began < second < ended and ended - began >= LONG for began, ended in silences)


def at(second):
    return milliseconds(START) + round(second * SECOND)


def waiting_until(second):
    clock = Clock(1, DecisionKind.ATTACKS, at(second), of_turn=True, since=at(0))
    return Clocks(Turn(1, 0, 0, at(second)), {0: clock})


SPANS = st.lists(st.tuples(st.integers(1, 190), st.integers(1, 60)), max_size=4)


@settings(max_examples=60)
@given(
    st.lists(SPANS, min_size=1, max_size=3), st.lists(SPANS, min_size=1, max_size=3), SPANS,
    st.integers(20, 200),
)  # fmt: skip
def test_every_moment_that_was_lost_is_given_back_once_and_nothing_runs_out_early(
    workers, webs, database, until
):
    # All workers are back before the end.
    home = [[(began, min(length, 215 - began)) for began, length in spans] for spans in workers]
    site = Site(home, webs, database)
    long, short, fired = waiting_until(10_000), waiting_until(until), []

    def settle(second):
        nonlocal long, short
        long = timeouts.given_back(long, site.lost(), at(second))
        reached = outages.reach(site.beats, START + timedelta(seconds=second))
        if fired or reached is None:
            return
        short = timeouts.given_back(short, site.lost(), at(second))
        site.awaited = (short.running[0].until - at(0)) / SECOND
        if timeouts.settled(short, TERMS, milliseconds(reached))[1] is not None:
            fired.append(second)

    site.run(settle)
    settle(END)
    assert long.running[0].until - at(10_000) == round(site.lost_by(END) * SECOND)
    assert long.turn.until == long.running[0].until
    for (_, before), (began, ended) in pairwise(site.outages):
        assert before <= began < ended
    if fired:
        assert fired[0] - site.lost_by(fired[0]) >= until
        assert not site.is_lost_to_all(site.awaited)


@settings(max_examples=15)
@given(st.integers(8, 792))
def test_without_an_outage_clocks_run_out_on_time(quarters):
    site, until, fired = Site([[]], [[], []], []), quarters * TICK, []
    site.awaited = until

    def settle(second):
        reached = outages.reach(site.beats, START + timedelta(seconds=second))
        if (
            not fired
            and timeouts.settled(waiting_until(until), TERMS, milliseconds(reached))[1] == 0
        ):
            fired.append(second)

    site.run(settle)
    assert fired == [until]


def test_losing_one_of_several_processes_is_no_outage():
    for workers, webs in (([[(5, 200)], []], [[]]), ([[]], [[(5, 60), (70, 60)], []])):
        site = Site(workers, webs, [])
        site.run(lambda second: None)
        assert site.outages == []


def test_lost_time_is_counted_once():
    clocks = waiting_until(60)
    clocks = timeouts.given_back(clocks, [LostTime(None, at(10), at(40))], at(50))
    assert (clocks.running[0].until, clocks.outage) == (at(90), 0)
    clocks = timeouts.given_back(clocks, [LostTime(1, at(10), at(50))], at(50))
    assert (clocks.running[0].until, clocks.outage) == (at(100), 1)


def test_a_pause_within_an_outage_is_given_back_once():
    clocks = waiting_until(60)
    clocks = timeouts.given_back(clocks, [LostTime(None, at(10), at(20))], at(50))
    clocks = timeouts.resumed(timeouts.paused(clocks, at(20)), at(30))
    clocks = timeouts.given_back(clocks, [LostTime(1, at(10), at(50))], at(50))
    assert clocks.running[0].until == at(60 + 40)


# Stored outages


@pytest.fixture
def duel(alice, bob):
    """The code of a running game between alice and bob."""
    code = pin(create_game([alice, bob], Options(quick=True)), "d2de3n45").code
    start_game(code)
    return code


def silent(**seconds):
    """Set the age in seconds of the heartbeats of some parts of the site."""
    rows = {"workers": WORKERS, "web": WEB}
    for part, ago in seconds.items():
        last = {"at": moment_now() - timedelta(seconds=ago)}
        Heartbeat.objects.update_or_create(pk=rows[part], defaults=last)


def until(code):
    return max(clock.until for clock in times(code).running.values())


def deadline(code):
    return datetime.fromtimestamp(until(code) / SECOND, UTC)


@pytest.mark.django_db
def test_during_an_outage_no_clock_runs_out_and_time_is_restored(duel):
    silent(workers=0, web=400)
    before = until(duel)
    let_pass(duel, 301)
    assert item(duel, "clock") is None
    (found,) = [due.Item(game.pk, duel, "clock", moment_now()) for game in Game.objects.all()]
    assert due.fire(found) is None and Game.objects.get().number == 0
    outages.beat(WEB)
    due.beat_workers()
    assert due.fire(item(duel, "clock")) is None
    given = until(duel) - (before - 301 * SECOND)
    # The clock started 301 seconds ago, so no more time than that was lost.
    assert 301 * SECOND <= given < 330 * SECOND
    assert AbsenceStep.objects.get().step == "given back"
    due.beat_workers()
    assert until(duel) == before - 301 * SECOND + given


@pytest.mark.django_db
def test_a_deadline_waits_for_the_next_web_heartbeat(duel):
    leave_unwarned(duel)
    silent(workers=0, web=1)
    last = Heartbeat.objects.get(pk=WEB).at
    assert outages.beat_web() == deadline(duel)
    assert Heartbeat.objects.get(pk=WEB).at == last
    let_pass(duel, 300)
    (found,) = [due.Item(game.pk, duel, "clock", deadline(duel)) for game in Game.objects.all()]
    assert item(duel, "clock") is None
    assert due.fire(found) is None and Game.objects.get().number == 0
    # Writes the heartbeat; no later deadline waits for the next one.
    assert outages.beat_web() is None
    assert Heartbeat.objects.get(pk=WEB).at > deadline(duel) > last
    assert due.fire(item(duel, "clock")).number == 1


@pytest.mark.django_db
def test_an_answer_while_no_worker_lives_costs_no_bank(duel, alice, bob):
    Game.objects.update(bank_seconds=60)
    let_pass(duel, 400)
    silent(workers=500, web=0)
    seat = Game.objects.get().decisions[0]["seat"]
    votes.want_pause(duel, alice)
    assert votes.want_pause(duel, bob)
    votes.resume(duel, alice)
    assert 0 < until(duel) - now() <= 301 * SECOND
    due.beat_workers()
    assert due.fire(item(duel, "clock")) is None
    assert ClockSettings(300, 20, "calm", bank_seconds=60).bank_of(seat, times(duel)) == 60 * SECOND
    assert 0 < until(duel) - now() <= 301 * SECOND


@pytest.mark.django_db
def test_a_site_without_web_processes_waits_for_none(duel):
    silent(workers=0)
    let_pass(duel, 301)
    assert due.fire(item(duel, "clock")).number == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_returns_count_lost_time_once():
    silent(workers=300, web=200)
    began = Heartbeat.objects.get(pk=WORKERS).at
    barrier = Barrier(12)

    def come_back(number):
        barrier.wait()
        try:
            return outages.beat((WORKERS, WEB)[number % 2])
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as crowd:
        list(crowd.map(come_back, range(12)))
    counted = list(Outage.objects.order_by("pk").values_list("began", "ended"))
    assert counted[0][0] == began
    assert 1 <= len(counted) <= 2
    if len(counted) == 2:
        assert counted[1][0] == counted[0][1]
    assert counted[-1][1] <= moment_now()


@pytest.mark.django_db(transaction=True)
def test_a_returning_web_process_counts_lost_time_before_answering(tmp_path):
    silent(workers=0, web=300)
    began = Heartbeat.objects.get(pk=WEB).at
    server = Server(tmp_path)
    server.start()
    try:
        counted = Outage.objects.get()
        assert counted.began == began
        assert counted.ended - began >= timedelta(seconds=300)
        # The web process's heartbeat continues.
        last = Heartbeat.objects.get(pk=WEB).at
        wait_until(lambda: Heartbeat.objects.get(pk=WEB).at > last)
    finally:
        server.stop()
    assert Outage.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_holds_clocks_for_a_web_that_is_away_and_lets_bots_move():
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    code = create_game(users, Options(quick=True)).code
    bots = create_game(["captain"] * 2, Options(quick=True))
    Game.objects.filter(pk=bots.pk).update(pace="at once")
    for one in (code, bots.code):
        start_game(one)
    let_pass(code, 301)
    silent(web=500)
    number = Game.objects.filter(pk=bots.pk).values_list("number", flat=True)
    with running("work", "--verbosity", "2", DATABASE_URL=database_address()) as worker:
        wait_until(lambda: number.get() >= 12)
        assert Game.objects.get(code=code).number == 0
        outages.beat(WEB)
        wait_until(lambda: until(code) > now() + 200 * SECOND)
        worker.wait_for("clocks stopped since=")
        worker.wait_for("clocks running again")
        assert worker.stop() == 0
        assert worker.complaints() == []
    assert Game.objects.get(code=code).number == 0
