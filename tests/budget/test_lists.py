"""SQL statements of each list page, with a few rows and with ten times as many."""

import tomllib
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from castlerisk_site.urls import urlpatterns
from games.community.moderation import site_mode
from games.community.trust.roles import Role
from games.models import (
    Action,
    Circle,
    CircleMember,
    Delivery,
    Game,
    GameTally,
    Measure,
    Message,
    Notice,
    Player,
    Report,
    SeatTally,
    TableMessage,
    TableWebhook,
    User,
)
from games.playing.start import create_game, start_game
from rules import Options
from tests.support.visitors.moderators import log_in_as, moderator

pytestmark = pytest.mark.django_db
LIMITS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text("utf-8"))
FEW, TIMES = 3, 10
PATHS = {
    **{name: reverse(name) for name in ("landing", "lobby", "lobby_lists", "my_games", "notices")},
    **{name: reverse(name) for name in ("reports", "record_about_me")},
    "profile": reverse("profile", args=["anna"]),
    "circles": reverse("circles"),
    "circle": reverse("circle", args=["sunday"]),
    "game_log": reverse("game_log", args=["running0"]),
}
"""The site's list pages; those of the admin are enumerated."""

ADMIN = {
    f"admin_{model._meta.model_name}": reverse(f"admin:games_{model._meta.model_name}_changelist")
    for model in admin.site._registry
    if model._meta.app_label == "games" and model._meta.model_name != "sitesettings"
}
OTHERS = {"engine", "service_worker", "robots"}
"""Files among the URLs without arguments."""


@pytest.fixture(autouse=True)
def plain_site(settings, tmp_path, monkeypatch):
    """Use unhashed file names."""
    settings.STATIC_ROOT = tmp_path
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.WHITENOISE_AUTOREFRESH = True
    # Occasional queries of the site mode would make the counts vary.
    monkeypatch.setattr(site_mode, "KNOWN_SECONDS", 3600)
    site_mode.believe(site_mode.SiteStatus())


@pytest.fixture
def anna(db):
    return User.objects.create_user("anna", "anna@example.org")


@pytest.fixture
def visitor(anna):
    browser = Client()
    browser.force_login(anna)
    return browser


@pytest.fixture
def operator(db):
    browser = Client()
    log_in_as(browser, moderator("olga", Role.OPERATOR))
    return browser


def add_rows(anna, count):
    """Add this many rows to every list: games of each status, notices, reports and the rest."""
    bob = User.objects.get_or_create(name="bob", defaults={"name_key": "bob"})[0]
    running = create_game([anna, bob, "captain"], Options(quick=True))
    start_game(running.code)
    pattern = Game.objects.get(pk=running.pk)
    players = list(Player.objects.filter(game=pattern))
    running.delete()
    result = {"winners": [0], "places": [[0], [1], [2]], "reason": "conquest"}
    sunday, is_new = Circle.objects.get_or_create(code="sunday", defaults={"owner": anna})
    if is_new:
        CircleMember.objects.create(circle=sunday, user=anna)
    first = Report.objects.count()
    for number in range(first, first + count):
        person = User.objects.create_user(f"person {number}")
        CircleMember.objects.create(circle=sunday, user=person)
        other = Circle.objects.create(code=f"other{number}", name=f"Circle {number}", owner=anna)
        CircleMember.objects.create(circle=other, user=anna)
        in_circle = {"circle": sunday}
        game = seated(
            pattern, players, f"running{number}", [anna, bob], status="running", **in_circle
        )
        seated(pattern, players, f"waiting{number}", [anna], status="open", round=0)
        ended = seated(
            pattern,
            players,
            f"ended{number}",
            [anna, bob],
            status="over",
            outcome=result,
            **in_circle,
        )
        GameTally.objects.create(game=ended, size=3, is_public=True)
        for player in ended.players.all():
            SeatTally.objects.create(player=player, place=1, pacts=[[1 - player.seat, 1, 1]])
        seated(pattern, players, f"others{number}", [bob], status="running")
        Message.objects.create(game=game, author=bob, text="Hello")
        notice = Notice.objects.create(
            user=anna, kind="turn", game=game, cause=str(number), text="It is your turn."
        )
        Delivery.objects.create(notice=notice, channel="mail", state="sent")
        hook = TableWebhook.objects.create(game=game, owner=anna, url="https://example.org/")
        TableMessage.objects.create(hook=hook, state="sent")
        about = {"about": "game", "category": "stuck", "game": game, "evidence": {}}
        for reporter, reported in ((anna, person), (person, anna), (bob, person)):
            Report.objects.create(
                **about,
                key=f"{reporter} {number}",
                reporter=reporter,
                reported=reported,
                handler=bob,
                status="decided",
                decision="talked",
                answer="Thank you.",
                answer_to_reported="Be kind.",
            )
        Measure.objects.create(user=anna, kind="warn", reason="Insults", by=bob)
        Action.objects.create(name="warn", by_name="bob", by=bob, person=anna, game=game)


def seated(pattern, players, code, users, **columns):
    """Store a copy of a game under another code, with these users in its first seats."""
    kept = {
        field.attname: getattr(pattern, field.attname)
        for field in Game._meta.concrete_fields
        if field.name not in ("id", "code", *columns)
    }
    game = Game.objects.create(**kept, code=code, **columns)
    for player in players:
        player.pk, player.game = None, game
        player.user = users[player.seat] if player.seat < len(users) else None
        player.bot = "" if player.user else "captain"
        player.save(force_insert=True)
    return game


def statements(browser, path):
    """Return how many SQL statements a page takes."""
    assert browser.get(path).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        browser.get(path)
    return sum("SAVEPOINT" not in one["sql"] for one in captured)


def test_every_list_page_takes_few_statements(visitor, operator, anna):
    pages = [(visitor, PATHS), (operator, ADMIN)]
    add_rows(anna, FEW)
    few = {name: statements(who, path) for who, paths in pages for name, path in paths.items()}
    add_rows(anna, (TIMES - 1) * FEW)
    many = {name: statements(who, path) for who, paths in pages for name, path in paths.items()}
    assert many == few, "A list takes more statements for more rows."
    limits = LIMITS["list_page_statements"]
    assert limits.keys() == few.keys()
    over = {name: found for name, found in few.items() if found > limits[name]}
    assert not over, (
        "These pages take more statements than list_page_statements in tests/budget/counts.toml "
        f"allows: {over}. If this is worth it, raise the limits and say why in the commit."
    )


def test_every_page_that_lists_games_has_a_limit(visitor, anna):
    add_rows(anna, FEW)
    found = set()
    for pattern in urlpatterns:
        name = getattr(pattern, "name", None)
        if name is None or pattern.pattern.converters or name in OTHERS:
            continue
        page = visitor.get(reverse(name))
        if page.status_code == 200 and b"/games/running" in page.content:
            found.add(name)
    assert found
    assert found <= PATHS.keys()
