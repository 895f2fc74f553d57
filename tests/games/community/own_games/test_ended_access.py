"""Open sockets of an unlisted table: closed when their user loses access, but not with a seat."""

from contextlib import ExitStack, closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from games.community.absence import votes
from games.community.lobby import joining
from games.community.lobby.host import free_seat
from games.community.moderation import on_games, on_people
from games.community.people import deletion
from games.community.trust.roles import Role
from games.models import Game, Move, Player, User
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from rules import Options
from rules.moves import Control, TakeSeat
from tests.games.conftest import person
from tests.support.servers.live import Browser, Page, shared_server
from tests.support.visitors.moderators import action, moderator
from tests.support.visitors.waiting import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("record_may_go"),
]

REFUSED = 4403
HIDDEN = "Only for those who stay"


@pytest.fixture(scope="module")
def running(tmp_path_factory, django_db_setup, django_db_blocker):
    """A server for all tests here."""
    with shared_server(tmp_path_factory.mktemp("ended"), django_db_blocker) as server:
        yield server
    assert "Traceback" not in server.log


@pytest.fixture
def browser(running):
    """A function that opens a browser for a user or a stranger, closed after the test."""
    with ExitStack() as stack:
        yield lambda user=None: stack.enter_context(closing(Browser(running, user)))


@pytest.fixture
def emil(db):
    """Another user without a seat."""
    return person("emil")


@pytest.fixture
def room(alice, bob):
    """A table of alice, its host, and bob, with a seat that is free."""
    game = create_game([alice, bob, None], Options(quick=True))
    Game.objects.filter(pk=game.pk).update(is_listed=False, host=alice)
    return game


@pytest.fixture
def begun(alice, bob):
    """A game of alice and bob."""
    game = create_game([alice, bob, "captain"], Options(quick=True))
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    start_game(game.code)
    return game


@pytest.fixture
def listen(browser):
    """A function that opens a socket of a table and waits until it is accepted."""

    def opened(game, user=None):
        socket = browser(user).listen(f"/ws/games/{game.code}/")
        # A rejected socket is closed at once.
        with suppress(TimeoutError):
            while True:
                socket.recv(timeout=0.5)
        return socket

    return opened


@pytest.fixture
def look_on(browser, begun):
    """A function that opens a page of the game, as a player or with its invitation."""

    def opened(user, is_invited=False):
        visitor = browser(user)
        if is_invited:
            visitor.get(f"/games/{begun.code}/invitation/{begun.invitation}/")
        return Page(visitor, begun.code)

    return opened


def heard_to_its_end(socket):
    """Return the messages received before a socket is closed, and its close code."""
    heard = []
    try:
        while True:
            heard.append(socket.recv(timeout=PATIENCE))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code


def assert_ended(socket):
    heard, code = heard_to_its_end(socket)
    assert code == REFUSED
    assert HIDDEN not in "".join(heard)


def assert_shown(*pages):
    """Wait until pages with open sockets show the house's message."""
    for page in pages:
        page.hear_until(lambda page: HIDDEN in page.shown.get("talk", ""))


def assert_told(room):
    """Wait until a waiting room's page with an open socket is told to reload."""
    while room.recv(timeout=PATIENCE) != "table-changed":
        pass


def say_hidden(game):
    """Post a house message, which all pages of a game show."""
    dora = moderator("dora", Role.SENIOR)
    on_games.say(action("say", dora, HIDDEN, game=game))


def vacate(game, seat):
    play_for(game.code, seat, TakeSeat(Control.STEWARD, own=False), Move.By.CLOCK, decision=None)
    Player.objects.filter(game=game, seat=seat).update(is_vacant=True)


# Lost seats


def test_a_replaced_player_sees_what_spectators_see(begun, look_on, alice, bob, charlie, emil):
    vacate(begun, 1)
    left, stays, invited = look_on(bob), look_on(alice), look_on(emil, is_invited=True)
    assert left.version != invited.version
    votes.substitute(begun.code, charlie, 1, is_invited=True)
    say_hidden(begun)
    assert_shown(left, stays, invited)
    assert left.version == invited.version != stays.version


def test_a_player_whom_a_moderator_replaced_watches(begun, look_on, alice, bob, charlie):
    left, stays = look_on(bob), look_on(alice)
    given = action("give_to_person", moderator("emma", Role.SENIOR), game=begun)
    on_games.give_to_person(given, 1, charlie.name)
    say_hidden(begun)
    assert_shown(left, stays)


def test_a_host_freeing_a_seat_ends_access(room, listen, alice, bob):
    left, stays = listen(room, bob), listen(room, alice)
    free_seat(room.code, alice, 1)
    assert_ended(left)
    assert_told(stays)


def test_leaving_in_another_window_ends_access(room, listen, alice, bob):
    left, stays = listen(room, bob), listen(room, alice)
    joining.leave(room.code, bob)
    assert_ended(left)
    assert_told(stays)


def test_a_leaving_hosts_access_ends(room, listen, alice, bob):
    left, stays = listen(room, alice), listen(room, bob)
    joining.leave(room.code, alice)
    assert_ended(left)
    assert_told(stays)


# Tables taken off the lists, and lost invitations


def test_unlisting_a_table_ends_spectator_access(begun, listen, look_on, alice, charlie):
    Game.objects.filter(pk=begun.pk).update(is_listed=True)
    watching = [listen(begun), listen(begun, charlie)]
    stays = look_on(alice)
    Game.objects.filter(pk=begun.pk).update(is_listed=False)
    say_hidden(begun)
    for one in watching:
        assert_ended(one)
    assert_shown(stays)


def test_logging_out_forgets_the_invitation(begun, browser, charlie):
    invited = browser(charlie)
    invited.get(f"/games/{begun.code}/invitation/{begun.invitation}/")
    socket = invited.listen(f"/ws/games/{begun.code}/")
    invited.post("/accounts/logout/")
    assert_ended(socket)


# Banned, suspended, deleted and muted users


@pytest.mark.parametrize(("name", "length"), [("ban", ""), ("suspend", "day")])
def test_suspended_users_lose_access(begun, listen, bob, name, length):
    left = listen(begun, bob)
    dora = moderator("dora", Role.SENIOR)
    on_people.take_measure(action(name, dora, person=bob), length)
    assert_ended(left)


def test_deleted_accounts_lose_access(begun, listen, bob):
    left = listen(begun, bob)
    deletion.delete_account(User.objects.get(pk=bob.pk))
    assert_ended(left)


def test_users_barred_from_chat_can_watch(begun, look_on, charlie):
    looks = look_on(charlie, is_invited=True)
    muted = action("mute", moderator("emma"), person=charlie)
    on_people.take_measure(muted, "day")
    say_hidden(begun)
    assert_shown(looks)
