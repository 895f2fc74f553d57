"""Notices on open pages, with a real server: the header's badge, and who has which table open."""

from contextlib import ExitStack, closing, suppress
from itertools import count

import pytest

from games.community.notices import notices
from games.models import Game, LastVisit, Notice
from games.playing.start import create_game, start_game
from games.storage.processes import presence
from rules import Options
from tests.support.servers.live import Browser, Page, Server
from tests.support.visitors.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(tmp_path):
    """A function that returns a user's browser, connected to this test's server."""
    server = Server(tmp_path)
    server.start()
    try:
        with ExitStack() as stack:
            yield lambda user: stack.enter_context(closing(Browser(server, user)))
    finally:
        server.stop()
    assert "Traceback" not in server.log


def heard(socket, seconds):
    """The messages on a socket until none has come for a while."""
    messages = []
    with suppress(TimeoutError):
        while True:
            messages.append(socket.recv(timeout=seconds))
    return messages


def hear_until(socket, word):
    while socket.recv(timeout=PATIENCE) != word:
        pass


def tell_until_heard(user, socket):
    """Send notices to a user until their page hears of one; return how many were sent.

    The page does not hear of notices sent before the hub knows the page.
    """
    for number in count(1):
        notices.notify(Notice.Kind.MODERATION, user, None, f"word {number}", "A word.")
        if "notices-changed" in heard(socket, 2):
            break
    return number


def test_the_unread_count_is_pushed_to_the_notified_user_only(browser, alice, bob):
    hers, his = browser(alice), browser(bob)
    sockets = {"alice": hers.listen("/ws/lobby/"), "bob": his.listen("/ws/lobby/")}
    told = tell_until_heard(alice, sockets["alice"])
    assert f"{told} unread" in hers.get("/notices/count/")[1]
    hers.post("/notices/read/")
    hear_until(sockets["alice"], "notices-changed")
    assert "unread, " not in hers.get("/notices/count/")[1]
    assert "notices-changed" not in heard(sockets["bob"], 0.1)


def test_an_open_tables_events_are_not_unread(browser, alice, bob):
    game = create_game([alice, bob, "captain"], Options(quick=True))
    start_game(game.code)
    page = Page(browser(alice), game.code)
    look = wait_until(lambda: LastVisit.objects.filter(user=alice, game=game).first())
    assert look.number == Game.objects.get(pk=game.pk).number
    notices.notify(Notice.Kind.TIME, alice, game, "late", "You’re running out of time.")
    notices.notify(Notice.Kind.TIME, bob, game, "late", "You’re running out of time.")

    def is_known():
        presence.read(None)
        return alice.pk in presence.online(game.code)

    wait_until(is_known)
    assert notices.unread([alice.pk, bob.pk]) == {bob.pk: 1}
    page.close()
