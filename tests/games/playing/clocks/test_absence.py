"""Absence at a table: time bank, excuse, missed turns, stewards; pauses and reminders."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from games.community.absence import votes
from games.community.fairness.audit import audit
from games.community.moderation import on_games
from games.community.trust.roles import Role
from games.exceptions import NotSeated, Refused, Stale
from games.models import (
    AbsenceStep,
    Game,
    Heartbeat,
    Presence,
    Process,
    Vote,
)
from games.playing.clocks import outages
from games.playing.commit import new_step, save_clocks, step_taken
from games.playing.play import play_move
from games.storage.store.database_time import moment_now, now
from games.storage.store.stored_game import load
from games.table.page.viewer import drawing_now, look
from games.table.sidebar import absence as table_absence
from games.web.worker import due
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import EndAttacks, Resign, SetOrders
from tests.support.tables.slow_games import (
    DAY,
    HOUR,
    WHOLE,
    acts,
    begun,
    fire,
    miss_turn,
    pass_turn,
    steps,
    to_turn_of,
)
from tests.support.visitors.moderators import action, moderator
from tests.support.visitors.waiting import item, let_pass, times

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(alice, bob):
    """A game of alice and bob with a day for a turn; the player on turn may attack."""
    return begun([alice, bob], "sl2ow345")


# Time steps


def test_bank_and_excuse_come_before_the_default_and_each_is_told(
    slow, django_capture_on_commit_callbacks
):
    told = []

    def hear(sender, code, seat, step, **_):
        told.append((code, seat, step))

    step_taken.connect(hear)
    seat, number = slow.state().turn, slow.number()
    try:
        for hours, expected in ((20, ["warned"]), (5, ["bank"]), (10, ["extended"])):
            let_pass(slow.code, hours * HOUR)
            with django_capture_on_commit_callbacks(execute=True):
                assert fire(slow) is None
            assert told == [(slow.code, seat, step) for step in expected]
            told.clear()
            assert fire(slow) is None and told == []
    finally:
        step_taken.disconnect(hear)
    assert slow.number() == number
    let_pass(slow.code, 12 * HOUR)
    assert fire(slow).number == number + 1
    assert steps(slow) == ["warned", "bank", "extended", "missed"]
    rows = {step.step: step for step in AbsenceStep.objects.filter(game__code=slow.code)}
    assert rows["bank"].until - rows["bank"].at == timedelta(hours=10)
    assert rows["extended"].until - rows["extended"].at == timedelta(hours=12)
    assert [rows[name].is_open for name in rows] == [False, True, True, True]
    assert audit(slow.code) == slow.number() + 1


def test_a_worker_that_comes_late_takes_all_steps_at_once(slow):
    let_pass(slow.code, WHOLE + 1)
    assert fire(slow) is not None
    assert steps(slow) == ["warned", "bank", "extended", "missed"]


def test_only_absent_players_are_warned(slow):
    here = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    codes = ["another", slow.code]
    looks = dict.fromkeys(codes, now())
    page = Presence.objects.create(process=here, user=slow.mover, codes=codes, looks=looks)
    let_pass(slow.code, 4 * DAY // 5)
    for _ in range(3):
        assert fire(slow) is None
        # The others are not notified, and the deadline is checked again soon.
        assert steps(slow) == []
        assert item(slow.code, "clock").when > moment_now() + timedelta(seconds=30)
        let_pass(slow.code, 41)
    # The page is hidden.
    page.looks = {"another": now()}
    page.save()
    for _ in range(2):
        assert fire(slow) is None
        let_pass(slow.code, 41)
    assert steps(slow) == ["warned"]


def test_a_watching_player_is_not_warned_but_uses_the_bank(slow):
    here = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    looks = {slow.code: now()}
    Presence.objects.create(process=here, user=slow.mover, codes=[slow.code], looks=looks)
    let_pass(slow.code, DAY - 30)
    assert fire(slow) is None and steps(slow) == []
    let_pass(slow.code, 31)
    assert fire(slow) is None and steps(slow) == ["bank"]


def test_an_answer_after_all_time_is_refused_while_a_worker_lives(slow):
    decision, move = slow.decision()
    outages.beat()
    let_pass(slow.code, WHOLE - 60)
    other = AbsenceStep.objects.count()
    let_pass(slow.code, 120)
    with pytest.raises(Stale, match="You ran out of time"):
        play_move(slow.code, slow.mover, move, key="late", decision=decision.number)
    assert AbsenceStep.objects.count() == other
    say = {"key": "beside", "decision": None}
    play_move(slow.code, slow.mover, SetOrders(CORRESPONDENCE), **say)
    Heartbeat.objects.all().delete()
    # Without a running worker, no clock runs out.
    play_move(slow.code, slow.mover, move, key="late", decision=decision.number)


def test_an_answer_on_the_bank_stands_and_costs_the_bank(slow):
    seat = slow.state().turn
    decision, _ = slow.decision()
    outages.beat()
    let_pass(slow.code, DAY + 4 * HOUR)
    user = slow.mover
    play_move(slow.code, user, EndAttacks(), key="bank", decision=decision.number)
    assert steps(slow) == ["warned", "bank"]
    while slow.state().turn == seat:
        slow.answer()
    left = times(slow.code).banks[seat] / 1000
    assert 8 * HOUR - 60 < left <= 8 * HOUR


def test_the_steward_is_announced_in_advance(slow):
    def told():
        return look(slow.code, None).scene.times.then

    seat = miss_turn(slow)
    to_turn_of(slow, seat)
    assert told() == "then a stand-in takes over"
    pass_turn(slow)
    to_turn_of(slow, seat)
    assert told() == "then the time bank, 2 h"
    let_pass(slow.code, DAY + 3 * HOUR)
    assert fire(slow) is not None
    assert slow.state().turn == seat and "stand-in" not in told()


# Pause and nudge


def test_a_pause_begins_when_all_want_it_and_takes_no_time(slow, charlie):
    one, other = slow.mover, slow.waiting
    with pytest.raises(NotSeated):
        votes.want_pause(slow.code, charlie)
    assert votes.want_pause(slow.code, one) is False
    assert votes.want_pause(slow.code, one, wants=False) is False
    assert votes.want_pause(slow.code, other) is False
    assert votes.want_pause(slow.code, one) is True
    left = times(slow.code).running[slow.state().turn].until - times(slow.code).pause.since
    decision, move = slow.decision()
    with pytest.raises(Stale, match="paused"):
        play_move(slow.code, one, move, key="p", decision=decision.number)
    with pytest.raises(Stale, match="already paused"):
        votes.want_pause(slow.code, other)
    assert fire(slow) is None
    votes.resume(slow.code, other)
    after = times(slow.code)
    assert after.pause is None
    assert abs(after.running[slow.state().turn].until - now() - left) < 60_000
    with pytest.raises(Stale, match="isn’t paused"):
        votes.resume(slow.code, other)
    play_move(slow.code, one, move, key="p", decision=decision.number)
    assert steps(slow) == ["paused", "resumed"]


def test_a_pause_ends_automatically(slow):
    for user in slow.persons.values():
        votes.want_pause(slow.code, user)
    game = Game.objects.get(code=slow.code)
    data, week = game.clocks, 7 * DAY * 1000
    data["pause"] = {part: value - week for part, value in data["pause"].items()}
    Game.objects.filter(pk=game.pk).update(clocks=data)
    due.Due.objects.filter(game=game).update(when=moment_now())
    assert fire(slow) is None
    assert times(slow.code).pause is None and steps(slow)[-1] == "resumed"


def test_timeout_steps_are_queried_once_for_all_viewers(slow):
    let_pass(slow.code, 25 * HOUR)
    fire(slow)
    drawing, viewers = drawing_now(slow.code), (None, 0, 1)
    newest = drawing.newest(viewers)
    with CaptureQueriesContext(connection) as asked:
        for seat in viewers:
            drawing.for_seat(seat, newest)
    names = ["absencestep", "seatholder"]
    assert [name for one in asked for name in names if name in one["sql"]] == names


def test_each_viewer_sees_their_last_twelve_steps(slow):
    stored, step = load(slow.code), AbsenceStep.Step
    for number in range(30):
        warning = new_step(stored, step.WARNED, number % 2, is_open=False)
        save_clocks(stored, stored.clocks, new_step(stored, step.BANK, 0), warning)
    found = table_absence.newest_steps(stored.id)
    keys = {step.pk: (step.seat, step.is_open) for step in AbsenceStep.objects.all()}
    for seat in (None, 0, 1):
        may_see = [key for key, (whose, is_open) in keys.items() if is_open or whose == seat]
        shown = [step.pk for step in table_absence.shown_to(found, seat)]
        assert shown == sorted(may_see, reverse=True)[:12]


def test_a_pause_begins_when_the_last_one_against_it_leaves_the_game(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    others = [user for one, user in table.persons.items() if one != seat]
    assert not any(votes.want_pause(table.code, user) for user in others)
    resign = {"key": table.key(), "decision": None}
    play_move(table.code, table.persons[seat], Resign(), **resign)
    assert times(table.code).pause is not None and steps(table) == ["paused"]
    # The votes have been deleted: the next pause needs everybody's vote again.
    assert not Vote.objects.exists()
    votes.resume(table.code, others[0])
    assert votes.want_pause(table.code, others[1]) is False
    assert audit(table.code) == table.number() + 1


def test_a_pause_begins_when_a_steward_sits_down_for_the_last_one_against_it(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    miss_turn(table)
    to_turn_of(table, seat)
    for user in (user for one, user in table.persons.items() if one != seat):
        assert votes.want_pause(table.code, user) is False
    while times(table.code).pause is None:
        assert table.state().turn == seat
        let_pass(table.code, WHOLE)
        fire(table)
    assert steps(table)[-2:] == ["steward", "paused"]


def test_no_pause_begins_as_long_as_one_of_those_left_wants_none(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    wanting, _ = (user for one, user in table.persons.items() if one != seat)
    assert votes.want_pause(table.code, wanting) is False
    assert acts(table, None).wanting == str(wanting)
    play_move(table.code, table.persons[seat], Resign(), key=table.key(), decision=None)
    assert times(table.code).pause is None and steps(table) == []
    assert acts(table, wanting).wants_pause


@pytest.mark.parametrize("is_held", [False, True])
def test_a_pause_begins_where_a_moderator_gives_the_seat_of_the_last_against_it_to_a_bot(
    alice, bob, charlie, is_held
):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat, game = table.state().turn, Game.objects.get(code=table.code)
    dora = moderator("dora", Role.SENIOR)
    for user in (user for one, user in table.persons.items() if one != seat):
        assert votes.want_pause(table.code, user) is False
    if is_held:
        on_games.hold(action("hold", dora, game=game))
    on_games.give_to_bot(action("give_to_bot", dora, game=game), seat)
    # No pause begins while a moderator holds the game, but one does as soon as it is released.
    assert (times(table.code).pause is None) is is_held
    if is_held:
        on_games.resume(action("resume", dora, game=game))
    assert times(table.code).pause is not None and steps(table) == ["paused"]


def test_a_player_is_reminded_once_a_day(slow):
    seat = slow.state().turn
    votes.nudge(slow.code, slow.waiting, seat)
    with pytest.raises(Refused, match="already been reminded"):
        votes.nudge(slow.code, slow.waiting, seat)
    with pytest.raises(Refused, match="own seat"):
        votes.nudge(slow.code, slow.mover, seat)
    with pytest.raises(Stale, match="isn’t waiting"):
        votes.nudge(slow.code, slow.mover, 1 - seat)
    AbsenceStep.objects.update(at=moment_now() - votes.NUDGED_EVERY)
    votes.nudge(slow.code, slow.waiting, seat)


# What is shown


def test_changed_actions_are_refetched(slow, client):
    client.force_login(slow.waiting)
    address, fetched = f"/games/{slow.code}/absence/", {"HX-Request": "true"}
    html = client.get(address, headers=fetched).content.decode()
    assert 'value="pause"' in html and 'value="no-pause"' not in html
    votes.want_pause(slow.code, slow.waiting)
    html = client.get(address, headers=fetched).content.decode()
    assert 'value="no-pause"' in html and 'value="pause"' not in html
    assert client.get(address).url == f"/games/{slow.code}/", "a piece of a page is not a page"


def test_everybody_sees_the_steps_that_are_for_them(slow, client):
    mover, waiting = slow.mover, slow.waiting
    let_pass(slow.code, 25 * HOUR)
    fire(slow)
    shown = {
        user: [
            step["text"] for step in look(slow.code, key).table.parts["absence"].context["steps"]
        ]
        for user, key in ((mover, mover.pk), (waiting, waiting.pk), (None, None))
    }
    bank = f"{mover} ran out of time and is using the time bank."
    assert shown == {
        mover: [bank, "You have used 80% of your time."],
        waiting: [bank],
        None: [bank],
    }
    status = look(slow.code, None).table.parts["status"].context
    assert (status["running"], status["then"]) == ("bank", "then 12 h extra, once per game")
    client.force_login(waiting)
    page = client.get(f"/games/{slow.code}/").content.decode()
    assert f"Remind {mover}" in page and "Propose a pause (up to 7 days)" in page
    posted = client.post(
        f"/games/{slow.code}/absence/", {"act": "nudge", "seat": slow.state().turn}, follow=True
    )
    assert "Reminder sent." in posted.content.decode()
    assert acts(slow, waiting).nudge[0][2] is True
    assert acts(slow, mover).nudge == () and acts(slow, None).is_playing is False
    assert client.post(f"/games/{slow.code}/absence/", {"act": "fly"}).status_code == 302


@pytest.mark.parametrize("act", ["nudge", "pause", "no-pause", "fly"])
def test_the_page_stays_at_the_tab_where_the_form_was(slow, client, act):
    client.force_login(slow.waiting)
    answer = client.post(f"/games/{slow.code}/absence/", {"act": act, "seat": slow.state().turn})
    assert answer.url == f"/games/{slow.code}/#tab-time"
