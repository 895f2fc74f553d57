"""An invitation says who invites to what, and is kept until the visitor has joined."""

import pytest
from django.test import Client
from django.urls import reverse

from games.community.lobby import joining
from games.models import User
from tests.support.visitors.lobbies import BOT, LINK, opened_by, text
from tests.support.visitors.members import is_in, link_in, log_in, member, sent_mails, sign_up

pytestmark = pytest.mark.django_db

WORDS = "alice invites you to a game of Greyhawk Castle Risk with bob and 1 bot."


@pytest.fixture
def private(alice, bob):
    """A private table for people with the link; bob has joined."""
    game = opened_by(alice, LINK, LINK, BOT, is_listed=False)
    joining.join(game.code, bob, is_invited=True)
    return game


def link_to(game):
    return reverse("invitation", args=[game.code, game.invitation])


def path_of(game):
    return reverse("table", args=[game.code])


def test_sign_up_leads_to_the_table_of_the_invitation(private, client):
    assert WORDS in text(client.get(link_to(private)))
    assert "alice invites you to play." in text(client.get(path_of(private)))
    for name in ("account_signup", "account_login"):
        page = client.get(reverse(name))
        assert WORDS in text(page) and "Play now" not in text(page)
        assert f'action="{reverse("join_game", args=[private.code])}"' in page.content.decode()
    assert sign_up(client)["Location"] == path_of(private)
    assert client.post(reverse("join_game", args=[private.code])).status_code == 302
    assert private.players.filter(user__name="Wulf").exists()
    # Without an invitation that is still open, the lobby is the first page.
    assert client.get(reverse("account_login"))["Location"] == reverse("lobby")


def test_the_confirmation_leads_another_browser_to_the_table(private, client):
    client.get(link_to(private))
    sign_up(client)
    other = Client()
    page = other.get(link_in(sent_mails()[0]))
    form = {"next": link_to(private)}
    assert f'value="{form["next"]}"' in page.content.decode()
    answer = other.post(page.wsgi_request.path, form)
    assert answer["Location"] == link_to(private) and not is_in(other)
    assert other.get(path_of(private)).status_code == 404
    assert other.get(answer["Location"]).status_code == 200
    assert other.get(path_of(private)).status_code == 200


def test_log_in_leads_to_the_last_invitation_that_is_still_open(private, alice, client):
    member()
    second = opened_by(alice, LINK, is_listed=False)
    full = opened_by(alice, BOT, is_listed=False)
    for game in (private, second, private, full):
        client.get(link_to(game))
    assert log_in(client, "Flora")["Location"] == path_of(private)
    joining.join(private.code, User.objects.get(name="Flora"), is_invited=True)
    assert client.get(reverse("account_login"))["Location"] == path_of(second)


def test_a_guest_who_needs_an_account_comes_back_to_the_table(alice, client):
    game = opened_by(alice, LINK, LINK, is_listed=False, takes_guests=False)
    client.post(reverse("play_now"))
    client.get(link_to(game))
    page = client.get(reverse("keep_games")).content.decode()
    assert f'href="{reverse("account_logout")}?next={link_to(game)}"' in page
    data = {"name": "Wulf", "email": "wulf@example.org", "password": "heron over the marsh"}
    assert client.post(reverse("keep_games"), data)["Location"] == path_of(game)
