"""Machines' clocks differ: what several of them write is told by the one clock that all share."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from castlerisk_site.probes import Stored
from games import clocks, moderate_games, pushes
from games.lobby import tell
from games.models import Due, Game
from games.roles import Role
from games.starting import create_game
from games.store import load
from tests.games.moderators import deed, moderator

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def ahead(monkeypatch):
    """Put this machine's clock an hour ahead."""
    if connection.vendor != "postgresql":
        pytest.skip("A file has no clock but this machine's.")
    right = timezone.now
    return lambda: monkeypatch.setattr(timezone, "now", lambda: right() + HOUR)


def untils(code):
    return [clock.until for clock in clocks.from_json(load(code).clocks).running.values()]


def test_a_pause_gives_back_the_time_it_took_whoever_began_it(table, ahead, monkeypatch):
    game, dora = Game.objects.get(code=table.code), moderator("dora")
    before = untils(table.code)
    ahead()
    moderate_games.hold(deed("hold", dora, game=game))
    monkeypatch.undo()
    moderate_games.resume(deed("resume", dora, game=game))
    moved = [now - old for now, old in zip(untils(table.code), before, strict=True)]
    half_an_hour = HOUR.total_seconds() * 500
    assert moved and all(0 <= each < half_an_hour for each in moved)


def test_the_lobby_hears_of_a_change_after_one_by_a_machine_that_is_ahead(
    opened, alice, ahead, monkeypatch
):
    other = create_game([alice, "captain"])
    ahead()
    tell(opened)
    monkeypatch.undo()
    seen = pushes.lobby_now()
    tell(other)
    assert pushes.lobby_now() != seen


def test_nothing_counts_as_late_because_a_machine_is_ahead(client, table, ahead):
    client.force_login(moderator("olga", Role.OPERATOR))
    assert Due.objects.filter(game__code=table.code, kind="clock").exists()
    ahead()
    figures = {family.name: family.samples[0].value for family in Stored().collect()}
    assert figures["castlerisk_overdue"] == 0
    tiles = {tile["name"]: tile["value"] for tile in client.get("/admin/").context["tiles"]}
    assert (tiles["Deadlines late"], tiles["Bots late"]) == (0, 0)
