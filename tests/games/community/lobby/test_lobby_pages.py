"""The lobby and its waiting rooms: what each viewer sees, and error messages for bad input."""

import html
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.community.lobby import host, joining
from games.models import Game, Player, User
from tests.support.visitors.lobbies import BAIT, BOT, FREE, LINK, NASTY, opened_by, text

pytestmark = pytest.mark.django_db


# The lobby


def test_the_lobby_is_public(page, alice, bob):
    opened_by(alice, FREE, BOT, title="An evening")
    for user in (None, bob):
        response = page(user, "lobby")
        assert response.status_code == 200
        assert "An evening" in text(response) and "alice" in text(response)
    assert "Join" in text(page(bob, "lobby"))
    assert "Open" in text(page(alice, "lobby"))


def test_unchanged_lists_are_not_sent_again(page, client, alice, bob):
    opened_by(alice, FREE)
    shown = page(bob, "lobby_lists").content.decode()
    address = html.unescape(re.search(r'hx-get="([^"]+)"', shown)[1])
    assert "<html" not in shown
    assert client.get(address).status_code == 204
    opened_by(alice, FREE, title="Another")
    assert "Another" in text(client.get(address))


def test_the_lobbys_query_count_is_constant(page, client, alice, bob):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("lobby"))
        return len(captured)

    opened_by(alice, FREE)
    page(bob, "lobby")
    before = queries()
    for _ in range(5):
        opened_by(alice, FREE, BOT)
    assert queries() == before <= 12


def test_titles_and_names_are_escaped(page, alice, bob):
    eve = User.objects.create_user("<b>eve</b>")
    game = opened_by(eve, FREE, FREE, title=BAIT)
    for response in (page(bob, "lobby"), page(bob, "table", game.code), page(bob, "lobby_lists")):
        shown = response.content.decode()
        assert BAIT not in shown and "<b>eve" not in shown
        assert html.escape(BAIT) in shown


# The waiting room


def test_the_waiting_room_offers_permitted_actions(page, alice, bob):
    game = opened_by(alice, FREE, BOT, FREE, title="An evening")
    for user, seen, unseen in (
        (None, ["Join as a guest", "Log in"], ["and start", "Leave", "Remove"]),
        (bob, ["Join game", "Take this seat"], ["and start", "Leave", "Add a bot"]),
        (alice, ["bots and start", "Add a bot", "Cancel game"], ["Take this seat"]),
    ):
        said = text(page(user, "table", game.code))
        assert "2 of 4 seats free. The game starts when" in said
        assert all(words in said for words in seen), user
        assert not any(words in said for words in unseen), user
    joining.join(game.code, bob)
    assert "Leave game" in text(page(bob, "table", game.code))
    assert "Remove" in text(page(alice, "table", game.code))


def test_only_seated_players_see_the_invitation(page, alice, bob):
    game = opened_by(alice, LINK, FREE)
    address = reverse("invitation", args=[game.code, Game.objects.get(pk=game.pk).invitation])
    assert address in page(alice, "table", game.code).content.decode()
    for user in (None, bob):
        assert address not in page(user, "table", game.code).content.decode()


def test_an_unchanged_room_is_not_sent_again(page, client, alice, bob):
    game = opened_by(alice, FREE, FREE)
    shown = page(alice, "table", game.code).content.decode()
    address = html.unescape(re.search(r'hx-get="(/games/[^"]+/room/[^"]+)"', shown)[1])
    assert client.get(address).status_code == 204
    joining.join(game.code, bob)
    changed = client.get(address)
    assert "bob" in text(changed) and "1 of 3 seats free" in text(changed)
    host.start(game.code, alice, fill_with="captain")
    assert client.get(address)["HX-Redirect"] == reverse("table", args=[game.code])


def test_unlisted_tables_need_an_invitation(page, client, alice, bob):
    game = opened_by(alice, FREE, FREE, is_listed=False)
    token = Game.objects.get(pk=game.pk).invitation
    for name, data in (("table", None), ("room", None), ("join_game", {}), ("leave_game", {})):
        assert page(bob, name, game.code, data=data).status_code == 404
    for wrong in ("x", token[:-1], token + "x", "é", token.swapcase()):
        assert page(bob, "invitation", game.code, wrong).status_code == 404
    assert page(bob, "invitation", "nosuch", token).status_code == 404
    answer = page(bob, "invitation", game.code, token)
    assert answer.status_code == 302 and answer.url == reverse("table", args=[game.code])
    shown = client.get(answer.url)
    assert shown.status_code == 200 and shown["X-Robots-Tag"] == "noindex"
    assert client.get(reverse("room", args=[game.code]))["X-Robots-Tag"] == "noindex"
    assert client.post(reverse("join_game", args=[game.code])).status_code == 302
    assert game.players.filter(user=bob).exists()


def test_login_returns_to_the_table_and_reveals_none(page, client, alice, bob):
    game = opened_by(alice, FREE, is_listed=False)
    there, nowhere = (page(None, "table", code) for code in (game.code, "nosuch"))
    shown = there.content.decode()
    assert there.status_code == nowhere.status_code == 404
    assert f'href="/accounts/login/?next=/games/{game.code}/"' in shown
    assert shown.count(game.code) == nowhere.content.decode().count("nosuch")
    assert "/accounts/login/" not in page(bob, "table", game.code).content.decode()


def test_a_watched_table_is_not_closed(page, alice, bob):
    game = opened_by(alice, FREE)
    long_ago = timezone.now() - timedelta(hours=3)
    for name in ("table", "room"):
        for user, keeps in ((bob, False), (alice, True)):
            Game.objects.update(looked_at=long_ago)
            page(user, name, game.code)
            assert (Game.objects.get(pk=game.pk).looked_at > long_ago) == keeps


def test_an_open_page_whose_table_is_gone_is_led_to_the_lobby(page, client, alice, bob):
    game = opened_by(alice, FREE, is_listed=False)
    for user, reason in ((bob, "you can no longer see it"), (None, "you have to log in to see it")):
        assert page(user, "room", game.code).status_code == 404
        answer = page(user, "room", game.code, **{"HX-Request": "true"})
        assert f"That game was closed, or {reason}." in text(client.get(answer["HX-Redirect"]))


def test_listed_tables_may_be_found(page, alice):
    assert "X-Robots-Tag" not in page(alice, "table", opened_by(alice, FREE).code)


# Taking seats and other actions


def test_a_visitor_becomes_a_guest_by_sitting_down(page, client, alice):
    game = opened_by(alice, FREE, FREE)
    response = page(None, "join_game", game.code, data={"public_value": "ab"})
    assert response.status_code == 302
    guest = game.players.get(seat=1).user
    assert guest.is_guest and game.players.get(seat=1).public_value == "ab"
    assert "Leave game" in text(client.get(response.url))


def test_tables_without_guests_link_to_sign_up(page, alice):
    game = opened_by(alice, FREE, takes_guests=False)
    response = page(None, "join_game", game.code, data={})
    assert response.status_code == 302 and response.url.startswith("/accounts/login/")
    assert reverse("table", args=[game.code]) in response.url
    guest = User.objects.create_user("Guest Heron 1", is_guest=True)
    refused = page(guest, "join_game", game.code, data={})
    assert refused.status_code == 403 and "need an account" in text(refused)
    assert reverse("keep_games") in refused.content.decode()
    shown = text(page(guest, "table", game.code))
    assert "You need an account" in shown and "Take this seat" not in shown
    assert ">Join<" not in page(guest, "lobby").content.decode()
    assert not User.objects.filter(is_guest=True).exclude(pk=guest.pk).exists()


def test_joining_too_late_is_explained(page, alice, bob, charlie):
    game = opened_by(alice, FREE)
    page(bob, "join_game", game.code, data={})
    response = page(charlie, "join_game", game.code, data={})
    assert response.status_code == 409
    assert "Someone else took the last free seat" in text(response)


def test_the_host_does_all_by_forms(page, alice, bob):
    game = opened_by(alice, FREE, FREE, FREE)
    page(bob, "join_game", game.code, data={"seat": "3"})
    for data in ({"seat": "1", "to": "captain"}, {"seat": "3", "to": "free"}):
        assert page(alice, "change_seat", game.code, data=data).status_code == 302
    assert page(bob, "start_game", game.code, data={}).status_code == 403
    assert page(alice, "start_game", game.code, data={}).status_code == 409
    assert page(alice, "start_game", game.code, data={"fill_with": "captain"}).status_code == 302
    assert Game.objects.get(pk=game.pk).status == "running"
    other = opened_by(alice, FREE, FREE)
    page(bob, "join_game", other.code, data={})
    assert page(bob, "leave_game", other.code, data={}).url == reverse("lobby")
    assert page(alice, "cancel_game", other.code, data={}).url == reverse("lobby")
    assert Game.objects.get(pk=other.pk).status == "cancelled"


def test_the_same_table_again(page, client, alice, bob, charlie):
    game = opened_by(alice, LINK, is_listed=False)
    joining.join(game.code, bob, is_invited=True)
    assert page(alice, "play_again", game.code, data={}).status_code == 409
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, is_listed=True)
    assert page(charlie, "play_again", game.code, data={}).status_code == 403
    # A value sent before the new table's seed is drawn is ignored (FAIR-1).
    first = page(alice, "play_again", game.code, data={"public_value": "ab"})
    assert not Player.objects.filter(game__status=Game.Status.OPEN).exclude(public_value="")
    second = page(bob, "play_again", game.code, data={})
    assert first.status_code == 302 and first.url == second.url


DOORS = ("join_game", "leave_game", "cancel_game", "start_game", "change_seat", "play_again")


@pytest.mark.parametrize("name", DOORS)
def test_lobby_endpoints_require_post_and_existing_tables(page, alice, name):
    game = opened_by(alice, FREE)
    assert page(alice, name, game.code).status_code == 405
    assert page(alice, name, "nosuch", data={}).status_code == 404
    if name != "join_game":
        assert page(None, name, game.code, data={}).url.startswith("/accounts/login/")
    assert Game.objects.get(pk=game.pk).status == "open"


@pytest.mark.parametrize("name", DOORS)
def test_junk_in_lobby_forms_is_refused(page, client, alice, bob, name):
    game = opened_by(alice, FREE, FREE)
    page(bob, "lobby")
    for field in ("seat", "to", "public_value", "fill_with"):
        for value in NASTY if field == "public_value" else NASTY[::3]:
            data = {"seat": "1", "to": "free", "public_value": "", field: value}
            response = client.post(reverse(name, args=[game.code]), data)
            assert response.status_code in (302, 400, 403, 409), (field, value)
            assert BAIT not in response.content.decode()
            joining.leave(game.code, bob)
            cache.clear()
    assert Game.objects.get(pk=game.pk).status == "open"
    assert game.players.filter(user=alice).exists()
