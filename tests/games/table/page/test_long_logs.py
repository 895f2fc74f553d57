"""What a table costs does not grow with its log: Python calls and SQL statements."""

import cProfile
import random

import pytest
from django.test import Client

from games.models import Move
from games.playing.start import create_game, start_game
from rules import Options
from tests.support.servers.queries import Queries
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

LAST = 7
HTMX = {"HX-Request": "true"}
REQUESTS = {
    "page": ("", {}),
    "rejoin": ("changes/?have=0123456789ab", HTMX),
    "log": ("log/", HTMX),
    "earlier round": (f"log/?round={LAST - 1}", HTMX),
}
GROWTH = 1.03
KEPT_ROUNDS = 3
"""A page shows the lines of at least two rounds."""


@pytest.fixture
def long_game(alice):
    """A game of alice against five captains, in its seventh round."""
    game = pin(create_game([alice, *["captain"] * 5], Options(quick=True)), "l0nglog2")
    start_game(game.code)
    play_ahead(game.code, random.Random(7), lambda state: state.round == LAST)
    return game


def costs(client, code):
    """Return (calls, statements) of each request, once everything is cached."""
    found = {}
    for name, (path, headers) in REQUESTS.items():
        for _ in range(2):
            assert client.get(f"/games/{code}/{path}", headers=headers).status_code == 200
        with Queries() as queries:
            client.get(f"/games/{code}/{path}", headers=headers)
            statements = len(queries)
        profile = cProfile.Profile()
        profile.enable()
        client.get(f"/games/{code}/{path}", headers=headers)
        profile.disable()
        found[name] = sum(entry.callcount for entry in profile.getstats()), statements
    return found


def test_nothing_grows_with_the_log(long_game, alice):
    """The same position, with and without the log of its first rounds."""
    player, spectator = Client(), Client()
    player.force_login(alice)
    long = [costs(client, long_game.code) for client in (player, spectator)]
    old = Move.objects.filter(game=long_game, round__lt=LAST - KEPT_ROUNDS, number__gt=0)
    assert old.delete()[0] > 200
    short = [costs(client, long_game.code) for client in (player, spectator)]
    for viewer_long, viewer_short in zip(long, short, strict=True):
        for name, (calls, statements) in viewer_short.items():
            assert viewer_long[name][1] == statements, name
            assert viewer_long[name][0] <= GROWTH * calls, (name, viewer_long[name], calls)
