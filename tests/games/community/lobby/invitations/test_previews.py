"""robots.txt for search engines, and previews of links to tables for messengers."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.support.visitors.lobbies import FREE, opened_by

pytestmark = pytest.mark.django_db

ADDRESS = "https://play.example.org"


@pytest.fixture(autouse=True)
def address(settings):
    settings.SITE_ADDRESS = ADDRESS


def preview(path, client=None):
    """The Open Graph properties of an address, as read without cookies."""
    page = (client or Client()).get(path)
    assert page.status_code == 200
    found = re.findall(r'<meta property="og:(\S+)" content="([^"]*)">', page.content.decode())
    return {name: unescape(value) for name, value in found}


def invitation_to(game):
    return reverse("invitation", args=[game.code, Game.objects.get(pk=game.pk).invitation])


def test_robots_txt_allows_public_pages(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    rules = answer.content.decode().splitlines()
    for path in ("/accounts/", "/admin/", "/settings/"):
        assert f"Disallow: {path}" in rules
    for path in ("/", "/lobby/", "/rules/"):
        assert f"Disallow: {path}" not in rules
        assert "noindex" not in client.get(path).content.decode()


def test_links_to_the_site_and_to_tables_have_a_preview(table, alice):
    for path in (
        "/",
        f"/games/{table.code}/",
        reverse("table", args=[opened_by(alice, FREE).code]),
    ):
        told = preview(path)
        assert told["title"] and told["description"]
        assert told["image"] == f"{ADDRESS}/static/pictures/preview.jpg"


def test_an_invitation_has_a_preview_without_cookies(alice):
    game = opened_by(alice, FREE, is_listed=False)
    told = preview(invitation_to(game))
    assert told["title"] == "alice’s game"
    invites = "alice invites you to a game of Greyhawk Castle Risk. Quick set-up · 5 min per turn"
    assert told["description"].startswith(invites)
    assert re.search(r"\d seats? free$", told["description"])


def test_an_unlisted_table_reveals_nothing_to_strangers(alice):
    game = opened_by(alice, FREE, is_listed=False)
    answer = Client().get(reverse("table", args=[game.code]))
    assert answer.status_code == 404 and "og:" not in answer.content.decode()


def test_an_invitation_leads_to_the_table(alice, bob):
    game = opened_by(alice, FREE, is_listed=False)
    path, visitor = invitation_to(game), Client()
    page = visitor.get(path)
    assert page["X-Robots-Tag"] == "noindex"
    assert f'content="0; url=/games/{game.code}/"' in page.content.decode()
    assert "<h1>alice’s game</h1>" in visitor.get(f"/games/{game.code}/").content.decode()
    member = Client()
    member.force_login(bob)
    assert member.get(path)["Location"] == f"/games/{game.code}/"


def test_players_get_no_preview(client, table, alice):
    client.force_login(alice)
    assert preview(f"/games/{table.code}/", client) == {}
