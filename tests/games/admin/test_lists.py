"""Lists of the admin: games are found by code and title, and no list scans all rows."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.community.moderation import on_people
from games.community.trust.roles import Role
from games.models import Game
from tests.support.visitors.moderators import action, log_in_as, moderator

pytestmark = pytest.mark.django_db
PLAY = {"ruleset_version": 1, "options": {}, "seed": bytes(32), "status": "over"}


@pytest.fixture
def browser(db):
    found = Client()
    log_in_as(found, moderator("olga", Role.OPERATOR))
    return found


@pytest.fixture
def games(db):
    for code, title, ruleset in (
        ("k3v9aaaa", "An Evening at the Rakers", "greyhawk"),
        ("m4w8bbbb", "Evening games", "castle"),
        ("n5x7cccc", "", "classic"),
    ):
        Game.objects.create(code=code, title=title, ruleset=ruleset, **PLAY)


def codes(browser, query):
    found = browser.get(f"/admin/games/game/?{query}").context["cl"].result_list
    return sorted(game.code[:4] for game in found)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=k3v9aaaa", ["k3v9"]),
        ("q=K3V9AAAA", ["k3v9"]),
        ("q=evening", ["k3v9", "m4w8"]),
        ("q=rakers+evening", ["k3v9"]),
        ("q=w8bb+games", ["m4w8"]),
        ("q=100%25", []),
        ("ruleset=classic", ["n5x7"]),
        ("q=evening&ruleset=castle", ["m4w8"]),
        ("ruleset=chess", []),
        ("", ["k3v9", "m4w8", "n5x7"]),
    ],
)
def test_games_are_found_by_code_title_and_ruleset(browser, games, query, found):
    assert codes(browser, query) == found


def test_record_entries_are_found_by_action(browser, alice):
    dora = moderator("dora")
    on_people.take_measure(action("warn", dora, person=alice), "lasting")
    on_people.log_out_everywhere(action("log_out", dora, person=alice))
    page = browser.get("/admin/games/action/?name=log_out").context["cl"].result_list
    assert [line.name for line in page] == ["log_out"]


@pytest.mark.parametrize("name", ["game", "action", "user", "report", "measure"])
def test_list_filters_use_indexes(browser, games, name):
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(f"/admin/games/{name}/").status_code == 200
    assert not [one["sql"] for one in captured if "DISTINCT" in one["sql"]]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Each database plans in its own words.")
@pytest.mark.parametrize(
    ("asked", "word", "index"),
    [
        ("q=evening", "LIKE", "USING COVERING INDEX game_found"),
        ("status__exact=over", "LIMIT", "USING INDEX game_by_status (status=?)"),
    ],
)
def test_games_are_found_by_an_index(browser, games, asked, word, index):
    with CaptureQueriesContext(connection) as captured:
        browser.get(f"/admin/games/game/?{asked}")
    found = [one["sql"] for one in captured if 'FROM "games_game"' in one["sql"]]
    search = next(sql for sql in found if word in sql)
    with connection.cursor() as cursor:
        # Percent signs in a search are not parameter placeholders.
        cursor.execute("EXPLAIN QUERY PLAN " + search.replace("%", "%%"), ())
        plan = [row[3] for row in cursor.fetchall()]
    assert index in " ".join(plan)
    # Read in index order: a hundred thousand finished games are not sorted for one page.
    assert word == "LIKE" or "USE TEMP B-TREE FOR ORDER BY" not in plan
