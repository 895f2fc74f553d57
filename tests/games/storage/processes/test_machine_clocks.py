"""Machines' clocks differ, so stored times come from the database's clock, which they share."""

from datetime import timedelta

import pytest

from castlerisk_site.middleware.probes import SiteCollector
from games.community.lobby.tables import announce_change
from games.community.moderation import on_games
from games.community.trust.roles import Role
from games.models import Due, Game
from games.playing.start import create_game
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from games.web.live import pushes
from games.web.worker import due
from tests.support.visitors.moderators import action, log_in_as, moderator
from tests.support.visitors.waiting import item

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def untils(code):
    return [clock.until for clock in load(code).clocks.running.values()]


def test_a_pause_restores_its_time_on_any_machine(table, ahead, monkeypatch):
    game, dora = Game.objects.get(code=table.code), moderator("dora")
    before = untils(table.code)
    ahead()
    on_games.hold(action("hold", dora, game=game))
    monkeypatch.undo()
    on_games.resume(action("resume", dora, game=game))
    moved = [now - old for now, old in zip(untils(table.code), before, strict=True)]
    half_an_hour = HOUR.total_seconds() * 500
    assert moved and all(0 <= each < half_an_hour for each in moved)


def test_the_lobby_notices_changes_after_one_by_a_fast_clock(opened, alice, ahead, monkeypatch):
    other = create_game([alice, "captain"])
    ahead()
    announce_change(opened)
    monkeypatch.undo()
    seen = pushes.lobby_now()
    announce_change(other)
    assert pushes.lobby_now() != seen


def test_retries_wait_a_minute_despite_a_fast_clock(table, ahead):
    row = Due.objects.get(game__code=table.code, kind="clock")
    Game.objects.filter(code=table.code).update(clocks={"turn": "damaged"})
    Due.objects.filter(pk=row.pk).update(when=moment_now())
    found = item(table.code, "clock")
    ahead()
    assert due.fire(found) is None
    row.refresh_from_db()
    assert timedelta() < row.when - moment_now() <= due.SET_ASIDE


def test_a_fast_clock_makes_nothing_late(client, table, ahead):
    log_in_as(client, moderator("olga", Role.OPERATOR))
    assert Due.objects.filter(game__code=table.code, kind="clock").exists()
    ahead()
    figures = {family.name: family.samples[0].value for family in SiteCollector().collect()}
    assert figures["castlerisk_overdue"] == 0
    tiles = {tile["name"]: tile["value"] for tile in client.get("/admin/").context["tiles"]}
    assert (tiles["Late deadlines"], tiles["Late bots"]) == (0, 0)
