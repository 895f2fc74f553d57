"""TRN-9, ORD-7: unwatched games against bots are paused, resumed by a visit, or ended."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.people.accounts import make_guest
from games.models import (
    AbsenceStep,
    Due,
    Game,
    LastVisit,
    Move,
    Notice,
    Outage,
    Player,
    Presence,
    Process,
)
from games.playing.clocks import recovery, unattended
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from games.storage.processes import presence
from games.storage.store.database_time import milliseconds, now
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import Options, legal_moves
from rules.moves import Control, TakeSeat
from tests.support.servers.queries import Queries
from tests.support.tables.quick import begun_now
from tests.support.visitors.waiting import times

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def guest(db):
    return make_guest()


@pytest.fixture
def solo(client, guest):
    """The code of a guest's new game against captains."""
    return opened_by(client, guest)


def opened_by(client, user):
    code = begun_now(user)
    client.force_login(user)
    assert client.get(reverse("table", args=[code])).status_code == 200
    return code


def nobody_looked_for(code, time):
    """Backdate the last visit to a game, and its creation."""
    LastVisit.objects.filter(game__code=code).update(seen_at=timezone.now() - time)
    Game.objects.filter(code=code).update(created_at=timezone.now() - 2 * time)


def steps(code):
    rows = AbsenceStep.objects.filter(game__code=code).order_by("pk")
    return list(rows.values_list("step", flat=True))


def pause_of(code):
    return times(code).pause


def test_a_guests_game_is_paused_two_minutes_after_the_last_look(solo):
    nobody_looked_for(solo, timedelta(seconds=110))
    assert unattended.pause_unattended() == 0
    nobody_looked_for(solo, timedelta(seconds=130))
    assert unattended.pause_unattended() == 1
    pause = pause_of(solo)
    assert pause.unattended and pause.until - pause.since == 24 * 3600 * 1000
    assert steps(solo) == ["unattended"]
    # No bot moves, and no clock runs out, until the pause ends.
    assert times(solo).due() == {"clock": pause.until, "bot": None, "offer": None, "plan": None}
    assert unattended.pause_unattended() == 0


def test_a_members_game_is_paused_an_hour_after_the_last_look(
    client, alice, django_capture_on_commit_callbacks
):
    code = opened_by(client, alice)
    nobody_looked_for(code, timedelta(minutes=59))
    assert unattended.pause_unattended() == 0
    nobody_looked_for(code, timedelta(minutes=61))
    with django_capture_on_commit_callbacks(execute=True):
        assert unattended.pause_unattended() == 1
    notice = Notice.objects.get(user=alice, kind=Notice.Kind.TIME)
    assert "is paused. Open it to continue" in notice.text


def test_a_game_whose_page_was_never_opened_is_paused(guest):
    code = begun_now(guest)
    assert unattended.pause_unattended() == 0
    nobody_looked_for(code, timedelta(minutes=3))
    assert unattended.pause_unattended() == 1


def test_an_open_page_keeps_the_game_going(solo, guest):
    web = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    Presence.objects.create(process=web, user=guest, codes=[solo])
    nobody_looked_for(solo, timedelta(minutes=4))
    # In a hidden tab, it does for an hour.
    assert unattended.pause_unattended() == 0
    nobody_looked_for(solo, timedelta(minutes=61))
    Presence.objects.update(looks={solo: now()})
    assert unattended.pause_unattended() == 0
    Presence.objects.update(looks={})
    assert unattended.pause_unattended() == 1


def test_another_open_page_does_not_keep_the_game_going(solo, guest):
    web = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    Presence.objects.create(process=web, user=guest, codes=["another1"], looks={"another1": now()})
    nobody_looked_for(solo, timedelta(minutes=4))
    assert unattended.pause_unattended() == 1


def test_returning_resumes_the_game_and_explains_the_pause(client, solo):
    before = load(solo)
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    html = client.get(reverse("table", args=[solo])).content.decode()
    assert "This game was paused because nobody was watching. It has resumed." in html
    assert "It goes on as soon as" not in html
    assert pause_of(solo) is None and steps(solo) == ["unattended", "resumed"]
    assert load(solo).rows == before.rows
    assert Due.objects.filter(game__code=solo).exists()
    html = client.get(reverse("table", args=[solo])).content.decode()
    assert "It has resumed" not in html


def test_reconnecting_resumes_the_game(client, solo):
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    address = reverse("changes", args=[solo])
    assert client.get(address, {"looking": "yes"}).status_code == 200
    assert pause_of(solo) is None


def test_a_watcher_sees_why_the_game_is_paused_and_until_when(client, solo, charlie):
    Game.objects.filter(code=solo).update(is_listed=True)
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    client.force_login(charlie)
    html = client.get(reverse("table", args=[solo])).content.decode()
    assert "Nobody was watching this game against bots." in html and "Paused by all" not in html
    assert "it ends without a result" in html and "Go on now" not in html
    assert pause_of(solo) is not None


def test_a_move_posted_to_an_unattended_game_counts(client, solo, guest):
    state = load(solo).state()
    seat = Player.objects.get(game__code=solo, user=guest).seat
    decision = state.decision_of(seat)
    assert decision is not None
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    move = next(legal_moves(state, seat))
    played = play_move(solo, guest, move, key="it-goes-on", decision=decision.number)
    assert played.number > load(solo).number - 2 and pause_of(solo) is None


def test_an_unattended_game_ends_after_a_day_without_a_result(solo):
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    game = Game.objects.get(code=solo)
    a_day_later(game)
    item = next(item for item in due.next_items() if item.code == solo and item.kind == "clock")
    due.fire(item)
    stored = load(solo)
    assert stored.status == Game.Status.OVER and stored.state().outcome.winners == ()
    assert audit(solo) == stored.number + 1


def a_day_later(game):
    """Backdate the pause of a game so that it has just ended."""
    since, until = (timezone.now() - timedelta(days=1, seconds=2), timezone.now() - HOUR / 3600)
    pause = {"since": milliseconds(since), "until": milliseconds(until)}
    data = {**game.clocks, "pause": {**pause, "unattended": True}}
    Game.objects.filter(pk=game.pk).update(clocks=data)
    Due.objects.filter(game=game, kind="clock").update(when=until)


def test_giving_back_lost_time_does_not_revive_an_unattended_game(solo):
    nobody_looked_for(solo, HOUR)
    unattended.pause_unattended()
    a_day_later(Game.objects.get(code=solo))
    recovery.settle(solo)
    assert pause_of(solo).unattended


def test_a_game_that_two_people_play_is_never_unattended(table):
    nobody_looked_for(table.code, 40 * HOUR)
    assert unattended.pause_unattended() == 0


def test_a_game_counts_when_every_other_person_has_left_it(table, alice, bob):
    play_for(table.code, table.seat_of(bob), TakeSeat(Control.BOT), Move.By.CLOCK, decision=None)
    nobody_looked_for(table.code, timedelta(minutes=29))
    assert unattended.pause_unattended() == 0
    nobody_looked_for(table.code, 2 * HOUR)
    assert unattended.pause_unattended() == 1


@pytest.fixture
def slow(alice):
    """The code of a correspondence game of alice against captains."""
    game = create_game([alice, "captain", "captain"], Options(quick=True, pace="correspondence"))
    Game.objects.filter(pk=game.pk).update(turn_seconds=3 * 24 * 3600, reaction_seconds=24 * 3600)
    start_game(game.code)
    return game.code


def test_a_slow_game_waits_for_its_person_as_long_as_they_play(slow):
    nobody_looked_for(slow, 50 * HOUR)
    assert unattended.pause_unattended() == 0


def test_a_slow_game_that_a_steward_plays_on_with_bots_is_paused_for_thirty_days(slow):
    play_for(slow, 0, TakeSeat(Control.STEWARD, own=True), Move.By.CLOCK, decision=None)
    pause = pause_of(slow)
    assert pause.until - pause.since == 30 * 24 * 3600 * 1000


def test_a_game_of_bots_alone_is_played_to_its_end(bots_game):
    nobody_looked_for(bots_game.code, 50 * HOUR)
    assert unattended.pause_unattended() == 0


def test_after_an_outage_people_have_time_to_come_back(solo):
    nobody_looked_for(solo, HOUR)
    moment = timezone.now()
    outage = Outage.objects.create(began=moment - 2 * HOUR, ended=moment - timedelta(seconds=90))
    assert unattended.pause_unattended() == 0
    Outage.objects.filter(pk=outage.pk).update(ended=moment - timedelta(seconds=130))
    assert unattended.pause_unattended() == 1


def test_a_game_that_a_moderator_holds_is_left_alone(solo):
    nobody_looked_for(solo, HOUR)
    Game.objects.filter(code=solo).update(held_since=timezone.now())
    assert unattended.pause_unattended() == 0


def test_finding_unattended_games_takes_constant_queries(client, guest):
    for _ in range(4):
        nobody_looked_for(opened_by(client, guest), timedelta(minutes=1))
    with Queries() as queries:
        assert unattended.pause_unattended() == 0
    assert len(queries) == 3


def test_presence_is_queried_once_for_all_games(client, guest):
    codes = [opened_by(client, guest) for _ in range(4)]
    web = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    looks = dict.fromkeys(codes, now())
    Presence.objects.create(process=web, user=guest, codes=codes, looks=looks)
    for code in codes:
        nobody_looked_for(code, HOUR)
    with Queries() as queries:
        assert unattended.pause_unattended() == 0
    assert len(queries) == 6
    assert presence.looking_now([guest.pk])


def test_a_game_without_a_clock_that_waits_for_its_person_is_paused_and_ends(solo):
    clocks = Due.objects.filter(game__code=solo, kind=Due.Kind.CLOCK)
    assert not clocks.exists()
    nobody_looked_for(solo, HOUR)
    assert unattended.pause_unattended() == 1
    assert unattended.pause_unattended() == 0
    assert clocks.exists()
