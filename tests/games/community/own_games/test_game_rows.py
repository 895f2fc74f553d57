"""The rows of My games: seats with their colours, a small map, whose move it is, the time left."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.community.own_games.game_rows import NEAR
from games.community.own_games.game_seats import MARKS
from games.community.own_games.my_games import my_games
from games.drawing.display.times import deadline_shown
from games.models import Game, LastVisit, Message, Player
from games.playing.start import create_game
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds, moment, moment_now
from games.storage.store.stored_game import load
from rules import RULESETS, Options
from rules.moves import Control
from tests.games.conftest import person
from tests.support.tables.slow_games import begun
from tests.support.visitors.lobbies import FREE, LINK, opened_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(alice, bob, charlie):
    """A game of alice, bob and charlie in turns of a day."""
    return begun([alice, bob, charlie], "r2ows3ok")


def row_of(user):
    (row,) = my_games(user).rows
    return row


def shown(user):
    client = Client()
    client.force_login(user)
    return client.get("/my-games/").text


def owners(row):
    """Return the livery of each territory on a small map."""
    return {
        land: livery
        for livery, lands in row.map.lands.items()
        for land in re.findall(r'href="#\w+?-([\w-]+)"', lands)
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_map_shows_who_holds_what_and_nothing_else(ruleset, alice, bob, charlie):
    slow = begun([alice, bob, charlie], "r3owsmap", ruleset)
    state = load(slow.code).state()
    rows = [row_of(user) for user in (alice, bob, charlie)]
    liveries = {seat: rows[seat].seats[0].livery for seat in range(3)}
    assert len(set(liveries.values())) == 3
    # Everybody sees the same map, with the colours of the seats beside it.
    for row in rows:
        drawn = owners(row)
        assert drawn.keys() == state.holdings.keys()
        for name, held in state.holdings.items():
            is_owned = held.owner is not None
            assert drawn[name] == liveries[held.owner] if is_owned else drawn[name].isalpha()
    assert rows[0].map.lands == rows[1].map.lands == rows[2].map.lands
    assert [row.map.own for row in rows] == list(liveries.values())
    assert rows[0].map.count == len(state.held_by(0))


def test_a_row_names_every_seat_with_a_coat_of_arms(slow, bob):
    page = shown(bob)
    row = row_of(bob)
    assert [seat.name for seat in row.seats] == ["You", "alice", "charlie"]
    for livery, title, _, _, _ in row.seats:
        assert f'id="arms-{livery}"' in page and f'href="#arms-{livery}"' in page
        assert title and f'<span class="visually-hidden">, {title}</span>' in page
    drawn, defined = (set(re.findall(rf'{mark}([\w-]+)"', page)) for mark in ('href="#', ' id="'))
    assert drawn - {"content"} <= defined
    # The words say it too, for those who see no colours.
    assert page.count(">to move<") == 1


def change_of(kind, game, other):
    """Return the row of a seat's player after a change that a mark shows."""
    seats = Player.objects.filter(game=game, seat=other)
    match kind:
        case "turn":
            Game.objects.filter(pk=game.pk).update(turn=other)
        case "out":
            seats.update(eliminated=1)
        case "steward":
            seats.update(control=Control.STEWARD)
        case "vacant":
            seats.update(is_vacant=True)
        case "won":
            outcome = {"winners": [other], "reason": "agreed", "places": [[other], [0]]}
            Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)


@pytest.mark.parametrize("kind", [kind for kind in MARKS if kind])
def test_every_mark_is_shown_in_words(slow, alice, kind):
    game = Game.objects.get(code=slow.code)
    change_of(kind, game, 2)
    marks = {seat.name: seat.kind for seat in row_of(alice).seats}
    assert marks["charlie"] == kind
    assert f">{MARKS[kind]}</small>" in shown(alice)


@pytest.mark.parametrize("seat", range(3))
def test_the_time_is_that_of_the_table(slow, seat):
    game = Game.objects.get(code=slow.code)
    row = row_of(slow.persons[seat])
    assert row.deadline == deadline_shown(clocks.from_json(game.clocks), seat)
    game.clocks["pause"] = {"since": 0, "until": milliseconds(moment_now() + timedelta(days=1))}
    game.save()
    row = row_of(slow.persons[seat])
    assert row.deadline is None and row.is_paused
    assert deadline_shown(clocks.from_json(game.clocks), seat) is None


@pytest.mark.parametrize(
    ("left", "told", "spelled"),
    [
        (timedelta(hours=11, minutes=20), "11 h 20 min", "%A %H:%M"),
        (timedelta(minutes=5), r"5 min( \d+ s)?", "%A %H:%M"),
        (NEAR - timedelta(hours=1), "5 d 23 h", "%A %H:%M"),
        (NEAR + timedelta(hours=2), "6 d 2 h", "%-d %B, %H:%M"),
    ],
)
def test_the_time_left_is_told_in_words_and_in_the_readers_zone(slow, left, told, spelled):
    game, mover = Game.objects.get(code=slow.code), slow.mover
    type(mover).objects.filter(pk=mover.pk).update(time_zone="Asia/Kolkata")
    mover.refresh_from_db()
    # Drawing the page may take some seconds on a slow machine.
    until = milliseconds(moment_now() + left) + 30_000
    for clock in game.clocks["running"].values():
        clock["until"] = until
    game.save()
    time = row_of(mover).time
    assert re.fullmatch(told, time.left)
    there = moment(until) + timedelta(hours=5, minutes=30)
    assert time.until == there.strftime(spelled)
    page = shown(mover)
    assert re.search(f">{told}</time> left", page) and f">{time.until}</time>" in page


def test_unread_messages_are_counted_in_running_and_in_new_games(slow, alice, bob):
    opened = opened_by(alice, FREE)
    games = [Game.objects.get(code=slow.code), opened]
    for game in games:
        LastVisit.objects.create(user=alice, game=game, seen_at=moment_now() - timedelta(hours=1))
        Message.objects.create(game=game, author=bob, room="players", text="Hello")
    assert [row.unread for row in my_games(alice).rows] == [1, 1]
    assert shown(alice).count("1 new message<") == 2


def test_a_game_that_has_not_begun_shows_its_board_and_its_free_seats(alice):
    opened_by(alice, FREE, LINK)
    row, page = row_of(alice), shown(alice)
    assert row.map is None and [seat.name for seat in row.seats] == ["You"]
    assert 'loading="lazy"' in page and "2 free seats" in page
    dora = person("dora")
    create_game([dora, None], Options(), "classic")
    assert "1 free seat<" in shown(dora)
