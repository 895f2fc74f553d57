"""Guests: play now, keep their games, and are deleted after thirty days."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db.models.signals import pre_delete
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.people import accounts
from games.models import Game, User
from games.playing.play import play_move
from games.storage.store.stored_game import load
from rules import legal_moves
from rules.moves import Control
from tests.support.tables.quick import begun_now, press_play_now
from tests.support.visitors.lobbies import LINK, opened_by
from tests.support.visitors.members import sent_mails

PASSWORD = "heron over the marsh"


@pytest.fixture
def guest(client, db):
    """A guest who has pressed Play now, in the browser `client`."""
    press_play_now(client)
    return User.objects.get()


def keep(client, name="Wulf", email="wulf@example.org", password=PASSWORD):
    return client.post(reverse("keep_games"), {"name": name, "email": email, "password": password})


@pytest.mark.django_db
def test_play_now_seats_a_stranger_at_a_solo_table(client):
    response = press_play_now(client)
    guest, game = User.objects.get(), Game.objects.get()
    assert response["Location"] == reverse("table", args=[game.code])
    assert guest.is_guest and not guest.has_usable_password() and guest.name.startswith("Guest ")
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert game.status == Game.Status.RUNNING and game.host == guest and not game.is_listed
    stored = load(game.code)
    assert [seat.bot for seat in stored.seats] == ["", "recruit", "recruit", "recruit"]
    state = stored.state()
    assert state.options.quick and state.options.only_playable
    assert [decision.seat for decision in state.decisions] == [0]
    audit(game.code)


@pytest.mark.django_db
def test_play_now_requires_post(client):
    assert client.get(reverse("play_now")).status_code == 405
    assert not User.objects.exists()
    assert Client(enforce_csrf_checks=True).post(reverse("play_now")).status_code == 403


def test_play_now_uses_the_logged_in_account(alice, client):
    client.force_login(alice)
    press_play_now(client)
    press_play_now(client)
    assert User.objects.count() == 1 and alice.seats.count() == 2


@pytest.mark.parametrize("page", ["landing", "lobby", "account_login", "new_game"])
def test_no_value_is_known_before_the_seed_is_drawn(alice, client, page):
    """FAIR-1: no form that opens a table carries a public value, and a posted one is ignored."""
    if page in ("lobby", "new_game"):
        client.force_login(alice)
    content = client.get(reverse(page)).content.decode()
    assert 'method="post"' in content and "public_value" not in content
    client.force_login(alice)
    client.post(reverse("play_now"), {"public_value": "AB" * 32})
    seat = alice.seats.get()
    assert seat.public_value == "" and seat.value_given_at is None


@pytest.mark.django_db
def test_guests_per_address_are_limited_to_ten_an_hour():
    answers = [Client().post(reverse("play_now")) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert "Wait a while" in answers[-1].content.decode()
    assert User.objects.count() == 10
    other = Client(REMOTE_ADDR="203.0.113.9")
    assert other.post(reverse("play_now")).status_code == 302


@pytest.mark.parametrize("network", ["203.0.113.9", "2001:db8:9:{}::1"])
def test_invited_guests_count_against_the_invitation_not_the_address(settings, alice, network):
    """Friends in one house share an address, or an IPv6 /48 network."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "play_now": "1/h/ip"}
    browsers = [Client(REMOTE_ADDR=network.format(number)) for number in range(9)]
    answers = [browser.post(reverse("play_now")) for browser in browsers]
    assert answers[-1].status_code == 429
    game = opened_by(alice, LINK, LINK)
    for number in (9, 10):
        friend = Client(REMOTE_ADDR=network.format(number))
        friend.get(reverse("invitation", args=[game.code, game.invitation]))
        joined = friend.post(reverse("join_game", args=[game.code]))
        assert joined.url == reverse("table", args=[game.code])
    assert not game.players.filter(user=None).exists()


@pytest.mark.django_db
def test_an_invitation_makes_no_more_than_twelve_guests_an_hour(alice):
    game = opened_by(alice, LINK, LINK)

    def come_and_go():
        guest = Client()
        guest.get(reverse("invitation", args=[game.code, game.invitation]))
        answer = guest.post(reverse("join_game", args=[game.code]))
        guest.post(reverse("leave_game", args=[game.code]))
        return answer.status_code

    assert [come_and_go() for _ in range(13)] == [302] * 12 + [429]


@pytest.mark.django_db
def test_guests_have_names_of_their_own():
    names = {accounts.make_guest().name for _ in range(20)}
    assert len(names) == 20


def test_a_guest_keeps_seat_and_games_under_another_name(guest, client):
    code = Game.objects.get().code
    assert keep(client).status_code == 302
    wulf = User.objects.get()
    assert (wulf.pk, wulf.name, wulf.is_guest) == (guest.pk, "Wulf", False)
    assert EmailAddress.objects.get().email == "wulf@example.org"
    assert [message.to for message in sent_mails()] == [["wulf@example.org"]]
    # This browser stays logged in, and another one can log in.
    assert client.get(reverse("preferences")).status_code == 200
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "Wulf", "password": PASSWORD})
    assert elsewhere.session["_auth_user_id"] == str(guest.pk)
    state = load(code).state()
    move = next(legal_moves(state, 0))
    decision = state.decision_of(0)
    assert play_move(code, wulf, move, key="key-1", decision=decision.number).seat == 0
    assert client.get(reverse("keep_games"))["Location"] == reverse("preferences")


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "a1ice"},
        {"name": "Guest Heron 1234"},
        {"name": ""},
        {"email": "no address"},
        {"email": "a\x00@example.org"},
        {"password": "short"},
        {"name": "Old Wulf Ironhand", "password": "oldwulfironhand"},
    ],
)
def test_invalid_keep_forms_are_shown_again(guest, client, alice, changed):
    assert keep(client, **changed).status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest and not guest.email and not guest.has_usable_password()


def test_guests_cannot_log_in(guest, client):
    assert "Log out anyway" in client.get(reverse("account_logout")).content.decode()
    client.post(reverse("account_logout"))
    for password in ("", "!", guest.password):
        client.post(reverse("account_login"), {"login": guest.name, "password": password})
        assert "_auth_user_id" not in client.session
    client.post(reverse("account_reset_password"), {"email": ""})
    assert not sent_mails()


@pytest.mark.parametrize(
    "page",
    ["account_email", "account_set_password", "account_change_password", "mfa_activate_totp",
     "mfa_index", "account_signup", "account_login", "change_name", "account_reauthenticate"],
)  # fmt: skip
def test_a_guest_is_led_to_where_an_account_is_made(guest, client, page):
    for response in (client.get(reverse(page)), client.post(reverse(page))):
        assert response["Location"] == reverse("keep_games")


@pytest.mark.parametrize("page", ["keep_games", "preferences", "delete_account", "account_logout"])
def test_the_pages_of_a_guest_say_who_they_are(guest, client, page):
    content = client.get(reverse(page)).content.decode()
    assert guest.name in content and reverse("keep_games") in content
    assert "style=" not in content


def test_a_guest_can_delete_themselves_at_once(guest, client):
    code = Game.objects.get().code
    client.post(reverse("delete_account"))
    assert not User.objects.exists()
    # No player is left for the game to wait for.
    state = load(code).state()
    assert state.is_over or state.players[0].control is Control.BOT


def test_guests_go_after_thirty_days_without_a_running_game(db, alice):
    days = accounts.GUEST_DAYS
    before = timezone.now() - timedelta(days=days, hours=1)
    idle, playing, played_lately, here, member = (accounts.make_guest() for _ in range(5))
    User.objects.exclude(pk=here.pk).update(seen_at=before)
    User.objects.filter(pk=member.pk).update(is_guest=False)
    for user, status, moved_at in (
        (idle, Game.Status.OVER, before),
        (playing, Game.Status.RUNNING, before),
        (played_lately, Game.Status.OVER, timezone.now()),
    ):
        code = begun_now(user)
        Game.objects.filter(code=code).update(status=status, moved_at=moved_at)
    assert accounts.remove_old_guests() == 1
    assert not User.objects.filter(pk=idle.pk).exists()
    assert User.objects.count() == 5
    assert Game.objects.count() == 3
    assert accounts.remove_old_guests() == 0


def test_a_guest_who_comes_back_in_the_meantime_stays(db):
    """Minutes may pass between finding the guests and deleting the last of them."""
    accounts.make_guest()
    second = accounts.make_guest()
    User.objects.update(seen_at=timezone.now() - timedelta(days=accounts.GUEST_DAYS, hours=1))

    def come_back(**_):
        accounts.seen(User.objects.get(pk=second.pk))

    pre_delete.connect(come_back, sender=User)
    try:
        assert accounts.remove_old_guests() == 1
    finally:
        pre_delete.disconnect(come_back, sender=User)
    assert list(User.objects.all()) == [second]
