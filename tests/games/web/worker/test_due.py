"""Due items: expired clocks, bots' moves, and clocks that are restarted."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from games.community.fairness.audit import audit
from games.models import Due, Game, Heartbeat, Move, Outage
from games.playing.clocks import outages
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from games.storage.store.database_time import now
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import BOTS, Options
from rules.bots.reasons import Chosen
from rules.moves import Claim, EndGame, Resign
from rules.questions import DecisionKind
from tests.support.servers.queries import Queries
from tests.support.tables.tables import play_bots, rows
from tests.support.visitors.waiting import (
    LONG,
    item,
    leave_unwarned,
    let_pass,
    missed,
    run_out,
    say_orders,
    stored_times,
    times,
)

pytestmark = pytest.mark.django_db

COUNTED = ("SELECT", "INSERT", "UPDATE", "DELETE")


# Stored items


def test_starting_a_game_stores_its_due_items(opened):
    start_game(opened.code)
    clocks = times(opened.code)
    assert set(clocks.running) == {0, 1}
    expected = {kind: when for kind, when in clocks.due().items() if when is not None}
    assert stored_times(opened.code) == expected


def test_a_move_stores_only_what_is_due_at_another_time(table):
    before = rows(table.code)[0]["clocks"]
    with Queries() as queries:
        say_orders(table, table.waiting)
    assert not any("games_due" in query["sql"] for query in queries)
    assert rows(table.code)[0]["clocks"] == before
    for _ in range(40):
        if table.state().is_over:
            break
        with Queries() as queries:
            table.answer()
        assert sum("games_due" in query["sql"] for query in queries) <= 1
        clocks = times(table.code).due()
        stored = stored_times(table.code)
        assert all(stored[kind] == when for kind, when in clocks.items() if when is not None)


# Clocks


def test_nothing_times_out_early(duel):
    before = rows(duel.code)
    assert due.fire(item(duel.code, "clock")) is None
    assert rows(duel.code) == before
    assert item(duel.code, "clock") is not None


def test_a_timeout_answers_once_with_the_default(duel):
    decision, _ = duel.decision()
    let_pass(duel.code, LONG)
    found = item(duel.code, "clock")
    played = due.fire(found)
    assert played.number == duel.number()
    entry = Move.objects.get(game__code=duel.code, number=played.number)
    assert (entry.by, entry.seat) == ("clock", decision.seat)
    assert entry.private["move"] == {"move": "default"}
    assert duel.state().decisions[0] != decision
    before = rows(duel.code)
    assert due.fire(found) is None
    assert rows(duel.code) == before
    assert audit(duel.code) == duel.number() + 1


def test_every_late_muster_gets_a_default(opened):
    start_game(opened.code)
    while load(opened.code).state().decisions[0].kind is not DecisionKind.MUSTER:
        run_out(opened.code) if times(opened.code).running else play_bots(opened.code, 1)
    seats = set(times(opened.code).running)
    assert seats == {0, 1}
    let_pass(opened.code, LONG)
    answered = {due.fire(item(opened.code, "clock")).seat for _ in seats}
    assert answered == seats
    assert not set(times(opened.code).running)


def test_a_deadline_asks_four_things_of_the_game_and_two_of_the_site(duel):
    leave_unwarned(duel.code)
    let_pass(duel.code, LONG)
    found = item(duel.code, "clock")
    with Queries() as queries:
        assert due.fire(found) is not None
    asked = [one["sql"] for one in queries if one["sql"].startswith("SELECT")]
    assert len(asked) == 6
    # An outage is stored with the next heartbeat, so reading the heartbeat first misses none.
    assert "games_heartbeat" in asked[4] and "games_outage" in asked[5]


def test_a_wrong_due_time_is_corrected(duel):
    right = stored_times(duel.code)
    Due.objects.filter(kind="clock").update(when=timezone.now() - timedelta(days=1))
    assert due.fire(item(duel.code, "clock")) is None
    assert stored_times(duel.code) == right


def test_obsolete_due_items_are_dropped(duel):
    play_move(duel.code, duel.waiting, Resign(), key="a", decision=None)
    play_move(duel.code, duel.mover, Resign(), key="b", decision=None)
    assert load(duel.code).status == Game.Status.OVER
    Due.objects.update(when=timezone.now() - timedelta(days=1))
    for found in due.next_items():
        assert due.fire(found) is None
    assert not Due.objects.exists()


# Bots


def test_a_bot_moves_when_due(calm):
    number = load(calm).number
    # Otherwise it might become due during the test on a loaded machine.
    let_pass(calm, -LONG)
    assert due.fire(item(calm, "bot")) is None
    assert load(calm).number == number
    for step in range(1, 6):
        let_pass(calm, 2 * LONG)
        before = timezone.now()
        assert due.fire(item(calm, "bot")).number == number + step
    assert item(calm, "bot").when > before


def test_bots_that_are_due_at_once_play_a_game_to_its_end(db):
    game = create_game(["captain"] * 3, Options(quick=True, rounds=1))
    Game.objects.update(pace="at once")
    start_game(game.code)
    while found := item(game.code, "bot"):
        due.fire(found)
    assert load(game.code).status == Game.Status.OVER
    assert not Due.objects.exists()
    assert audit(game.code) == load(game.code).number + 1


def test_a_failing_bot_gets_a_default_and_no_missed_turn(calm, monkeypatch, caplog):
    class Confused:
        def __init__(self, chance):
            pass

        def decide(self, view):
            raise ZeroDivisionError

    monkeypatch.setitem(BOTS, "captain", Confused)
    with caplog.at_level(logging.CRITICAL):
        let_pass(calm, 60)
        played = due.fire(item(calm, "bot"))
    entry = Move.objects.get(game__code=calm, number=played.number)
    assert entry.by == "clock"
    assert missed(calm) == [0, 0]


def test_a_game_that_ends_while_a_bot_thinks_is_no_failure(calm, monkeypatch, caplog):
    class Slow:
        def __init__(self, chance):
            pass

        def decide(self, view):
            play_for(calm, 0, EndGame(), Move.By.CLOCK, decision=None)
            return Chosen(Claim("atlantis"))

    monkeypatch.setitem(BOTS, "captain", Slow)
    let_pass(calm, 60)
    assert due.fire(item(calm, "bot")) is None
    assert caplog.text == ""
    assert item(calm, "bot") is None


def test_firing_for_a_bot_takes_few_statements(calm):
    for _ in range(20):
        let_pass(calm, 60)
        found = item(calm, "bot")
        # The bot's last move may have ended the game.
        if found is None:
            break
        with Queries() as queries:
            due.fire(found)
        assert sum(query["sql"].startswith(COUNTED) for query in queries) <= 14


def test_a_damaged_game_does_not_block_others(calm, table, caplog):
    Game.objects.filter(code=calm).update(position={"no": "position"})
    let_pass(calm, 60)
    let_pass(table.code, LONG)
    with caplog.at_level(logging.CRITICAL):
        assert due.fire(item(calm, "bot")) is None
    assert item(calm, "bot").when > timezone.now()
    assert due.fire(item(table.code, "clock")) is not None


# Restarted clocks


def silence(seconds):
    """Backdate the heartbeat, as if no worker had run for this long."""
    Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=seconds))


def test_after_an_outage_the_time_that_was_lost_is_given_back(duel):
    leave_unwarned(duel.code)
    due.beat_workers()
    before = rows(duel.code)
    due.beat_workers()
    assert rows(duel.code) == before
    # 100 of 300 seconds had passed when the site went down for 1,000.
    (seat,) = times(duel.code).running
    left = times(duel.code).running[seat].until - now()
    let_pass(duel.code, 1100)
    silence(1000)
    due.beat_workers()
    assert due.fire(item(duel.code, "clock")) is None
    given = times(duel.code).running[seat].until - now()
    assert left - 100_000 - 5000 < given <= left - 100_000 + 1000
    until = stored_times(duel.code)["clock"]
    due.beat_workers()
    silence(5)
    due.beat_workers()
    assert stored_times(duel.code)["clock"] == until == times(duel.code).running[seat].until


def test_an_outage_that_a_worker_left_undone_is_given_back_when_a_clock_runs_out(duel):
    leave_unwarned(duel.code)
    due.beat_workers()
    let_pass(duel.code, 320)
    silence(100)
    outages.beat()
    assert due.fire(item(duel.code, "clock")) is None
    assert item(duel.code, "clock").when > timezone.now() + timedelta(seconds=60)
    outages.beat()
    assert outages.is_alive() and Outage.objects.count() == 1
