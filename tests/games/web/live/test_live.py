"""Open pages: which pushes each viewer gets, from a real server with real sockets."""

import re
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from websockets.exceptions import InvalidStatus

from games.community.lobby.tables import announce_change, open_table
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.people.accounts import change_name
from games.community.talk.talk import say
from games.models import Game, Player
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from rules import Options, move_to_json
from rules.moves import SetOrders
from rules.moves.orders_and_wishes import Orders
from tests.support.servers.live import Browser, Page, hear_together, shared_server
from tests.support.visitors.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def running(tmp_path_factory, django_db_setup, django_db_blocker):
    """A server for all tests here; a test that kills it must restart it."""
    with shared_server(tmp_path_factory.mktemp("live"), django_db_blocker) as server:
        yield server
    assert "Traceback" not in server.log


@pytest.fixture
def opened(alice, bob):
    """A table with its own code: the shared server caches games by code."""
    return create_game([alice, bob, "captain"], Options(quick=True))


@pytest.fixture
def browser(running):
    """A function that opens a browser for a user or a stranger, closed after the test."""
    with ExitStack() as stack:
        yield lambda user=None: stack.enter_context(closing(Browser(running, user)))


@pytest.fixture
def open_page(browser):
    """A function that opens a page of a table."""
    return lambda code, user=None: Page(browser(user), code)


# Who may listen


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "http://127.0.0.1:1", "http://127.0.0.1", "null"]
)
def test_a_page_of_another_site_is_refused(opened, browser, origin):
    with pytest.raises(InvalidStatus, match="403"):
        browser().listen(f"/ws/games/{opened.code}/", origin=origin)


@pytest.mark.parametrize("path", ["/ws/", "/ws/nothing/", "/ws/games/%00/"])
def test_an_unknown_socket_path_is_refused(browser, path):
    with pytest.raises(InvalidStatus, match="403"):
        browser().listen(path)


def test_unlisted_games_need_an_invitation(opened, alice, charlie, browser):
    Game.objects.update(is_listed=False)
    path = f"/ws/games/{opened.code}/"
    for stranger in (browser(), browser(charlie)):
        assert _refusal(stranger.listen(path)) == 4403
    assert _refusal(browser().listen("/ws/games/nosuchgame/")) == 4403
    invited = browser(charlie)
    invited.get(f"/games/{opened.code}/invitation/{opened.invitation}/")
    for friend in (browser(alice), invited):
        assert _is_open(friend.listen(path))


def _refusal(socket):
    page = Page.__new__(Page)
    page.socket = socket
    return page.closed_with()


def _is_open(socket):
    with suppress(TimeoutError):
        while True:
            socket.recv(timeout=0.3)
    return True


def test_sockets_die_with_their_session(table, open_page, browser, alice, bob, charlie):
    pages = [open_page(table.code, user) for user in (alice, bob, charlie)]
    lobby, stays = browser(bob).listen("/ws/lobby/"), open_page(table.code)
    status, _ = pages[0].browser.post("/accounts/logout/")
    assert status == 302
    bob.set_password("another word altogether")
    bob.save()
    Session.objects.filter(session_key=pages[2].browser.cookies["sessionid"]).delete()
    assert [page.closed_with() for page in pages] == [4403] * 3
    assert _refusal(lobby) == 4403
    assert _is_open(stays.socket)


# Frames


def test_every_kind_of_viewer_gets_each_version(table, open_page, alice, bob):
    pages = [open_page(table.code, user) for user in (alice, bob, None, None)]
    hear_together(pages)
    for page in pages:
        page.steps.clear()
        page.missed = 0
    before = [page.version for page in pages]
    for _ in range(12):
        table.answer()
        hear_together(pages, 0.15)
    hear_together(pages)
    for page, start in zip(pages, before, strict=True):
        assert page.missed == 0 and page.is_right()
        ends = [start, *(version for _, version in page.steps)]
        assert [since for since, _ in page.steps] == ends[:-1]
        assert page.steps
    assert pages[2].version == pages[3].version
    assert len({page.version for page in pages}) == 3


def test_only_changed_parts_are_sent(table, open_page):
    page = open_page(table.code)
    page.hear_all()
    say(Game.objects.get(), table.waiting, "Good day to you")
    page.hear_until(lambda page: "Good day to you" in page.shown.get("talk", ""))
    frame = page.heard[-1]
    assert re.findall(r'\bid="([^"]*)"', frame) == ["version", "talk"]


def test_the_movers_response_equals_the_push(table, open_page, alice, bob):
    mover = open_page(table.code, table.mover)
    other = open_page(table.code, table.waiting)
    hear_together((mover, other))
    mover.missed = other.missed = 0
    decision, move = table.decision()
    fields = {"decision": decision.number, "key": "the-only-key", "have": mover.version}
    fields |= {name: value for name, value in move_to_json(move).items() if value is not None}
    status, answer = mover.browser.post(f"/games/{table.code}/moves/", **fields)
    assert status == 200
    mover.take(answer)
    # The page already shows the version that the push brings.
    before = mover.version
    mover.hear_all()
    other.hear_all()
    assert (mover.version, mover.missed, other.missed) == (before, 0, 0)
    assert mover.is_right() and other.is_right()


def test_missed_pushes_are_caught_up(table, open_page, alice):
    page = open_page(table.code, alice)
    page.hear_all()
    page.close()
    for _ in range(6):
        table.answer()
    page.connect()
    page.hear_all()
    assert page.is_right()
    # A new page's first push may be based on another version: then it requests the changes.
    page.missed = 0
    table.answer()
    page.hear_all()
    assert page.is_right() and page.missed == 0


def test_a_frame_follows_the_seat_when_it_changes_hands(table, open_page, alice, bob, charlie):
    pages = {user: open_page(table.code, user) for user in (alice, bob, charlie)}
    hear_together(list(pages.values()))
    seats = Player.objects.filter(game__code=table.code)
    seats.filter(user=bob).update(user=charlie)
    table.persons = {0: alice, 1: charlie}
    announce_change(Game.objects.get())
    for _ in range(4):
        table.answer()
    hear_together(list(pages.values()))
    for page in pages.values():
        assert page.is_right(same_names=False)
    fresh = open_page(table.code)
    assert pages[bob].version == fresh.version != pages[charlie].version


def test_a_new_name_is_pushed_without_a_move(table, open_page, alice, bob):
    page = open_page(table.code, bob)
    page.hear_all()
    change_name(alice, "Alia of the Rakers")
    page.hear_until(lambda heard: "Alia of the Rakers" in "".join(heard.shown.values()))
    page.hear_all()
    assert page.is_right(same_names=False)


def test_secret_declarations_are_not_pushed_to_others(table, open_page, alice, bob):
    pages = [open_page(table.code, user) for user in (bob, None)]
    own = open_page(table.code, alice)
    hear_together((*pages, own))
    heard = [page.frames() for page in pages]
    for number in range(12):
        orders = Orders(block=("ask", "never")[number % 2])
        play_move(table.code, alice, SetOrders(orders), key=f"orders-{number}", decision=None)
    for page, before in zip(pages, heard, strict=True):
        path = f"/games/{table.code}/changes/?have={page.version}"
        assert page.browser.get(path) == (204, "")
        page.hear_all()
        assert page.frames() == before


def test_files_are_sent_whole_to_many_at_once(running, browser):
    files = ("vendor/htmx.min.js", "table/table.css", "drawing/board/flanaess/relief.svg") * 8
    with ThreadPoolExecutor(len(files)) as crowd:
        answers = crowd.map(lambda file: browser().get(f"/static/{file}"), files)
        for file, (status, text) in zip(files, answers, strict=True):
            assert status == 200
            assert text == (settings.ROOT / "static" / file).read_text(encoding="utf-8")


# Failures


@pytest.mark.long
def test_pages_heal_when_the_server_was_killed(table, open_page, running, alice):
    pages = [open_page(table.code, user) for user in (alice, None)]
    hear_together(pages)
    table.answer()
    running.stop(signal.SIGKILL)
    for page in pages:
        assert page.closed_with() is None
    table.answer()
    running.start()
    for page in pages:
        page.connect()
        page.hear_all()
        assert page.is_right()
    table.answer()
    hear_together(pages)
    for page in pages:
        assert page.is_right()


def test_the_hub_outlives_a_database_that_fails(table, open_page, running, alice):
    page = open_page(table.code, alice)
    page.hear_all()
    column = Game._meta.get_field("talked").column
    with connection.cursor() as cursor:
        cursor.execute(f"alter table games_game rename column {column} to mislaid")
    try:
        wait_until(lambda: "The hub failed." in running.log)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"alter table games_game rename column mislaid to {column}")
    table.answer()
    version = page.version
    page.hear_until(lambda page: page.version != version)
    page.hear_all()
    assert page.is_right()
    running.forget_log()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="A file has no connections to lose.")
def test_pages_outlive_the_loss_of_every_connection(table, open_page, running, alice):
    """This happens when PostgreSQL restarts."""
    page = open_page(table.code, alice)
    page.hear_all()
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] >= 2
    # Otherwise the next tests would wait for each lost connection of this process's own pool.
    connection.close()
    connection.close_pool()
    # For a moment the site may report that the table cannot be reached; the page retries.
    wait_until(lambda: page.browser.get(f"/games/{table.code}/")[0] == 200)
    assert page.load()
    table.answer()
    page.hear_until(lambda page: len(page.steps) > 0)
    page.hear_all()
    assert page.is_right()
    running.forget_log()


# The rest of the table


def test_presence_is_pushed(table, open_page, alice, bob):
    page = open_page(table.code, alice)
    page.hear_until(lambda page: "is-online" in page.shown.get("player-0", ""))
    other = open_page(table.code, bob)
    page.hear_until(lambda page: "is-online" in page.shown.get("player-1", ""))
    other.close()
    page.hear_until(lambda page: "is-online" not in page.shown["player-1"])
    assert page.is_right()


def test_chat_reaches_its_room_only(table, open_page, alice, charlie):
    player, watcher = open_page(table.code, alice), open_page(table.code, charlie)
    hear_together((player, watcher))
    status, _ = watcher.browser.post(f"/games/{table.code}/talk/", text="<b>Who wins?</b>", have="")
    assert status == 200
    watcher.hear_until(lambda page: "Who wins?" in page.shown.get("talk", ""))
    assert "&lt;b&gt;" in watcher.shown["talk"]
    player.hear_all()
    assert "Who wins?" not in "".join(player.heard)


def test_a_start_is_pushed_to_waiting_room_and_lobby(opened, browser, alice):
    room = browser(alice).listen(f"/ws/games/{opened.code}/")
    lobby = browser().listen("/ws/lobby/")
    assert _next(lobby, "lobby-changed")
    announce_change(opened)
    assert _next(room, "table-changed") and _next(lobby, "lobby-changed")
    start_game(opened.code)
    assert _next(room, "table-changed") and _next(lobby, "lobby-changed")


def test_chat_is_pushed_to_the_waiting_room(opened, browser, alice):
    room = browser(alice).listen(f"/ws/games/{opened.code}/")
    assert _next(browser().listen("/ws/lobby/"), "lobby-changed")
    status, _ = browser(alice).post(f"/games/{opened.code}/talk/", text="Who is coming?")
    assert status == 200
    assert _next(room, "table-changed")


def test_a_start_is_pushed_within_the_same_process(browser, alice, bob):
    terms = TableTerms((SeatKind.ME, SeatKind.OPEN), options=Options(quick=True))
    opened = open_table(alice, terms)
    room = browser(alice).listen(f"/ws/games/{opened.code}/")
    # Once a page opened later hears of the lobby, this table has been checked too.
    assert _next(browser().listen("/ws/lobby/"), "lobby-changed")
    status, _ = browser(bob).post(f"/games/{opened.code}/join/")
    assert status < 400
    assert _next(room, "table-changed")


def _next(socket, text):
    return any(message == text for message in iter(lambda: socket.recv(timeout=PATIENCE), None))
