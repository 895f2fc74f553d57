"""The hub and a game that is deleted while a page is open."""

import asyncio
from queue import Queue

import pytest

from games.models import Game
from games.playing.start import create_game, start_game
from games.storage.processes import presence
from games.web.live import pushes
from games.web.live.connections import Socket
from games.web.live.consumers import TableConsumer
from games.web.live.hub import Hub, hub
from games.web.live.session_guard import SessionGuard
from games.web.live.watchers import Watched


@pytest.mark.django_db(transaction=True)
def test_a_game_deleted_during_a_poll_is_no_failure(caplog):
    code = create_game(["captain"] * 2).code
    start_game(code)
    head = pushes.game_versions((code,))[code]
    Game.objects.get(code=code).delete()
    watched = Watched(has_come=True)
    Hub()._look_at(code, watched, head)
    assert not caplog.records
    assert watched.rests_until == 0


@pytest.fixture
def loop():
    """An event loop for what the hub writes."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


def test_a_move_is_drawn_once(table, loop, django_assert_num_queries):
    """A poll may find a move while this process is pushing it."""
    polling, watched = Hub(), Watched()
    polling._loop = loop
    for _ in range(2):
        table.answer()
        head = pushes.game_versions((table.code,))[table.code]
        polling._load_and_draw(table.code, watched, head)
        assert watched.seen == head and not watched.is_outdated(head, watched.online)
    with django_assert_num_queries(0):
        polling._load_and_draw(table.code, watched, head)


def watcher_of(user):
    """A page's socket."""
    consumer = TableConsumer()
    consumer.guard, consumer.is_invited = SessionGuard(None, user, ""), False
    return consumer


def test_a_new_page_is_drawn_for_unless_its_user_has_another(table, loop):
    polling, watched = Hub(), Watched()
    polling._loop = loop
    head = pushes.game_versions((table.code,))[table.code]
    for user, seats in ((None, {None}), (table.persons[1].pk, {None, 1})):
        watched.add(watcher_of(user), None)
        assert watched.is_outdated(head, watched.online)
        polling._load_and_draw(table.code, watched, head)
        assert watched.tables.keys() == seats
        watched.add(watcher_of(user), None)
        assert not watched.is_outdated(head, watched.online)


def test_a_page_reports_whether_it_is_looked_at(monkeypatch):
    consumer, socket, reports = TableConsumer(), Socket(None), Queue()
    consumer.code, consumer.is_in = "table1", True
    page = presence.page_opened("table1", 7)
    monkeypatch.setitem(hub._games, "table1", Watched({consumer: page}))
    socket.muted, socket.client_addr, socket.application_queue = False, None, reports

    def is_looked_at_after(*messages):
        for payload in messages:
            socket.onMessage(payload, payload == b"0")
        while not reports.empty():
            asyncio.run(consumer.receive(reports.get()["text"]))
        return presence.looking("table1") == {7}

    assert is_looked_at_after()
    assert not is_looked_at_after(b"hidden")
    # Anything else is ignored: binary, long, or not a number.
    assert not is_looked_at_after(b"0", b"000000001", "٣".encode(), b"-1", b"")
    assert is_looked_at_after(b"599")
    assert not is_looked_at_after(b"600")
    assert presence.online("table1") == {7}
    presence.page_closed(page)
    presence._left.clear()
