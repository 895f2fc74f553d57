"""My games: waiting games first, by deadline; few queries for many games."""

import cProfile
import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format

from games.community.own_games import my_games as my_games_module
from games.community.own_games.my_games import my_games
from games.community.people.preferences import save_preferences
from games.models import Game, Player, Vacation, Vote
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from rules import Options
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table
from tests.support.visitors.waiting import let_pass

pytestmark = pytest.mark.django_db
CALLS_PER_GAME = 120
"""The limit for a game that is not on the page."""


@pytest.fixture
def games(alice, bob, charlie):
    """Three games of alice, bob and charlie in their first rounds."""
    made = []
    for place in range(3):
        code = f"my{place + 2}games{place + 2}"
        game = pin(create_game([alice, bob, charlie], Options(quick=True)), code)
        Game.objects.filter(pk=game.pk).update(title=f"Game {place}", turn_seconds=86_400)
        start_game(code)
        table = Table(code, {0: alice, 1: bob, 2: charlie}, random.Random(place))
        play_ahead(code, table.random, is_in_round)
        made.append(table)
    return made


def test_waiting_games_come_first_by_deadline(games):
    mover = games[0].mover
    mine = [table for table in games if table.mover == mover]
    let_pass(mine[-1].code, 7200)
    let_pass(mine[0].code, 3600)
    shown = my_games(mover)
    assert {game.code for game in shown.waiting} == {table.code for table in mine}
    assert shown.waiting[0].code == mine[-1].code
    deadlines = [game.deadline for game in shown.waiting]
    assert deadlines == sorted(deadlines) and all(deadlines)
    assert all("your turn" in game.what for game in shown.waiting)


def test_every_game_is_in_one_section_per_player(games, alice, bob, charlie):
    table = games[0]
    Game.objects.exclude(code=table.code).delete()
    order = table.state().order
    turn = order.index(table.state().turn)
    following = table.persons[order[(turn + 1) % 3]]
    last = table.persons[order[(turn + 2) % 3]]
    places = {}
    for user in (alice, bob, charlie):
        shown = my_games(user)
        names = ("waiting", "soon", "others", "opened", "over")
        (places[user],) = [name for name in names if getattr(shown, name)]
    assert places == {table.mover: "waiting", following: "soon", last: "others"}
    other = my_games(last).others[0]
    # The time of the player on turn is public.
    assert other.deadline is not None and other.what.endswith(f"{table.mover}’s turn")


def copies(table, count, prefix="copy"):
    """Store copies of a table's game."""
    game = Game.objects.get(code=table.code)
    players = list(Player.objects.filter(game=game))
    for number in range(count):
        game.pk, game.code = None, f"{prefix}{number}"
        game.save(force_insert=True)
        for player in players:
            player.pk, player.game = None, game
            player.save(force_insert=True)


def calls(client, path):
    """Return the Python calls of a page, once everything is cached."""
    for _ in range(2):
        assert client.get(path).status_code == 200
    profile = cProfile.Profile()
    profile.enable()
    client.get(path)
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def test_two_hundred_games_take_eleven_queries_at_most(games, client):
    copies(games[0], 200)
    client.force_login(games[0].mover)
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/my-games/").content.decode()
    assert len(queries) <= 11
    assert page.count("is-mine") == my_games_module.PER_PAGE
    assert page.count('class="countdown"') == my_games_module.PER_PAGE


def test_pages_list_every_game_once_and_those_that_wait_first(games, client, monkeypatch):
    monkeypatch.setattr(my_games_module, "PER_PAGE", 3)
    mover = games[0].mover
    copies(games[0], 5)
    Game.objects.filter(code__in=["copy1", "copy3"]).update(decisions=[])
    create_game([mover, None])
    whole = [
        [game.code for group in my_games_module.GROUPS for game in getattr(shown, group)]
        for shown in (my_games(mover, str(number)) for number in (1, 2, 3))
    ]
    listed = [code for codes in whole for code in codes]
    assert sorted(listed) == sorted(Game.objects.values_list("code", flat=True))
    assert [len(codes) for codes in whole] == [3, 3, 3]
    waits = my_games(mover).counts["waiting"]
    first = Game.objects.filter(code__in=listed[:waits])
    assert waits > 3 and all(game.decisions for game in first)
    client.force_login(mover)
    one, two, last = (client.get(f"/my-games/?page={number}").text for number in (1, 2, 3))
    assert f"3 of {waits} games" in one and "Page 1 of 3, 9 games" in one
    assert 'href="?page=2"' in one and "Previous" not in one
    assert 'href="?page=1"' in two and 'href="?page=3"' in two
    assert f"{waits} games on earlier pages" in last and "Nothing to do" not in last
    assert f"<title>({waits}) My games" in last
    for odd in ("0", "x", "99", "-1", "²"):
        assert client.get("/my-games/", {"page": odd}).status_code == 200


def test_requests_of_games_on_other_pages_are_listed(games, monkeypatch):
    monkeypatch.setattr(my_games_module, "PER_PAGE", 1)
    mover = games[0].mover
    copies(games[0], 4)
    others = Player.objects.filter(game__code="copy0").exclude(user=mover)
    others.filter(pk=others[0].pk).update(is_vacant=True)
    seat = Player.objects.filter(game__code="copy1").exclude(user=mover)[0].seat
    Vote.objects.create(game=Game.objects.get(code="copy1"), seat=seat, what=Vote.For.PAUSE)
    for number in ("1", "2"):
        shown = my_games(mover, number)
        assert {request.code for request in shown.requests} == {"copy0", "copy1"}
        assert not {game.code for game in shown.waiting} & {"copy0", "copy1"}


def test_games_on_other_pages_cost_little(games, client):
    """Four times as many games: only reading them and finding their groups costs more."""
    client.force_login(games[0].mover)
    copies(games[0], 100)
    few = calls(client, "/my-games/")
    copies(games[0], 300, "more")
    assert calls(client, "/my-games/") - few <= CALLS_PER_GAME * 300


def test_a_vacation_is_shown_only_if_its_owner_agrees(table, client, alice, bob):
    mover = table.mover
    (other,) = {alice, bob} - {mover}
    today, day = moment_now().date(), timedelta(days=1)
    vacation = Vacation.objects.create(user=mover, first=today, last=today + 2 * day)
    told = f"n vacation until {date_format(vacation.last, 'j F')}"
    room = create_game([mover, other, None])
    Game.objects.filter(code=table.code).update(turn_seconds=86_400)
    own_pages = [f"/games/{code}/" for code in (table.code, room.code)]
    paths = ("/my-games/", f"/people/{mover.name}/", *own_pages)
    for chosen, is_told in (("hidden", False), ("shown", True)):
        save_preferences(mover, {"vacation": chosen})
        client.force_login(other)
        for path in paths:
            assert (told in client.get(path).text) is is_told, (chosen, path)
        # Nobody needs to be told of their own.
        client.force_login(mover)
        assert not any(told in client.get(path).text for path in own_pages)
    client.force_login(other)
    Vacation.objects.update(first=today - 2 * day, last=today - day)
    assert not any("on vacation" in client.get(path).text for path in paths)


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (((0,), (1, 2)), "You won"),
        (((2,), (0,), (1,)), "You finished 2nd"),
        (((1,), (2,), (0,)), "You finished 3rd"),
        ((), "Ended without a result"),
    ],
)
def test_a_finished_game_shows_the_own_result(alice, bob, client, places, told):
    game = create_game([alice, bob, "captain"], Options(quick=True), "castle")
    winners = places[0] if places else ()
    outcome = {"winners": winners, "reason": "agreed", "places": places}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)
    (over,) = my_games(alice).over
    assert over.what == told
    client.force_login(alice)
    assert f"Castle Risk. {told}" in client.get("/my-games/").text


def test_a_page_without_games_says_so(client, alice):
    client.force_login(alice)
    page = client.get("/my-games/").text
    assert "You have no games yet" in page
    assert all(f'href="{way}' in page for way in ("/circles/", "/games/new/?with=friends-days"))
    assert 'action="/play-now/"' in page
    create_game([alice, None])
    page = client.get("/my-games/").content.decode()
    assert "Nothing to do right now" in page and "Not started" in page
    assert 'action="/play-now/"' not in page and 'href="/circles/"' in page
    client.logout()
    assert client.get("/my-games/").status_code == 302
