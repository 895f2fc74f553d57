"""Requests among players: each kind makes a notice, and a line on My games with answer buttons."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.community.absence import votes
from games.community.lobby.rematch_answers import waits_for
from games.community.notices.sources import from_log
from games.community.own_games.ended_games import ended_games
from games.community.own_games.my_games import my_games
from games.community.own_games.requests import ROWS, RequestKind
from games.community.talk.talk import say
from games.models import Delivery, Game, LastVisit, Message, Notice, Player, SeatHolder, User
from games.playing.start import create_game
from games.storage.store.stored_game import load
from rules import Options
from rules.moves import AgreeResult, AnswerPact
from tests.support.tables.slow_games import begun
from tests.support.visitors.requesting import (
    CAUSES,
    ask_captain,
    ask_pause,
    make,
    offer_pact,
    open_next,
    say_move,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(alice, bob, charlie):
    """A slow game of alice, who makes the requests, bob, who gets them, and charlie."""
    return begun([alice, bob, charlie], "re2quest")


def listed(user):
    games = my_games(user)
    return [request.kind for request in (*games.away, *games.requests)]


def request_of(user, kind):
    games = my_games(user)
    return next(one for one in (*games.away, *games.requests) if one.kind == kind)


def page(client, user):
    client.force_login(user)
    return client.get("/my-games/").content.decode()


def test_every_kind_has_a_row_and_a_scene():
    assert set(RequestKind) == set(ROWS) == set(CAUSES)
    assert {row.notice for row in ROWS.values()} <= set(Notice.Kind)
    assert all(row.says for row in ROWS.values())


@pytest.mark.parametrize("kind", RequestKind)
def test_it_is_a_notice_and_a_line_until_it_is_answered(
    three, client, bob, kind, django_capture_on_commit_callbacks
):
    assert listed(bob) == []
    make(three, kind, django_capture_on_commit_callbacks)
    assert listed(bob).count(kind) == 1
    html = page(client, bob)
    assert CAUSES[kind][1] in html and "Nothing to do right now" not in html
    told = Notice.objects.filter(user=bob, kind=ROWS[kind].notice, read_at=None)
    assert told.exists()
    request = request_of(bob, kind)
    assert request.buttons or request.dismiss
    if request.buttons:
        button = request.buttons[0]
        answer = client.post(button.url, dict(button.fields))
        assert answer.status_code == 302, answer.content.decode()[:500]
    else:
        data = {"request": request.name}
        assert client.post(reverse("dismiss", args=[three.code]), data).status_code == 302
    assert kind not in listed(bob)


@pytest.mark.parametrize("kind", [kind for kind in RequestKind if ROWS[kind].dismiss])
def test_dismissed_requests_stay_hidden(
    three, client, bob, kind, django_capture_on_commit_callbacks
):
    make(three, kind, django_capture_on_commit_callbacks)
    client.force_login(bob)
    data = {"request": request_of(bob, kind).name}
    answer = client.post(reverse("dismiss", args=[three.code]), data)
    assert answer.url == reverse("my_games") and kind not in listed(bob)
    for odd in ("", "x", "pause", "pause " + "9" * 500, "\0", "pause \0", "é"):
        client.post(reverse("dismiss", args=[three.code]), {"request": odd})
    assert len(LastVisit.objects.get(user=bob).dismissed) <= 3


def test_rematches_for_the_replaced_take_equally_many_queries(alice, bob, charlie):
    def add_ended(seat_left):
        """Store an ended game that charlie left, whose rematch has a seat for him."""
        game = create_game([alice, bob, charlie], Options(quick=True))
        outcome = {"winners": [0], "reason": "agreed", "places": [[0], [1], [2]]}
        following = create_game([alice, bob, None, *([None] * seat_left)], Options(quick=True))
        over = {"status": Game.Status.OVER, "outcome": outcome, "next_game": following}
        Game.objects.filter(pk=game.pk).update(moved_at=timezone.now(), **over)
        seat = Player.objects.get(game=game, user=charlie)
        SeatHolder.objects.create(player=seat, user=charlie)
        Player.objects.filter(pk=seat.pk).update(user=None, bot="captain")
        return following.code

    def offered():
        with CaptureQueriesContext(connection) as queries:
            codes = {row["next_code"] for row in ended_games(charlie)}
        return codes - {None}, len(queries)

    codes = {add_ended(1)}
    found, few = offered()
    assert found == codes
    codes |= {add_ended(1) for _ in range(6)}
    # The seats of those two are kept for bob, who has not answered.
    full = [add_ended(0) for _ in range(2)]
    for code in full:
        Player.objects.filter(game__code=code, user=bob).update(user=None)
        Player.objects.filter(game__code=code, seat=2).update(bot="captain")
    assert offered() == (codes, few)


def test_the_others_see_who_wants_no_rematch(three, client, alice, bob, charlie):
    open_next(three)
    following = Game.objects.get(last_games__code=three.code)
    client.force_login(alice)
    room = reverse("table", args=[following.code])
    page = client.get(room).text
    assert "Waiting for bob and charlie." in page and "No rematch this time" not in page
    data = {"request": request_of(bob, RequestKind.NEXT_TABLE).name}
    # A stranger's no is ignored, and a player's counts once.
    for user in (User.objects.create_user("dora"), bob, bob):
        client.force_login(user)
        client.post(reverse("dismiss", args=[three.code]), data)
    client.force_login(alice)
    assert waits_for(following.code, alice.pk) == "The rematch waits for charlie."
    client.force_login(charlie)
    assert "Waiting for you." in client.get(room, follow=True).text
    client.force_login(alice)
    page = client.get(room).text
    assert "Waiting for charlie." in page and "No rematch this time: bob." in page
    (told,) = Notice.objects.filter(game=following)
    assert (told.user, told.text) == (alice, "bob said no to the rematch, alice’s game.")
    changed_at = Game.objects.get(pk=following.pk).changed_at
    assert changed_at > following.changed_at


@pytest.mark.parametrize("kind", [RequestKind.PACT, RequestKind.TRADE, RequestKind.INVITED])
def test_an_offer_is_declined_by_its_second_button(
    three, client, bob, kind, django_capture_on_commit_callbacks
):
    make(three, kind, django_capture_on_commit_callbacks)
    client.force_login(bob)
    button = request_of(bob, kind).buttons[1]
    assert button.label == "Decline"
    client.post(button.url, dict(button.fields))
    assert kind not in listed(bob)


@pytest.mark.parametrize("kind", RequestKind)
def test_the_asking_player_is_not_asked(three, alice, kind, django_capture_on_commit_callbacks):
    make(three, kind, django_capture_on_commit_callbacks)
    # A vacant seat concerns everybody, and a trade on the table concerns both sides.
    concerns_all = (RequestKind.SEAT_OPENED, RequestKind.SEAT_TAKEN, RequestKind.TRADE)
    assert kind in concerns_all or kind not in listed(alice)


def test_one_notice_however_often_the_same_person_asks(three, alice, bob):
    for wants in (True, False, True, False, True):
        votes.want_pause(three.code, alice, wants=wants)
    assert Notice.objects.filter(user=bob, kind=Notice.Kind.REQUESTED).count() == 1
    assert listed(bob) == [RequestKind.PAUSE]
    votes.want_pause(three.code, alice, wants=False)
    assert listed(bob) == []


def test_a_pause_that_was_refused_is_asked_for_again(three, client, alice, bob):
    votes.want_pause(three.code, alice)
    client.force_login(bob)
    name = request_of(bob, RequestKind.PAUSE).name
    client.post(reverse("dismiss", args=[three.code]), {"request": name})
    assert listed(bob) == []
    votes.want_pause(three.code, alice, wants=False)
    votes.want_pause(three.code, alice)
    assert listed(bob) == [RequestKind.PAUSE]


def test_a_result_that_is_agreed_on_is_no_longer_proposed(three, alice):
    for seat in (0, 1, 2):
        say_move(three, seat, AgreeResult((0,)))
    assert load(three.code).state().is_over
    from_log.notice_moves()
    texts = Notice.objects.filter(kind=Notice.Kind.REQUESTED).values_list("text", flat=True)
    assert not any("charlie proposes ending" in text for text in texts)


def test_in_a_slow_game_a_request_goes_out_and_in_a_live_one_it_stays_on_the_site(
    three, alice, bob, confirmed
):
    votes.want_pause(three.code, alice)
    assert Delivery.objects.filter(notice__user=bob).exists()
    Notice.objects.all().delete()
    votes.want_pause(three.code, alice, wants=False)
    Game.objects.update(turn_seconds=300)
    votes.want_pause(three.code, alice)
    notice = Notice.objects.get(user=bob)
    assert notice.read_at is None and notice.withheld["mail"] == "live"
    assert not Delivery.objects.exists()


@pytest.fixture
def confirmed(bob):
    """Give bob a confirmed address."""
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)


def test_messages_during_an_absence_are_counted(three, client, alice, bob, charlie):
    game = Game.objects.get(code=three.code)
    LastVisit.objects.update_or_create(
        user=bob, game=game, defaults={"seen_at": timezone.now() - timedelta(hours=1)}
    )
    say(game, alice, "Are you there?")
    say(game, charlie, "No.")
    say(game, bob, "Here.")
    assert "2 new messages" in page(client, bob)
    bob.blocked.add(charlie)
    assert "1 new message<" in page(client, bob)
    Message.objects.update(removed_at=timezone.now())
    assert "new message" not in page(client, bob)


def test_requests_at_hidden_tables_cannot_be_dismissed(three, client):
    Game.objects.update(is_listed=False)
    client.force_login(User.objects.create_user("eve"))
    data = {"request": "pause 1"}
    assert client.post(reverse("dismiss", args=[three.code]), data).status_code == 404
    assert not LastVisit.objects.filter(user__name="eve").exists()


def test_an_answered_pact_makes_no_request(three, bob):
    offer_pact(three)
    say_move(three, 1, AnswerPact(three.state().pacts[0].number, True))
    assert listed(bob) == []


def test_messages_during_an_absence_are_marked_at_the_table(three, client, alice, bob):
    game = Game.objects.get(code=three.code)
    before = timezone.now() - timedelta(hours=1)
    LastVisit.objects.update_or_create(user=bob, game=game, defaults={"seen_at": before})
    say(game, alice, "Are you there?")
    client.force_login(bob)
    address = reverse("table", args=[three.code])
    (said,) = Message.objects.values_list("said_at", flat=True)
    html = client.get(address).content.decode()
    assert f'[datetime="{said.isoformat(timespec="seconds")}"]' in html
    assert 'id="tab-talk-title" data-news' in html
    assert "data-news" not in client.get(address).content.decode()


@pytest.mark.parametrize("ask", [ask_pause, ask_captain])
def test_an_open_vote_marks_the_time_tab(three, client, alice, bob, ask):
    ask(three)
    address = reverse("table", args=[three.code])
    for user, is_marked in ((bob, True), (alice, False)):
        client.force_login(user)
        html = client.get(address).content.decode()
        assert ('class="absence-actions" data-news' in html) is is_marked


def test_the_seat_at_a_next_table_is_taken_with_its_seal_and_a_value(client, table):
    open_next(table)
    following = Game.objects.get(code=table.code).next_game
    client.force_login(table.persons[1])
    page = client.get("/my-games/").content.decode()
    assert page.count(following.seed_commitment) == 2
    assert 'name="public_value" data-public-value' in page
    (request,) = my_games(table.persons[1]).requests
    (button,) = request.buttons
    client.post(button.url, {**dict(button.fields), "public_value": "ab" * 32})
    seat = Player.objects.get(game=following, user=table.persons[1])
    assert seat.public_value == "ab" * 32
