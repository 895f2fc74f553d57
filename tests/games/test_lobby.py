"""Opening a table, sitting down, leaving, hosting, and the same table again."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import hosting, lobby
from games.fairness import set_public_value
from games.lobby import SeatKind, Terms
from games.lobby_lists import MINE, OPEN, PER_PAGE, WATCH, games_waiting_for, lists_for, room_for
from games.models import Game, Player, User
from games.next_table import play_again
from games.refusals import NoSuchGame, NotSeated, Refused, Stale
from rules import Options
from tests.games.conftest import person
from tests.games.tables import Table

ME, FREE, LINK, BOT = SeatKind.ME, SeatKind.OPEN, SeatKind.LINK, SeatKind.CAPTAIN
QUICK = Options(quick=True)


def opened_by(host, *seats, **terms):
    """A table with the host's seat first."""
    return lobby.open_table(host, Terms((ME, *seats), **{"options": QUICK, **terms}))


def seats_of(game):
    """Who sits where: a name, a bot in brackets, None for nobody."""
    rows = game.players.order_by("seat").values_list("user__name", "bot")
    return [name or (f"({bot})" if bot else None) for name, bot in rows]


def status_of(game):
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def finish(game):
    """Let a game be over, as after its last move; the position does not matter here."""
    outcome = {"winners": [0], "reason": "last", "places": [[0], [1]]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)


@pytest.fixture
def guest(db):
    return User.objects.create_user("Guest Heron 1", is_guest=True)


@pytest.fixture
def told():
    """The codes of the tables that were announced as changed."""
    codes = []

    def hear(sender, code, **_):
        codes.append(code)

    lobby.lobby_changed.connect(hear)
    yield codes
    lobby.lobby_changed.disconnect(hear)


# Opening


def test_a_table_is_opened_on_its_terms(alice, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = opened_by(
            alice,
            *(FREE, LINK, BOT),
            title="An evening",
            is_listed=False,
            takes_guests=False,
            pace="quick",
            turn_seconds=60,
            reaction_seconds=10,
        )
    assert told == [game.code]
    game.refresh_from_db()
    assert seats_of(game) == ["alice", None, None, "(captain)"]
    assert [player.is_by_link for player in game.players.order_by("seat")] == [0, 0, 1, 0]
    assert (game.host, game.title, game.pace) == (alice, "An evening", "quick")
    assert (game.turn_seconds, game.reaction_seconds) == (60, 10)
    assert not game.is_listed and not game.takes_guests
    assert game.options["quick"] and status_of(game) == "open"


def test_the_host_gives_a_public_value_when_the_seed_is_sealed(alice):
    game = opened_by(alice, FREE)
    assert [player.public_value for player in game.players.order_by("seat")] == ["", ""]
    set_public_value(game.code, alice, "ab12")
    host = game.players.get(user=alice)
    assert host.public_value == "ab12" and host.value_given_at > game.created_at


def test_nobody_opens_tables_without_end(alice, guest):
    for _ in range(lobby.MOST_OPEN):
        last = opened_by(alice, FREE)
    with pytest.raises(lobby.TooMany, match="20 open tables"):
        opened_by(alice, FREE)
    hosting.cancel(last.code, alice)
    opened_by(alice, FREE)
    for _ in range(lobby.MOST_OPEN_OF_GUESTS):
        opened_by(guest, FREE)
    with pytest.raises(lobby.TooMany, match="3 open tables"):
        opened_by(guest, FREE)


def test_nor_many_within_an_hour(alice):
    for _ in range(lobby.MOST_OPENED_HOURLY):
        hosting.cancel(opened_by(alice, FREE).code, alice)
    with pytest.raises(lobby.TooMany, match="within an hour"):
        opened_by(alice, FREE)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=2))
    opened_by(alice, FREE)


# Sitting down


def test_who_sits_down_takes_a_free_seat(alice, bob, charlie):
    game = opened_by(alice, FREE, BOT, FREE, FREE)
    assert lobby.join(game.code, bob, public_value="77") == lobby.Seated(1, has_begun=False)
    assert lobby.join(game.code, charlie, seat=4) == lobby.Seated(4, has_begun=False)
    assert seats_of(game) == ["alice", "bob", "(captain)", None, "charlie"]
    assert game.players.get(user=bob).public_value == "77"
    # Asking again changes nothing, wherever the seat.
    assert lobby.join(game.code, bob, seat=3) == lobby.Seated(1, has_begun=False)


def test_the_game_begins_with_the_last_seat_taken(alice, bob, charlie):
    game = opened_by(alice, FREE, BOT)
    assert lobby.join(game.code, bob).has_begun
    assert status_of(game) == "running"
    assert lobby.join(game.code, bob) == lobby.Seated(1, has_begun=False)
    with pytest.raises(lobby.Taken, match="begun"):
        lobby.join(game.code, charlie)


def test_a_seat_that_is_taken_goes_to_nobody_else(alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob, seat=1)
    with pytest.raises(lobby.Taken, match="Others are still free"):
        lobby.join(game.code, charlie, seat=1)
    assert seats_of(game) == ["alice", "bob", None]


def test_seats_by_link_are_for_who_was_invited(alice, bob, charlie):
    game = opened_by(alice, FREE, LINK, LINK)
    for seat in (None, 2):
        if seat is None:
            lobby.join(game.code, bob)
        else:
            with pytest.raises(lobby.Taken):
                lobby.join(game.code, charlie, seat=seat)
    with pytest.raises(lobby.Taken, match="sent the link"):
        lobby.join(game.code, charlie)
    lobby.leave(game.code, bob)
    # Who was invited leaves the open seat to others.
    assert lobby.join(game.code, charlie, is_invited=True).seat == 2


def test_guests_sit_down_where_they_are_welcome(alice, guest):
    closed = opened_by(alice, FREE, takes_guests=False)
    with pytest.raises(lobby.NeedsAccount, match="people with an account"):
        lobby.join(closed.code, guest)
    assert lobby.join(opened_by(alice, FREE).code, guest).seat == 1


def test_somebody_new_is_made_only_if_there_is_a_seat(alice, bob):
    game = opened_by(alice, FREE)

    def newcomer():
        return person("dora")

    assert lobby.join_as(game.code, newcomer).name == "dora"
    with pytest.raises(lobby.Taken):
        lobby.join_as(game.code, lambda: person("emil"))
    assert not User.objects.filter(name="emil").exists()


def test_nobody_sits_down_at_tables_that_are_gone(alice, bob):
    game = opened_by(alice, FREE)
    hosting.cancel(game.code, alice)
    with pytest.raises(Stale, match="closed"):
        lobby.join(game.code, bob)
    over = opened_by(alice, BOT)
    hosting.start(over.code, alice)
    finish(over)
    with pytest.raises(Stale, match="over"):
        lobby.join(over.code, bob)
    with pytest.raises(NoSuchGame):
        lobby.join("nosuch", bob)


def test_who_comes_and_goes_all_the_time_is_stopped(alice, bob):
    game = opened_by(alice, FREE, FREE)
    for _ in range(lobby.MOST_SITTINGS):
        lobby.join(game.code, bob)
        lobby.leave(game.code, bob)
    with pytest.raises(lobby.TooMany, match="wait a few minutes"):
        lobby.join(game.code, bob)


# Leaving


def test_who_leaves_frees_the_seat(alice, bob, told, django_capture_on_commit_callbacks):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob, public_value="77")
    before = Game.objects.get(pk=game.pk).changed_at
    with django_capture_on_commit_callbacks(execute=True):
        lobby.leave(game.code, bob)
        lobby.leave(game.code, bob)
    assert seats_of(game) == ["alice", None, None]
    left = game.players.get(seat=1)
    assert (left.public_value, left.value_given_at) == ("", None)
    assert Game.objects.get(pk=game.pk).changed_at > before
    assert told == [game.code]


def test_a_host_who_leaves_hands_the_table_on(alice, bob):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob)
    lobby.leave(game.code, alice)
    game.refresh_from_db()
    assert game.host == bob and game.status == "open"
    hosting.start(game.code, bob, with_captains=True)
    assert seats_of(game) == ["(captain)", "bob", "(captain)"]


def test_the_last_one_to_leave_closes_the_table(alice):
    game = opened_by(alice, FREE, BOT)
    lobby.leave(game.code, alice)
    assert status_of(game) == "cancelled"


def test_a_running_game_is_not_left_like_that(alice, bob):
    game = opened_by(alice, FREE)
    lobby.join(game.code, bob)
    with pytest.raises(Stale, match="resigns"):
        lobby.leave(game.code, bob)


def test_all_tables_are_left_at_once(alice, bob):
    first, second = opened_by(alice, FREE, FREE), opened_by(bob, FREE, FREE)
    lobby.join(first.code, bob)
    lobby.leave_all(bob)
    assert seats_of(first) == ["alice", None, None]
    assert status_of(second) == "cancelled"


# Hosting


def test_the_host_fills_and_frees_seats(alice, bob):
    game = opened_by(alice, FREE, LINK, FREE)
    hosting.give_to_captain(game.code, alice, 1)
    hosting.give_to_captain(game.code, alice, 1)
    assert seats_of(game) == ["alice", "(captain)", None, None]
    hosting.free_seat(game.code, alice, 1)
    lobby.join(game.code, bob, seat=1)
    with pytest.raises(lobby.Taken, match="Somebody sits there"):
        hosting.give_to_captain(game.code, alice, 1)
    assert seats_of(game) == ["alice", "bob", None, None]
    with pytest.raises(Refused, match="no such seat"):
        hosting.free_seat(game.code, alice, 4)
    with pytest.raises(lobby.NotAllowed, match="your own seat"):
        hosting.free_seat(game.code, alice, 0)


def test_who_was_sent_away_stays_away(alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob)
    hosting.free_seat(game.code, alice, 1)
    assert seats_of(game) == ["alice", None, None]
    with pytest.raises(lobby.NotAllowed, match="given your seat"):
        lobby.join(game.code, bob)
    assert lobby.join(game.code, charlie).seat == 1


def test_the_host_begins_when_all_seats_are_taken(alice):
    game = opened_by(alice, FREE, BOT)
    with pytest.raises(Refused, match="free seats"):
        hosting.start(game.code, alice)
    assert status_of(game) == "open"
    hosting.start(game.code, alice, with_captains=True)
    assert seats_of(game) == ["alice", "(captain)", "(captain)"]
    assert status_of(game) == "running"
    with pytest.raises(Stale, match="begun"):
        hosting.start(game.code, alice)


def test_only_what_can_be_played_is_asked_where_one_plays_unseen(alice, bob):
    def asks_only_playable(game):
        return Game.objects.get(pk=game.pk).options["only_playable"]

    alone = opened_by(alice, BOT, is_listed=False)
    hosting.start(alone.code, alice)
    watched = opened_by(alice, BOT)
    hosting.start(watched.code, alice)
    together = opened_by(alice, LINK, is_listed=False)
    lobby.join(together.code, bob, is_invited=True)
    assert [asks_only_playable(game) for game in (alone, watched, together)] == [1, 0, 0]


@pytest.mark.parametrize(
    "ask",
    [
        lambda code, user: hosting.start(code, user, with_captains=True),
        hosting.cancel,
        lambda code, user: hosting.free_seat(code, user, 0),
        lambda code, user: hosting.give_to_captain(code, user, 2),
    ],
)
def test_nobody_but_the_host_decides(ask, alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob)
    for user in (bob, charlie):
        with pytest.raises(lobby.NotAllowed):
            ask(game.code, user)
    assert seats_of(game) == ["alice", "bob", None] and status_of(game) == "open"


def test_where_the_host_is_gone_the_first_who_sits_there_decides(alice, bob):
    game = opened_by(alice, FREE, FREE)
    lobby.join(game.code, bob)
    Player.objects.filter(user=alice).update(user=None)
    Game.objects.filter(pk=game.pk).update(host=None)
    hosting.cancel(game.code, bob)
    assert status_of(game) == "cancelled"


def test_a_table_is_closed_before_it_begins_only(alice):
    game = opened_by(alice, BOT)
    hosting.start(game.code, alice)
    with pytest.raises(Stale, match="begun"):
        hosting.cancel(game.code, alice)
    assert status_of(game) == "running"


def test_tables_nobody_looks_at_are_closed(alice, bob):
    long_ago = timezone.now() - timedelta(days=4)
    running, forgotten, fresh = opened_by(alice, BOT), opened_by(alice, FREE), opened_by(bob, FREE)
    hosting.start(running.code, alice)
    Game.objects.exclude(pk=fresh.pk).update(looked_at=long_ago)
    assert hosting.close_forgotten() == 1
    assert [status_of(game) for game in (running, forgotten, fresh)] == [
        "running",
        "cancelled",
        "open",
    ]


# The same table again


@pytest.fixture
def over(alice, bob):
    """A finished game of alice, a captain and bob."""
    game = opened_by(alice, BOT, FREE, title="An evening", turn_seconds=600, is_listed=False)
    lobby.join(game.code, bob)
    finish(game)
    return game


def test_the_same_table_again_is_one_table_for_all(over, alice, bob):
    code = play_again(over.code, bob, "c0ffee")
    following = Game.objects.get(code=code)
    # A value that comes before the seed is drawn does not count (FAIR-1).
    assert following.players.get(user=bob).public_value == ""
    assert seats_of(following) == [None, "(captain)", "bob"]
    assert following.players.get(seat=0).is_by_link
    assert (following.host, following.title, following.turn_seconds) == (bob, "An evening", 600)
    assert following.options["quick"] and not following.is_listed
    assert play_again(over.code, bob) == code
    # The last one to come back begins the game.
    assert play_again(over.code, alice, "ab12") == code
    assert seats_of(following) == ["alice", "(captain)", "bob"]
    assert following.players.get(user=alice).public_value == "ab12"
    assert status_of(following) == "running"
    assert play_again(over.code, alice) == code
    assert Game.objects.count() == 2


def test_who_finds_no_seat_any_more_may_look_on(over, alice, bob):
    code = play_again(over.code, bob)
    hosting.start(code, bob, with_captains=True)
    assert play_again(over.code, alice) == code
    assert seats_of(Game.objects.get(code=code)) == ["(captain)", "(captain)", "bob"]


def test_after_a_table_that_was_closed_there_is_a_new_one(over, alice, bob):
    first = play_again(over.code, alice)
    hosting.cancel(first, alice)
    second = play_again(over.code, bob)
    assert second != first
    assert Game.objects.get(pk=over.pk).next_game.code == second


def test_only_who_played_asks_for_the_same_table_and_only_afterwards(over, alice, charlie):
    with pytest.raises(NotSeated):
        play_again(over.code, charlie)
    with pytest.raises(NoSuchGame):
        play_again("nosuch", alice)
    running = opened_by(alice, BOT)
    hosting.start(running.code, alice)
    with pytest.raises(Stale, match="not over"):
        play_again(running.code, alice)


# The lists


def codes(visitor, name, **pages):
    return [table.code for table in lists_for(visitor, pages).sections[name].tables]


def test_everybody_finds_what_concerns_them(alice, bob, charlie):
    open_to_all = opened_by(alice, FREE, FREE)
    by_link = opened_by(alice, LINK)
    unlisted = opened_by(alice, FREE, is_listed=False)
    running, hidden = opened_by(bob, BOT), opened_by(bob, BOT, is_listed=False)
    for game in (running, hidden):
        hosting.start(game.code, bob)
    closed = opened_by(bob, FREE)
    hosting.cancel(closed.code, bob)
    assert codes(charlie, OPEN) == [open_to_all.code]
    assert codes(charlie, WATCH) == [running.code]
    assert codes(charlie, MINE) == []
    assert codes(AnonymousUser(), OPEN) == [open_to_all.code]
    assert codes(bob, OPEN) == [open_to_all.code] and codes(bob, WATCH) == []
    assert set(codes(bob, MINE)) == {running.code, hidden.code}
    assert set(codes(alice, MINE)) == {open_to_all.code, by_link.code, unlisted.code}


def test_my_games_begin_with_those_that_wait_for_me(alice, bob, table):
    """`table` is a game of alice and bob, who is to move is `mover`."""
    over = opened_by(table.waiting, BOT)
    hosting.start(over.code, table.waiting)
    finish(over)
    opened = opened_by(table.waiting, FREE)
    assert codes(table.waiting, MINE) == [table.code, opened.code, over.code]
    assert codes(table.mover, MINE) == [table.code]
    first = lists_for(table.mover, {}).sections[MINE].tables[0]
    assert first.waits and lists_for(table.mover, {}).waiting == 1
    assert not lists_for(table.waiting, {}).sections[MINE].tables[0].waits
    # Nobody is told that a game waits for another.
    assert not any(shown.waits for shown in lists_for(AnonymousUser(), {}).sections[WATCH].tables)


def test_a_game_waits_for_nobody_whose_seat_a_bot_holds(table):
    player = Player.objects.filter(game__code=table.code, user=table.mover)
    player.update(control="bot", own=False)
    assert games_waiting_for(table.mover) == frozenset()
    # Who was merely away is still waited for.
    player.update(control="steward", own=True)
    assert len(games_waiting_for(table.mover)) == 1


def test_tables_whose_people_are_away_are_offered_to_nobody(alice, bob):
    game = opened_by(alice, FREE)
    Game.objects.update(looked_at=timezone.now() - timedelta(hours=3))
    assert codes(bob, OPEN) == []
    assert codes(alice, MINE) == [game.code]


def test_lists_are_paged(alice, bob):
    games = [opened_by(alice, FREE) for _ in range(PER_PAGE[OPEN] + 1)]
    newest_first = [game.code for game in reversed(games)]
    assert codes(bob, OPEN) == newest_first[:-1]
    assert codes(bob, OPEN, open="2") == newest_first[-1:]
    for page in ("0", "-1", "x", "9" * 5000, "\0", "99"):
        assert codes(bob, OPEN, open=page)


def test_the_lobby_takes_as_many_queries_for_many_games_as_for_one(alice, bob):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            lists_for(bob, {})
        return captured.captured_queries

    def one_of_each():
        opened_by(alice, FREE)
        hosting.start(opened_by(alice, BOT).code, alice)
        lobby.join(opened_by(alice, FREE, FREE).code, bob)
        hosting.start(opened_by(bob, BOT).code, bob)

    one_of_each()
    before = queries()
    for _ in range(4):
        one_of_each()
    assert len(queries()) == len(before) <= 9


def test_the_lists_read_no_secret_but_whether_my_own_games_wait_for_me(alice, bob):
    hosting.start(opened_by(bob, BOT).code, bob)
    lobby.join(opened_by(alice, FREE, FREE).code, bob)
    with CaptureQueriesContext(connection) as captured:
        lists_for(bob, {})
    queries = [query["sql"] for query in captured.captured_queries]
    secret = [f'"games_game"."{name}"' for name in Game.secrets]
    secret += [f'"games_player"."{name}"' for name in Player.secrets]
    found = [name for query in queries for name in secret if name in query]
    assert found == ['"games_game"."decisions"']


def test_a_move_nobody_sees_changes_nothing_in_the_lobby(alice, bob, charlie):
    """Not even the order of the games, which would tell of orders that were changed (ORD-5)."""
    game = opened_by(alice, FREE)
    lobby.join(game.code, bob)
    hosting.start(opened_by(alice, BOT).code, alice)
    before = lists_for(charlie, {})
    table = Table(game.code, {0: alice, 1: bob}, random.Random(3))
    phase = Game.objects.get(pk=game.pk).phase
    table.answer()
    assert Game.objects.get(pk=game.pk).phase == phase
    assert lists_for(charlie, {}) == before


# The waiting room


def test_the_waiting_room_offers_what_a_visitor_may_do(alice, bob, charlie):
    game = opened_by(alice, LINK, FREE, FREE)
    lobby.join(game.code, bob, seat=2)

    def offered(visitor, is_invited=False):
        room = room_for(Game.objects.get(pk=game.pk), visitor, is_invited)
        return room.is_host, room.table.is_mine, room.can_join

    assert offered(alice) == (True, True, False)
    assert offered(bob) == (False, True, False)
    assert offered(charlie) == (False, False, True)
    assert offered(AnonymousUser()) == (False, False, True)
    hosting.give_to_captain(game.code, alice, 3)
    assert offered(charlie) == (False, False, False)
    assert offered(charlie, is_invited=True) == (False, False, True)


def test_its_version_changes_with_what_it_shows(alice, bob):
    game = opened_by(alice, FREE, FREE)

    def version():
        return room_for(Game.objects.get(pk=game.pk), alice, False).version

    before = version()
    assert version() == before
    lobby.join(game.code, bob)
    assert version() != before
