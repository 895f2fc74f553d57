"""Hosting a table before it begins, and the rematch when it is over."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.community.lobby import host, joining, terms
from games.community.lobby.quick_play import open_now
from games.community.lobby.rematch import next_title, play_again
from games.community.moderation import site_mode
from games.community.moderation.site_mode import set_mode
from games.community.trust.roles import Role
from games.drawing.display.bot_levels import BOT_CHOICES, CHARACTERS
from games.exceptions import NoSuchGame, NotSeated, Refused, Stale
from games.models import LONGEST_TITLE, Game, Player
from rules import InvalidMove
from tests.support.visitors.lobbies import BOT, FREE, LINK, finish, opened_by, seats_of, status_of
from tests.support.visitors.moderators import action, moderator


def test_the_host_fills_and_frees_seats(alice, bob):
    game = opened_by(alice, FREE, LINK, FREE)
    host.give_to_bot(game.code, alice, 1)
    host.give_to_bot(game.code, alice, 1)
    assert seats_of(game) == ["alice", "(captain)", None, None]
    for level in BOT_CHOICES:
        host.give_to_bot(game.code, alice, 1, level)
        assert seats_of(game) == ["alice", f"({level})", None, None]
    for unknown in ("steward", "random", "", "x"):
        with pytest.raises(InvalidMove, match="no such bot level"):
            host.give_to_bot(game.code, alice, 2, unknown)
    host.free_seat(game.code, alice, 1)
    joining.join(game.code, bob, seat=1)
    with pytest.raises(joining.SeatNotFree, match="That seat is taken"):
        host.give_to_bot(game.code, alice, 1)
    assert seats_of(game) == ["alice", "bob", None, None]
    with pytest.raises(Refused, match="seat doesn’t exist"):
        host.free_seat(game.code, alice, 4)
    with pytest.raises(joining.NotAllowed, match="your own seat"):
        host.free_seat(game.code, alice, 0)


def test_a_removed_player_cannot_rejoin(alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob)
    host.free_seat(game.code, alice, 1)
    assert seats_of(game) == ["alice", None, None]
    with pytest.raises(joining.NotAllowed, match="removed you"):
        joining.join(game.code, bob)
    assert joining.join(game.code, charlie).seat == 1


def test_the_host_begins_when_all_seats_are_taken(alice):
    game = opened_by(alice, FREE, BOT)
    with pytest.raises(Refused, match="still free"):
        host.start(game.code, alice)
    assert status_of(game) == "open"
    with pytest.raises(InvalidMove, match="no such bot level"):
        host.start(game.code, alice, fill_with="steward")
    host.start(game.code, alice, fill_with="general")
    assert seats_of(game) == ["alice", "(general)", "(captain)"]
    assert status_of(game) == "running"
    with pytest.raises(Stale, match="already started"):
        host.start(game.code, alice)


def test_solo_games_ask_only_about_playable_cards(alice, bob):
    def asks_only_playable(game):
        return Game.objects.get(pk=game.pk).options["only_playable"]

    alone = opened_by(alice, BOT, is_listed=False)
    host.start(alone.code, alice)
    watched = opened_by(alice, BOT)
    host.start(watched.code, alice)
    together = opened_by(alice, LINK, is_listed=False)
    joining.join(together.code, bob, is_invited=True)
    assert [asks_only_playable(game) for game in (alone, watched, together)] == [1, 0, 0]


@pytest.mark.parametrize(
    "ask",
    [
        lambda code, user: host.start(code, user, fill_with="captain"),
        host.cancel,
        lambda code, user: host.free_seat(code, user, 0),
        lambda code, user: host.give_to_bot(code, user, 2),
    ],
)
def test_only_the_host_decides(ask, alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob)
    for user in (bob, charlie):
        with pytest.raises(joining.NotAllowed):
            ask(game.code, user)
    assert seats_of(game) == ["alice", "bob", None] and status_of(game) == "open"


def test_no_game_begins_while_the_site_is_closed(client, alice, bob):
    """A web process caches the site mode for two seconds: a game begun then would not be held."""
    waiting, full = opened_by(alice, FREE), opened_by(alice, BOT)
    set_mode(action("mode", moderator("olga", Role.OPERATOR)), "maintenance")
    site_mode.believe(site_mode.SiteStatus())
    for begin in (
        lambda: joining.join(waiting.code, bob),
        lambda: host.start(full.code, alice),
        lambda: open_now(alice),
    ):
        with pytest.raises(Stale, match="read-only"):
            begin()
    client.force_login(bob)
    assert client.post(reverse("play_now")).status_code == 409
    assert not Game.objects.filter(status=Game.Status.RUNNING).exists()


def test_the_first_seated_player_replaces_a_missing_host(alice, bob):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob)
    Player.objects.filter(user=alice).update(user=None)
    Game.objects.filter(pk=game.pk).update(host=None)
    host.cancel(game.code, bob)
    assert status_of(game) == "cancelled"


def test_only_open_tables_can_be_closed(alice):
    game = opened_by(alice, BOT)
    host.start(game.code, alice)
    with pytest.raises(Stale, match="already started"):
        host.cancel(game.code, alice)
    assert status_of(game) == "running"


def test_abandoned_tables_are_closed(alice, bob):
    long_ago = timezone.now() - timedelta(days=4)
    running, forgotten, fresh = opened_by(alice, BOT), opened_by(alice, FREE), opened_by(bob, FREE)
    host.start(running.code, alice)
    Game.objects.exclude(pk=fresh.pk).update(looked_at=long_ago)
    assert host.close_forgotten() == 1
    assert [status_of(game) for game in (running, forgotten, fresh)] == [
        "running",
        "cancelled",
        "open",
    ]


# Rematches


@pytest.fixture
def over(alice, bob):
    """A finished game of alice, a captain and bob."""
    game = opened_by(alice, BOT, FREE, title="An evening", turn_seconds=600, is_listed=False)
    joining.join(game.code, bob)
    finish(game)
    return game


def test_a_rematch_is_one_table_for_everybody(over, alice, bob):
    code = play_again(over.code, bob)
    following = Game.objects.get(code=code)
    assert seats_of(following) == [None, "(captain)", "bob"]
    assert following.players.get(seat=0).is_by_link
    assert (following.host, following.title, following.turn_seconds) == (bob, "An evening 2", 600)
    assert following.options["quick"] and not following.is_listed
    assert play_again(over.code, bob) == code
    # The last player to join starts the game.
    seal = following.seed_commitment
    assert play_again(over.code, alice, "ab12", seal) == code
    assert seats_of(following) == ["alice", "(captain)", "bob"]
    assert following.players.get(user=alice).public_value == "ab12"
    assert status_of(following) == "running"
    assert play_again(over.code, alice) == code
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("", ""),
        ("Sunday game", "Sunday game 2"),
        ("Sunday game 2", "Sunday game 3"),
        ("Sunday game 99", "Sunday game 100"),
        ("Sunday game 100", "Sunday game 101"),
        ("Class of 2024", "Class of 2024 2"),
        ("7", "7 2"),
        ("Round ²", "Round ² 2"),
        ("x" * LONGEST_TITLE, "x" * (LONGEST_TITLE - 2) + " 2"),
        ("x" * (LONGEST_TITLE - 2) + " 9", "x" * (LONGEST_TITLE - 3) + " 10"),
    ],
)
def test_a_rematch_numbers_the_title(title, following):
    assert next_title(title) == following


@pytest.mark.parametrize("allows", [False, True])
def test_a_rematch_keeps_the_term_about_advice(over, alice, allows):
    Game.objects.filter(pk=over.pk).update(allows_advice=allows)
    assert Game.objects.get(code=play_again(over.code, alice)).allows_advice == allows


def test_the_bots_of_a_rematch_have_the_same_level(alice):
    game = opened_by(alice, *map(terms.SeatKind, CHARACTERS))
    Game.objects.filter(pk=game.pk).update(takeover_bot="general")
    finish(game)
    following = Game.objects.get(code=play_again(game.code, alice))
    assert following.takeover_bot == "general"
    assert seats_of(following) == ["alice", *(f"({level})" for level in CHARACTERS)]


def test_latecomers_to_a_rematch_may_watch(over, alice, bob):
    code = play_again(over.code, bob)
    host.start(code, bob, fill_with="captain")
    assert play_again(over.code, alice) == code
    assert seats_of(Game.objects.get(code=code)) == ["(captain)", "(captain)", "bob"]


def test_a_removed_player_cannot_rejoin_by_rematch(over, alice, bob):
    following = opened_by(bob, FREE, FREE)
    Game.objects.filter(pk=over.pk).update(next_game=following)
    play_again(over.code, alice)
    host.free_seat(following.code, bob, seats_of(following).index("alice"))
    with pytest.raises(joining.NotAllowed, match="removed you"):
        play_again(over.code, alice)
    assert seats_of(following) == ["bob", None, None]


def test_a_closed_rematch_can_be_opened_again(over, alice, bob):
    first = play_again(over.code, alice)
    host.cancel(first, alice)
    second = play_again(over.code, bob)
    assert second != first
    assert Game.objects.get(pk=over.pk).next_game.code == second


def test_only_players_of_a_finished_game_may_rematch(over, alice, charlie):
    with pytest.raises(NotSeated):
        play_again(over.code, charlie)
    with pytest.raises(NoSuchGame):
        play_again("nosuch", alice)
    running = opened_by(alice, BOT)
    host.start(running.code, alice)
    with pytest.raises(Stale, match="isn’t over"):
        play_again(running.code, alice)
