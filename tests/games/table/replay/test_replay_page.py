"""The page of a replay and the data for its script: who gets what."""

import json
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.community.absence import seat_changes
from games.models import Game, Player
from games.playing.start import create_game, start_game
from rules import Options
from tests.support.tables.caches import forget_games
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(alice):
    """A game of alice against three captains, after forty moves."""
    game = pin(create_game([alice, *["captain"] * 3], Options(quick=True)), "s1nce234")
    start_game(game.code)
    play_ahead(game.code, random.Random(11), most=60)
    return game


@pytest.fixture
def finished(alice, bob):
    """A finished game of alice and bob against a captain."""
    game = pin(create_game([alice, bob, "captain"], Options(quick=True, rounds=2)), "s1nce567")
    start_game(game.code)
    play_ahead(game.code, random.Random(11), people="captain")
    return game


def get(client, game, name="replay", **query):
    return client.get(reverse(name, args=[game.code]), query)


def position(answer):
    """The step that a page shows, and the last one."""
    return answer.context["at"], answer.context["last"]


def data(answer):
    """The data for the page's script."""
    (found,) = re.findall(r'<script id="replay-data"[^>]*>(.*?)</script>', answer.content.decode())
    return json.loads(found)


def test_a_finished_game_begins_at_its_first_step_with_everything_open(client, finished):
    answer = get(client, finished)
    at, last = position(answer)
    assert at == 0 and last > 50
    found = data(answer)
    assert (found["at"], found["last"], found["eyes"]) == (0, last, "open")
    piece = get(client, finished, "replay_steps", **{"from": 0}).json()
    assert all(isinstance(hand, list) for hand in piece["start"]["cards"])
    assert len(piece["steps"]) == min(last, found["piece"])
    assert "orders" not in json.dumps(piece) and "wish list" not in json.dumps(piece)


def test_a_running_game_begins_at_its_last_step_with_ones_own_eyes(client, running, alice, bob):
    answer = get(client, running, eyes="open")
    at, last = position(answer)
    assert at == last and data(answer)["eyes"] == "public"
    assert [one["value"] for one in answer.context["choices"]] == ["public"]
    client.force_login(bob)
    assert data(get(client, running, eyes="0"))["eyes"] == "public"
    client.force_login(alice)
    assert data(get(client, running, eyes="1"))["eyes"] == "0"
    piece = get(client, running, "replay_steps", eyes="open", **{"from": 0}).json()
    assert [isinstance(hand, list) for hand in piece["start"]["cards"]] == [True, *[False] * 3]


def test_links_lead_to_steps_turns_and_rounds_without_scripts(client, finished):
    found = data(get(client, finished))["turns"]
    turns = [step for step, _, _ in found]
    later = [step for step, _, number in found if number > found[1][2]]
    at = turns[1] + 1
    page = get(client, finished, at=at, eyes="public").content.decode()
    linked = {int(step) for step in re.findall(r'href="[^"]*\?at=(\d+)&amp;eyes=public', page)}
    assert linked >= {turns[1], at + 1, turns[2], later[0]}
    first = get(client, finished, at=0).content.decode()
    assert first.count('aria-disabled="true"') >= 3


def test_odd_queries_are_corrected_or_not_found(client, finished):
    last = data(get(client, finished))["last"]
    assert position(get(client, finished, at=10**9)) == (last, last)
    for odd in ("-1", "x", "²", "1.5", "9" * 40):
        assert position(get(client, finished, at=odd, eyes=odd)) == (0, last)
    for odd in ("", "x", "-500", "7", str(10**9)):
        assert get(client, finished, "replay_steps", **{"from": odd}).status_code == 404
    for first, until in (("", ""), ("x", "1"), ("5", "4"), ("0", str(last + 1))):
        query = {"from": first, "until": until}
        assert get(client, finished, "replay_scenes", **query).status_code == 404
    found = get(client, finished, "replay_scenes", **{"from": 2, "until": last}).json()["scenes"]
    assert list(found) == [str(step) for step in range(2, 42)]


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("replay", {}),
        ("replay_steps", {"from": 0}),
        ("replay_scenes", {"from": 0, "until": 3}),
    ],
)
def test_an_unlisted_game_is_only_for_those_who_may_see_it(
    client, finished, alice, charlie, name, query
):
    answer = get(client, finished, name, **query)
    assert answer.status_code == 200 and "private" in answer["Cache-Control"]
    Game.objects.update(is_listed=False)
    assert get(client, finished, name, **query).status_code == 404
    client.force_login(charlie)
    assert get(client, finished, name, **query).status_code == 404
    client.force_login(alice)
    answer = get(client, finished, name, **query)
    assert answer.status_code == 200 and answer["X-Robots-Tag"] == "noindex"


def test_the_data_is_revalidated_by_its_content(client, running):
    address, query = reverse("replay_steps", args=[running.code]), {"from": 0}
    answer = client.get(address, query)
    again = client.get(address, query, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    play_ahead(running.code, random.Random(11), most=5)
    assert client.get(address, query, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_a_game_under_older_rules_has_only_its_log(client, finished):
    Game.objects.update(ruleset_version=0)
    forget_games()
    answer = get(client, finished)
    text = answer.content.decode()
    assert answer.status_code == 200 and "older rules" in text
    assert 'data-kind="turn_began"' in text and "replay-data" not in text
    assert get(client, finished, "replay_steps", **{"from": 0}).status_code == 404
    assert get(client, finished, "replay_scenes", **{"from": 0, "until": 3}).status_code == 404


def test_a_game_that_has_not_begun_has_no_replay(client, alice):
    game = create_game([alice, None], Options())
    assert get(client, game)["Location"] == reverse("table", args=[game.code])
    assert get(client, game, "replay_steps", **{"from": 0}).status_code == 404


def test_the_table_links_to_the_replay(client, finished, running, alice):
    client.force_login(alice)
    for game in (finished, running):
        page = client.get(reverse("table", args=[game.code])).content.decode()
        assert f'href="/games/{game.code}/replay/?at=0"' in page
    outcome = client.get(reverse("table", args=[finished.code])).content.decode()
    assert f'href="/games/{finished.code}/replay/">Replay</a>' in outcome


def test_a_tutorial_has_a_replay(client):
    opened = client.post(reverse("tutorial"), {"game": "greyhawk"})
    game = Game.objects.get()
    assert position(get(client, game)) == (steps_of(client, game), steps_of(client, game))
    assert opened.status_code == 302 and get(Client(), game).status_code == 404


def test_a_replaced_player_is_named_where_they_played_and_sees_as_a_spectator(
    client, running, alice, bob
):
    seat_changes.hand_over(Player.objects.get(game=running, seat=0), bob)
    forget_games()
    client.force_login(alice)
    assert data(get(client, running))["eyes"] == "public"
    texts = "".join(step["l"] for step in steps(client, running))
    assert "alice" in texts.lower() and "bob" not in texts.lower()
    client.force_login(bob)
    assert data(get(client, running))["eyes"] == "0"
    assert data(get(client, running))["seats"][0]["name"] == "bob"


def steps_of(client, game):
    return get(client, game, "replay_steps", **{"from": 0}).json()["until"]


def steps(client, game):
    return get(client, game, "replay_steps", **{"from": 0}).json()["steps"]


def test_words_of_blocked_players_are_not_shown(client, running, alice, bob):
    seat_changes.hand_over(Player.objects.get(game=running, seat=1), bob)
    forget_games()
    alice.blocked.add(bob)
    client.force_login(alice)
    assert '[data-words-of="1"]' in get(client, running).content.decode()
