"""Attack: tell the server a player's value before it seals the seed, or make it draw without one.

A server that knows every value first can try seeds until the dice suit it. Therefore no request
that opens a table may carry a value, every page that sends one shows the seal first, and nothing is
drawn in the transaction that stores the last value.
"""

import hashlib

import pytest
from django.urls import reverse

from games.community.lobby import joining, tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.models import Game, Move, Player
from games.playing.play import play_for
from games.storage.store.stored_game import load
from rules.errors import RecordError
from rules.moves import EndGame
from tests.support.tables.quick import VALUE

pytestmark = pytest.mark.django_db

TWO = TableTerms(seats=(SeatKind.ME, SeatKind.OPEN))


def test_play_now_draws_nothing_before_the_public_value_arrives(client):
    opened = client.post(reverse("play_now"), {"public_value": VALUE})
    game = Game.objects.get()
    assert game.status == Game.Status.OPEN and not Move.objects.exists()
    assert not Player.objects.exclude(public_value="").exists()
    page = client.get(opened.url).content.decode()
    # The page shows the whole seal, and its script sends the value.
    assert game.seed_commitment in page and "data-public-value" in page and "data-begin" in page
    begun = client.post(reverse("begin_now", args=[game.code]), {"public_value": VALUE})
    assert begun.url == opened.url
    stored = load(game.code)
    assert stored.status == Game.Status.RUNNING and stored.public_values[0] == VALUE
    assert stored.seed_commitment == game.seed_commitment
    assert hashlib.sha256(stored.seed).hexdigest() == game.seed_commitment


def test_pressing_begin_twice_leads_to_the_table(client):
    code = client.post(reverse("play_now")).url.split("/")[-2]
    for value in (VALUE, "ab"):
        answer = client.post(reverse("begin_now", args=[code]), {"public_value": value})
        assert answer.url == reverse("table", args=[code])
    assert load(code).public_values[0] == VALUE


def test_play_now_pressed_again_finds_the_table_that_was_opened(client):
    first = client.post(reverse("play_now")).url
    assert client.post(reverse("play_now")).url == first
    assert Game.objects.count() == 1


def test_only_the_guest_can_begin_the_game(client, alice):
    code = client.post(reverse("play_now")).url.split("/")[-2]
    client.force_login(alice)
    assert client.post(reverse("begin_now", args=[code])).status_code == 404
    game = tables.open_table(alice, TWO)
    assert client.post(reverse("begin_now", args=[game.code])).status_code == 403
    assert not Move.objects.exists()


def test_the_lobby_shows_the_seal_beside_the_button_that_sends_a_value(client, alice, bob):
    game = tables.open_table(alice, TWO)
    client.force_login(bob)
    page = client.get(reverse("lobby")).content.decode()
    assert "data-public-value" in page and game.seed_commitment in page
    room = client.get(reverse("table", args=[game.code])).content.decode()
    assert "data-public-value" in room and game.seed_commitment in room


def test_the_last_value_is_stored_before_the_game_begins(alice, bob):
    game = tables.open_table(alice, TWO)
    # The start fails, as if the process died just before it.
    Game.objects.filter(pk=game.pk).update(options={"unknown": 1})
    with pytest.raises(RecordError):
        joining.join(game.code, bob, public_value="77")
    assert Player.objects.get(user=bob).public_value == "77"
    assert Game.objects.get().status == Game.Status.OPEN


def test_the_next_table_takes_a_value_only_with_its_seal(client, alice, bob):
    game = tables.open_table(alice, TWO)
    joining.join(game.code, bob)
    play_for(game.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    form = {"public_value": "77", "seal": "0" * 64}
    client.force_login(alice)
    following = client.post(reverse("play_again", args=[game.code]), form).url.split("/")[-2]
    assert not Player.objects.filter(game__code=following).exclude(public_value="").exists()
    client.force_login(bob)
    page = client.get(reverse("table", args=[game.code])).content.decode()
    seal = Game.objects.get(code=following).seed_commitment
    assert f'name="seal" value="{seal}"' in page and "data-public-value" in page
    client.post(reverse("play_again", args=[game.code]), {"public_value": "77", "seal": seal})
    assert Player.objects.get(game__code=following, user=bob).public_value == "77"
