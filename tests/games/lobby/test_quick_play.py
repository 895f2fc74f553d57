"""Play now: which game, who goes first, against whom, and without a clock."""

import pytest
from django.test import Client
from django.urls import reverse

from games.display.goals import goal_of
from games.display.options import PLAYABLE
from games.fairness.audit import audit
from games.lobby.quick_play import NEWCOMERS_OPPONENTS, OPPONENTS, begin_now, open_now
from games.models import Due, Game, Move, User
from games.store.stored_game import load
from rules import RULESETS
from tests.support.tables.quick import VALUE, begun_now, press_play_now

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", [game.name for game in PLAYABLE])
def test_a_stranger_plays_each_game_from_the_landing_page(client, ruleset):
    landing = client.get(reverse("landing")).content.decode()
    assert f'name="game" value="{ruleset}"' in landing or ruleset == PLAYABLE[0].name
    opened = client.post(reverse("play_now"), {"game": ruleset})
    page = client.get(opened.url).content.decode()
    rules = RULESETS[ruleset]
    assert goal_of(rules, rules.headquarters) in page and "You go first." in page
    begun = press_play_now(client, game=ruleset)
    game = Game.objects.get()
    assert begun.url == opened.url and game.ruleset == ruleset
    assert game.host == User.objects.get() and not game.is_listed
    table = client.get(begun.url).content.decode()
    assert "How to win" in table and "This game has no clock" in table


def test_a_newcomer_goes_first_and_the_record_says_so(client, alice):
    code = begun_now(alice)
    state = load(code).state()
    assert state.first == 0 and state.options.first_seat == 0
    start = Move.objects.get(game__code=code, number=0).public
    assert {"event": "first_chosen", "seat": 0} in start["events"]
    assert all(event["event"] != "first_rolled" for event in start["events"])
    audit(code)
    client.force_login(alice)
    log = client.get(reverse("public_log", args=[code])).json()
    assert log["ruleset"]["options"]["first_seat"] == 0


def test_the_first_player_is_rolled_for_once_a_game_is_finished(alice):
    Game.objects.filter(code=begun_now(alice)).update(status=Game.Status.OVER)
    code = begun_now(alice)
    assert load(code).state().options.first_seat is None
    bots = [seat.bot for seat in load(code).seats]
    assert bots == ["", *OPPONENTS] and len(NEWCOMERS_OPPONENTS) == len(OPPONENTS)


def test_a_solo_game_has_no_clock(alice):
    code = begun_now(alice)
    stored = load(code)
    assert stored.turn_seconds == 0 and stored.clocks.running == {}
    assert not Due.objects.filter(game__code=code, kind=Due.Kind.CLOCK).exists()


def test_another_game_replaces_an_unstarted_one(alice):
    first = open_now(alice, "castle")
    second = open_now(alice, "classic")
    assert first != second and open_now(alice, "classic") == second
    assert Game.objects.get(code=first).status == Game.Status.CANCELLED
    begin_now(second, alice, VALUE)
    assert load(second).state().ruleset.name == "classic"


@pytest.mark.parametrize("name", ["chess", "", "greyhawk "])
def test_an_unknown_game_is_refused_and_makes_no_guest(name):
    assert Client().post(reverse("play_now"), {"game": name}).status_code == 400
    assert not User.objects.exists()
