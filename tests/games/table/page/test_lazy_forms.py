"""Forms of the table that are fetched when they are opened."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from games.models import Game, User
from games.playing.start import create_game
from games.storage.store.stored_game import load
from games.table.page import frames, viewer
from rules import Options
from rules.cards import BattleCard
from tests.support.tables.positions.diplomacy import deal
from tests.support.visitors.markup import one_line

pytestmark = pytest.mark.django_db

NAMES = ("pact", "cards", "orders", "leave")
FIELDS = {
    "pact": 'name="words"',
    "cards": 'name="cards" value="hero"',
    "orders": 'name="order:fortification"',
    "leave": "Resign for good",
}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def three(three):
    """The table `three`; alice holds a Hero, bob a Fleet."""
    deal(three.code, {0: [BattleCard.HERO], 1: [BattleCard.FLEET], 2: []})
    return three


def lazy_form(client, code, name, **headers):
    return client.get(reverse("lazy_form", args=[code, name]), headers=headers)


def test_the_page_lists_every_form_without_its_contents(client, three):
    client.force_login(three.persons[0])
    html = client.get(reverse("table", args=[three.code])).content.decode()
    for name in NAMES:
        address = reverse("lazy_form", args=[three.code, name])
        # With scripts, opening the form fetches it; without them, a link leads to it.
        assert f'hx-get="{address}" hx-trigger="intersect once"' in one_line(html)
        assert f'<a href="{address}">' in html
        assert FIELDS[name] not in html


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts_a_form_is_a_page(client, three, name):
    client.force_login(three.persons[0])
    page = lazy_form(client, three.code, name).content.decode()
    assert FIELDS[name] in page
    assert "<h1>" in page
    assert f'href="{reverse("table", args=[three.code])}"' in page
    assert "hx-disable" in page
    part = lazy_form(client, three.code, name, **HTMX).content.decode()
    assert FIELDS[name] in part
    assert "<h1>" not in part


@pytest.mark.parametrize("word", ["order", "order-limit"])
def test_the_standing_orders_page_loads_its_styles(client, three, word):
    client.force_login(three.persons[0])
    page = lazy_form(client, three.code, "orders").content.decode()
    assert re.search(rf'class="{word}\b', page)
    styles = re.findall(r'<link rel="stylesheet" href="/static/([\w/-]+\.css)"', page)
    texts = [(settings.ROOT / "static" / name).read_text(encoding="utf-8") for name in styles]
    assert any(re.search(rf"^\.{word} ", text, re.MULTILINE) for text in texts)


def posted_by(html):
    """Return the data that the unchanged form for pacts sends."""
    form = re.search(r'<form id="declare-pact".*?</form>', html, re.DOTALL)[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        kind, ticked = re.search(r'type="(\w+)"', tag), "checked" in tag
        name, value = re.search(r' name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and (ticked or not kind or kind[1] not in ("checkbox", "radio")):
            fields[name[1]] = value[1] if value else ""
    return fields


def test_forms_on_their_own_page_redirect_to_the_table(client, three):
    client.force_login(three.persons[0])
    fields = posted_by(lazy_form(client, three.code, "pact").content.decode())
    fields |= {"partners": "1", "until": "", "words": "Until the snow melts"}
    answer = client.post(reverse("play_move", args=[three.code]), fields)
    assert (answer.status_code, answer.url) == (302, f"/games/{three.code}/#ledger")
    (pact,) = three.state().pacts
    assert (pact.words, pact.rounds) == ("Until the snow melts", 3)


@pytest.mark.parametrize("name", NAMES)
def test_spectators_get_no_forms(client, three, name):
    for headers in ({}, HTMX):
        page = lazy_form(client, three.code, name, **headers)
        assert page.status_code == 200
        assert "There is nothing to do here now." in page.content.decode()
        assert FIELDS[name] not in page.content.decode()


def test_players_see_no_other_hands(client, three):
    client.force_login(three.persons[1])
    html = lazy_form(client, three.code, "cards").content.decode()
    assert 'name="cards" value="fleet"' in html
    assert 'value="hero"' not in html


def test_unknown_forms_and_hidden_tables_are_not_found(client, three):
    client.force_login(User.objects.create_user("dora"))
    assert lazy_form(client, three.code, "secrets").status_code == 404
    Game.objects.filter(code=three.code).update(is_listed=False)
    refused = client.get(reverse("table", args=[three.code])).status_code
    assert refused in (403, 404)
    assert lazy_form(client, three.code, "pact").status_code == refused


def test_before_the_game_a_form_redirects_to_the_waiting_room(client, alice):
    code = create_game([alice, None], Options(quick=True)).code
    client.force_login(alice)
    assert lazy_form(client, code, "orders").url == reverse("table", args=[code])


def keys_of(code, user):
    parts = viewer.look(code, user.pk).table.parts
    return {name: parts[f"{name}_key"].context["drawn"] for name in NAMES}


def test_a_forms_key_matches_its_contents(client, three):
    alice = three.persons[0]
    client.force_login(alice)
    for name, drawn in keys_of(three.code, alice).items():
        assert (
            drawn
            and f'data-drawn="{drawn}"' in lazy_form(client, three.code, name).content.decode()
        )


def test_a_page_learns_that_a_shown_form_changed(client, three):
    alice = three.persons[0]
    before, old = keys_of(three.code, alice), viewer.look(three.code, alice.pk).table
    client.force_login(alice)
    assert (
        f'data-drawn="{before["cards"]}"' in lazy_form(client, three.code, "cards").content.decode()
    )
    deal(three.code, {0: [BattleCard.HERO, BattleCard.ASSASSIN]})
    seen = viewer.look(three.code, alice.pk)
    after = keys_of(three.code, alice)
    assert after["pact"] == before["pact"]
    assert after["cards"] != before["cards"]
    html = frames.frame_between(seen, old).html
    assert f'<i id="cards_key" hidden data-drawn="{after["cards"]}"></i>' in html
    assert "pact_key" not in html
    assert (
        f'data-drawn="{after["cards"]}"' in lazy_form(client, three.code, "cards").content.decode()
    )


def test_without_cards_there_is_no_trade_form(client, three):
    assert keys_of(three.code, three.persons[2])["cards"] == ""
    assert load(three.code).state().players[2].hand == []
