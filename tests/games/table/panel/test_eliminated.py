"""The panel of an eliminated player: why they are out, and what they can do next."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.animations.last_attack import last_attack_on
from rules import Options
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import play_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def fallen(alice, client):
    """The code of a game of captains; alice has the seat of the first one eliminated."""
    game = pin(create_game(["captain"] * 3, Options(quick=True)), "wh2e3457")
    start_game(game.code)
    while not Player.objects.filter(game=game, eliminated__gt=0).exists():
        play_bots(game.code, 20)
    Player.objects.filter(game=game, eliminated__gt=0).update(user=alice, bot="")
    client.force_login(alice)
    return game.code


def panel(client, code, **query):
    return client.get(reverse("panel", args=[code]), query).content.decode()


def test_it_shows_the_last_attack_and_what_to_do_next(client, fallen):
    stored = load(fallen)
    seat = next(player.seat for player in stored.state().players if player.eliminated)
    attack = last_attack_on(stored.id, seat, 0)
    last = attack.battles[-1]
    assert (last.defender, last.target, last.defenders_left) == (seat, attack.territory, 0)
    html = panel(client, fallen)
    assert "You were eliminated" in html and "The last attack" in html
    assert f", your stronghold, in round {attack.round}." in html
    assert f"they lost {last.attack_losses}, you lost {last.defence_losses}" in html
    order = [html.index(label) for label in ("New game", "Watch", "Skip to the result")]
    assert order == sorted(order) and 'name="game" value="greyhawk"' in html
    watching = panel(client, fallen, watch="yes")
    assert "You are watching" in watching and "The last attack" not in watching


def test_the_panel_takes_two_more_queries_once(client, fallen, django_assert_max_num_queries):
    panel(client, fallen)
    with django_assert_max_num_queries(12):
        panel(client, fallen)


def test_skipping_lets_the_bots_play_at_once(client, fallen):
    answer = client.post(reverse("skip_to_result", args=[fallen]))
    assert answer.url == reverse("table", args=[fallen])
    assert Game.objects.get(code=fallen).pace == Game.Pace.AT_ONCE
    html = panel(client, fallen)
    assert "The bots are finishing the game." in html and "Skip to the result" not in html


def test_nobody_skips_what_others_still_play(client, three, alice, charlie):
    client.force_login(alice)
    address = reverse("skip_to_result", args=[three.code])
    assert client.post(address).status_code == 409
    client.force_login(charlie)
    Game.objects.update(is_listed=True)
    assert Client().post(address).status_code == 302
    assert Game.objects.get().pace != Game.Pace.AT_ONCE


def test_a_stranger_does_not_skip(client, fallen, bob):
    client.force_login(bob)
    assert client.post(reverse("skip_to_result", args=[fallen])).status_code == 403
