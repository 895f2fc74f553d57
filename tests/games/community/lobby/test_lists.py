"""The lists of the lobby, and the waiting room: their contents per user, and their queries."""

import random
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.community.lobby import host, joining
from games.community.lobby.lists import MINE, OPEN, PER_PAGE, WATCH, games_waiting_for, lists_for
from games.community.lobby.waiting_room import room_for
from games.models import Game, Player
from tests.support.servers.queries import Queries
from tests.support.tables.tables import Table
from tests.support.visitors.lobbies import BOT, FREE, LINK, finish, opened_by


def codes(visitor, name, **pages):
    return [table.code for table in lists_for(visitor, pages).sections[name].tables]


def test_lists_are_personal(alice, bob, charlie):
    open_to_all = opened_by(alice, FREE, FREE)
    by_link = opened_by(alice, LINK)
    unlisted = opened_by(alice, FREE, is_listed=False)
    running, hidden = opened_by(bob, BOT), opened_by(bob, BOT, is_listed=False)
    for game in (running, hidden):
        host.start(game.code, bob)
    closed = opened_by(bob, FREE)
    host.cancel(closed.code, bob)
    assert codes(charlie, OPEN) == [open_to_all.code]
    assert codes(charlie, WATCH) == [running.code]
    assert codes(charlie, MINE) == []
    assert codes(AnonymousUser(), OPEN) == [open_to_all.code]
    assert codes(bob, OPEN) == [open_to_all.code] and codes(bob, WATCH) == []
    assert set(codes(bob, MINE)) == {running.code, hidden.code}
    assert set(codes(alice, MINE)) == {open_to_all.code, by_link.code, unlisted.code}


def test_my_games_start_with_games_waiting_for_me(alice, bob, table):
    """`table` is a game of alice and bob; its `mover` must decide."""
    over = opened_by(table.waiting, BOT)
    host.start(over.code, table.waiting)
    finish(over)
    opened = opened_by(table.waiting, FREE)
    assert codes(table.waiting, MINE) == [table.code, opened.code, over.code]
    assert codes(table.mover, MINE) == [table.code]
    first = lists_for(table.mover, {}).sections[MINE].tables[0]
    assert first.waits and lists_for(table.mover, {}).waiting == 1
    assert not lists_for(table.waiting, {}).sections[MINE].tables[0].waits
    # A list never shows that a game waits for somebody else.
    assert not any(shown.waits for shown in lists_for(AnonymousUser(), {}).sections[WATCH].tables)


def test_a_game_does_not_wait_for_a_player_replaced_by_a_bot(table):
    player = Player.objects.filter(game__code=table.code, user=table.mover)
    player.update(control="bot", own=False)
    assert games_waiting_for(table.mover) == frozenset()
    # The game still waits for a player whose seat only a steward holds.
    player.update(control="steward", own=True)
    assert len(games_waiting_for(table.mover)) == 1


def test_tables_of_absent_people_are_not_offered(alice, bob):
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


def test_the_lobbys_query_count_is_constant(alice, bob):
    def queries():
        with Queries() as captured:
            lists_for(bob, {})
        return captured.captured_queries

    def one_of_each():
        opened_by(alice, FREE)
        host.start(opened_by(alice, BOT).code, alice)
        joining.join(opened_by(alice, FREE, FREE).code, bob)
        host.start(opened_by(bob, BOT).code, bob)

    one_of_each()
    before = queries()
    for _ in range(4):
        one_of_each()
    assert len(queries()) == len(before) <= 9


def test_lists_read_no_secret_columns(alice, bob):
    host.start(opened_by(bob, BOT).code, bob)
    joining.join(opened_by(alice, FREE, FREE).code, bob)
    with Queries() as captured:
        lists_for(bob, {})
    queries = [query["sql"] for query in captured.captured_queries]
    secret = [f'"games_game"."{name}"' for name in Game.secrets]
    secret += [f'"games_player"."{name}"' for name in Player.secrets]
    found = [name for query in queries for name in secret if name in query]
    assert found == ['"games_game"."decisions"']


def test_secret_moves_do_not_change_the_lobby(alice, bob, charlie):
    """Not even the order of the games changes: that would reveal changed orders (ORD-5)."""
    game = opened_by(alice, FREE)
    joining.join(game.code, bob)
    host.start(opened_by(alice, BOT).code, alice)
    before = lists_for(charlie, {})
    table = Table(game.code, {0: alice, 1: bob}, random.Random(3))
    phase = Game.objects.get(pk=game.pk).phase
    table.answer()
    assert Game.objects.get(pk=game.pk).phase == phase
    assert lists_for(charlie, {}) == before


# The waiting room


def test_the_waiting_room_offers_what_a_visitor_may_do(alice, bob, charlie):
    game = opened_by(alice, LINK, FREE, FREE)
    joining.join(game.code, bob, seat=2)

    def offered(visitor, is_invited=False):
        room = room_for(Game.objects.get(pk=game.pk), visitor, is_invited)
        return room.is_host, room.table.is_mine, room.can_join

    assert offered(alice) == (True, True, False)
    assert offered(bob) == (False, True, False)
    assert offered(charlie) == (False, False, True)
    assert offered(AnonymousUser()) == (False, False, True)
    host.give_to_bot(game.code, alice, 3)
    assert offered(charlie) == (False, False, False)
    assert offered(charlie, is_invited=True) == (False, False, True)


def test_its_version_changes_with_what_it_shows(alice, bob):
    game = opened_by(alice, FREE, FREE)

    def version():
        return room_for(Game.objects.get(pk=game.pk), alice, False).version

    before = version()
    assert version() == before
    joining.join(game.code, bob)
    assert version() != before
