"""The operator's dashboard: every figure is there, and matches the database."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.admin import dashboard
from games.community.moderation import on_games, reports
from games.community.notices.notices import notify
from games.community.trust.roles import Role
from games.models import Delivery, Due, Game, Move, Presence, Process
from tests.support.visitors.moderators import action, log_in_as, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return moderator("olga", Role.OPERATOR)


@pytest.fixture
def tiles(client, olga):
    """A function that returns the operator's tiles by name."""
    log_in_as(client, olga)
    return lambda: {tile["name"]: tile for tile in client.get("/admin/").context["tiles"]}


def test_people_at_tables_have_pages_open_in_a_running_process(tiles, alice, bob):
    now = timezone.now()
    here, gone = (
        Process.objects.create(
            kind="web", host="h", number=number, began=1, has_redis=False, seen_at=seen_at
        )
        for number, seen_at in ((1, now), (2, now - timedelta(minutes=5)))
    )
    Presence.objects.create(process=here, user=alice, codes=["one", "two"])
    Presence.objects.create(process=gone, user=bob, codes=["one"])
    assert tiles()["People in games"]["value"] == 1


def test_games_are_counted_by_their_state(tiles, table, bots_game, opened, olga):
    assert tiles()["Games running"] == {
        "name": "Games running",
        "value": 2,
        "more": "0 open, 0 paused, 0 ended in the last day",
    }
    on_games.hold(action("hold", olga, game=Game.objects.get(code=table.code)))
    on_games.cancel(action("cancel", olga, game=bots_game))
    tile = tiles()["Games running"]
    assert (tile["value"], tile["more"]) == (1, "0 open, 1 paused, 1 ended in the last day")


def test_moves_and_overdue_items_are_counted(tiles, bots_game):
    Due.objects.all().delete()
    late = timezone.now() - timedelta(minutes=2)
    for kind in (Due.Kind.CLOCK, Due.Kind.BOT):
        Due.objects.create(game=bots_game, kind=kind, when=late)
    found = tiles()
    moves = Move.objects.count()
    assert found["Moves a minute"]["value"] == f"{moves / 10:.1f}"
    assert (found["Late deadlines"]["value"], found["Late bots"]["value"]) == (1, 1)


def test_a_high_move_rate_is_measured_over_a_shorter_time(tiles, bots_game, monkeypatch):
    monkeypatch.setattr(dashboard, "MOST_MEASURED", 10)
    Move.objects.update(made_at=timezone.now() - timedelta(minutes=2))
    assert 3 < float(tiles()["Moves a minute"]["value"]) <= 5


def test_only_timed_out_bots_count_as_failing(tiles, table):
    assert tiles()["Failing bots"]["value"] == 0
    game = Game.objects.get(code=table.code)
    for place, seat in enumerate((2, 0)):
        Move.objects.create(
            game=game, number=900 + place, seat=seat, by="clock", public={}, private={}
        )
    assert tiles()["Failing bots"]["value"] == 1


def test_notices_that_fail_are_counted_and_found(client, tiles, alice, bots_game):
    notify("moderation", alice, bots_game, "word", "A word.")
    notice, now = alice.notices.get(), timezone.now()
    notice.deliveries.all().delete()
    for state, tries, done_at in (
        ("waiting", 0, None),
        ("waiting", 3, None),
        ("given up", 8, now),
        ("given up", 8, now - timedelta(days=3)),
        ("sent", 1, now),
    ):
        Delivery.objects.create(
            notice=notice, channel="mail", state=state, tries=tries, done_at=done_at
        )
    tile = tiles()["Failing notices"]
    assert (tile["value"], tile["more"]) == (1, "waiting for a retry; 1 given up in the last day")
    listed = client.get(tile["link"])
    assert {one.state for one in listed.context["cl"].result_list} == {"given up"}


def test_reports_are_counted_with_the_age_of_the_oldest(client, tiles, alice, bots_game):
    assert tiles()["Open reports and appeals"]["more"] == "nothing waiting"
    made = reports.make(alice, "game", "stuck", "", key="one", game=bots_game)
    type(made).objects.update(made_at=timezone.now() - timedelta(hours=5))
    tile = tiles()["Open reports and appeals"]
    assert (tile["value"], tile["more"]) == (1, "the oldest has waited 5\xa0hours")
    assert client.get(tile["link"]).status_code == 200


def test_limits_are_shown_to_operators_only(client, tiles):
    page = client.get("/admin/").content.decode()
    for words in (
        "Messages",
        "Pacts offered",
        "Trades offered",
        "Reports",
        "Games waiting for players",
    ):
        assert words in page
    names = [name for name, _ in client.get("/admin/").context["limits"]]
    assert len(names) == len(set(names))
    log_in_as(client, moderator("dora"))
    shown = client.get("/admin/")
    assert "limits" not in shown.context and len(shown.context["tiles"]) == 3
