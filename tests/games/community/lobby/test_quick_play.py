"""Play now: which game, who goes first, against whom, and without a clock."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.lobby.opponents import next_level
from games.community.lobby.quick_play import begin_now, open_now
from games.community.lobby.terms import SeatKind
from games.community.lobby.tutorials import open_tutorial
from games.drawing.display.bot_levels import LEVELS
from games.drawing.display.goals import goal_of
from games.drawing.display.options import PLAYABLE
from games.models import Due, Game, Move, User
from games.playing.start import create_game
from games.storage.store.stored_game import load
from rules import RULESETS, Options
from tests.support.tables.quick import VALUE, begun_now, press_play_now
from tests.support.visitors.lobbies import LINK, opened_by

pytestmark = pytest.mark.django_db


def end(code, winner):
    """End a game with a winning seat."""
    outcome = {"winners": [winner], "reason": "last", "places": [[winner]]}
    game = Game.objects.filter(code=code)
    game.update(status=Game.Status.OVER, outcome=outcome, moved_at=timezone.now())


def bots_of(code):
    """Return the bots of a game, in seat order."""
    seats = Game.objects.get(code=code).players.exclude(bot="").order_by("seat")
    return list(seats.values_list("bot", flat=True))


@pytest.mark.parametrize("ruleset", [game.name for game in PLAYABLE])
def test_a_stranger_plays_each_game_from_the_landing_page(client, ruleset):
    landing = client.get(reverse("landing")).content.decode()
    assert f'name="game" value="{ruleset}"' in landing or ruleset == PLAYABLE[0].name
    opened = client.post(reverse("play_now"), {"game": ruleset})
    page = client.get(opened.url).content.decode()
    rules = RULESETS[ruleset]
    assert goal_of(rules, rules.headquarters) in page and "You go first." in page
    assert "Your opponents are three recruits: gentle bots." in page
    begun = press_play_now(client, game=ruleset)
    game = Game.objects.get()
    assert begun.url == opened.url and game.ruleset == ruleset
    assert game.host == User.objects.get() and not game.is_listed
    table = client.get(begun.url).content.decode()
    assert "How to win" in table and 'id="tab-time"' not in table
    # The panel and the list of players count the same armies.
    unplaced = game.players.first().unplaced
    assert f"place your {unplaced} armies" in table or not rules.strongholds


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
    end(begun_now(alice), winner=1)
    assert load(begun_now(alice)).state().options.first_seat is None


def test_a_solo_game_has_no_clock(client, alice):
    code = begun_now(alice)
    stored = load(code)
    assert stored.turn_seconds == 0 and stored.clocks.running == {}
    assert not Due.objects.filter(game__code=code, kind=Due.Kind.CLOCK).exists()
    client.force_login(alice)
    page = client.get(reverse("table", args=[code])).content.decode()
    # Without a clock and other people there is nothing to pause and nobody to remind.
    assert 'id="tab-orders"' in page and 'id="tab-time"' not in page
    orders = client.get(reverse("lazy_form", args=[code, "orders"])).content.decode()
    assert 'name="fallback:' in orders and "respond in time" not in orders


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


# Opponents


def test_a_person_meets_the_next_level_after_each_game_won(alice):
    met = []
    for winner in (1, 0, 2, 0, 0, 3):
        code = begun_now(alice)
        met.append(bots_of(code))
        end(code, winner)
    levels = ("recruit", "recruit", "captain", "captain", "general", "general")
    assert met == [[level] * 3 for level in levels]


def test_characters_count_as_generals(alice):
    game = create_game([alice, "raider", "turtle"], Options(quick=True))
    end(game.code, winner=0)
    assert next_level(alice).level == "general"


def test_unfinished_games_and_tutorials_leave_the_level_as_it_is(alice):
    end(open_tutorial(alice, "classic"), winner=0)
    assert bots_of(begun_now(alice)) == bots_of(begun_now(alice)) == ["recruit"] * 3


def test_a_game_won_by_a_seat_that_its_player_resigned_is_not_a_win(alice):
    code = begun_now(alice)
    Game.objects.get(code=code).players.filter(seat=0).update(own=False)
    end(code, winner=0)
    assert next_level(alice).level == "recruit"


def test_only_games_against_bots_alone_decide_the_level(alice, bob):
    assert next_level(AnonymousUser()).level == next_level(alice).level == "recruit"
    end(opened_by(alice, LINK).code, winner=0)
    assert next_level(alice).level == "captain"
    end(opened_by(alice, SeatKind.GENERAL, SeatKind.RECRUIT).code, winner=1)
    assert next_level(alice).level == next_level(bob).level == "recruit"
    end(opened_by(alice, SeatKind.GENERAL, SeatKind.CAPTAIN).code, winner=0)
    assert next_level(alice).level == "general"


def test_a_person_can_choose_the_level(client, alice):
    client.force_login(alice)
    for level in LEVELS.values():
        opened = client.post(reverse("play_now"), {"level": level.name})
        page = client.get(opened.url).content.decode()
        assert f"three {level.plural}: {level.strength} bots." in page
        # The table that has not begun is used again, with its seal.
        assert bots_of(Game.objects.get().code) == [level.name] * 3
    begin_now(Game.objects.get().code, alice, VALUE)
    assert client.post(reverse("play_now"), {"level": "steward"}).status_code == 400


def test_the_landing_page_proposes_the_next_level(client, alice):
    def proposed():
        page = client.get(reverse("landing")).content.decode()
        chosen = re.findall(r'<option value="(\w+)" selected>([^<]+)</option>', page)
        return [pair for pair in chosen if pair[0] in LEVELS]

    assert proposed() == [("recruit", "Recruit – gentle")]
    client.force_login(alice)
    end(begun_now(alice), winner=1)
    assert "Stay gentle" not in client.get(reverse("landing")).content.decode()
    end(begun_now(alice), winner=0)
    assert proposed() == [("captain", "Captain – steady")]
    page = client.get(reverse("landing")).content.decode()
    assert "You beat gentle bots last time" in page
    assert 'name="level" value="recruit">Stay gentle</button>' in page


def test_stronger_bots_are_announced_and_can_be_declined(client, alice):
    def pressed(**level):
        opened = client.post(reverse("play_now"), {"game": "castle", **level})
        return client.get(opened.url).content.decode()

    client.force_login(alice)
    assert "last time" not in pressed() and "data-begin" in pressed()
    end(begun_now(alice), winner=0)
    # The page waits for an answer instead of starting the game by itself.
    risen = pressed()
    assert "You beat gentle bots last time, so the bots are stronger now. " in risen
    assert "three captains: steady bots." in risen and "data-begin" not in risen
    assert 'name="level" value="recruit">Stay gentle</button>' in risen
    stayed = pressed(level="recruit")
    assert "three recruits: gentle bots." in stayed and "data-begin" in stayed
    # Who wins against the strongest bots meets the same bots again.
    end(opened_by(alice, SeatKind.GENERAL).code, winner=0)
    assert "last time" not in pressed()


@pytest.mark.parametrize(
    ("bots", "opponents"),
    [
        ("captain", "Your opponent is the bot Captain Birch."),
        ("recruit recruit", "Your opponents are two recruits: gentle bots."),
        ("recruit raider", "Your opponents are the bots Recruit Birch and Raider Cedar."),
    ],
)
@pytest.mark.parametrize("is_listed", [False, True])
def test_a_rematch_against_bots_begins_at_once(client, alice, bots, opponents, is_listed):
    kinds = [SeatKind(bot) for bot in bots.split()]
    game = opened_by(alice, *kinds, is_listed=is_listed, ruleset="classic")
    end(game.code, winner=0)
    client.force_login(alice)
    again = client.post(reverse("play_again", args=[game.code]))
    page = client.get(again.url).content.decode()
    assert opponents in page and "data-begin" in page and "You go first" not in page
    following = Game.objects.get(last_games=game)
    # Play now opens a table of its own.
    assert open_now(alice, "classic") != following.code
    client.post(reverse("begin_now", args=[following.code]), {"public_value": VALUE})
    following.refresh_from_db()
    assert following.status == Game.Status.RUNNING and bots_of(following.code) == bots.split()
    assert following.players.get(seat=0).public_value == VALUE
    assert following.is_listed == is_listed
    assert load(following.code).state().options.only_playable == (not is_listed)
