"""Attack: send too many messages, open too many sockets, use up all file descriptors."""

import socket
from contextlib import ExitStack, closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games.web.live.socket_limits import TOO_MANY
from tests.support.attackers.clients import get
from tests.support.servers.live import Browser, Server
from tests.support.visitors.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "/ws/lobby/"

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
CLOSED_AS_TOO_MANY = b"\x88\x02" + TOO_MANY.to_bytes(2)
CHUNKED = "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"


@pytest.fixture
def serve(tmp_path):
    """A function that starts a server with other limits and returns one that opens browsers."""
    with ExitStack() as stack:

        def start(**limits):
            server = Server(tmp_path, **limits)
            server.start()
            stack.callback(server.stop)
            return lambda user=None: stack.enter_context(closing(Browser(server, user)))

        yield start


def from_address(address):
    """Return the header with which a proxy forwards a request from an address."""
    return {"X-Forwarded-For": address}


def named(server):
    """Return the headers that name a server."""
    return f"Host: {server.host}\r\nOrigin: http://{server.host}\r\n"


def handshake(server):
    """Return a request for a socket of the lobby, except for the empty line at its end."""
    return f"GET {LOBBY} HTTP/1.1\r\n{named(server)}{UPGRADE}"


def is_open(listening):
    """Return whether a socket is open; if not, check that it was closed as one too many."""
    with suppress(ConnectionClosed):
        return bool(listening.recv(PATIENCE))
    assert listening.close_code == TOO_MANY
    return False


def flood(send, *words):
    """Call `send` until it fails because the server has closed the socket."""
    for _ in range(100_000):
        send(*words)


@pytest.mark.parametrize("piece", ["x", "x" * 1000])
def test_a_client_that_floods_its_socket_is_closed(serve, alice, bob, piece):
    browser = serve()
    flooding = browser(bob).listen(LOBBY)
    with pytest.raises(ConnectionClosed):
        flood(flooding.send, piece)
    assert is_open(browser(alice).listen(LOBBY))


@pytest.mark.long
def test_a_client_that_floods_with_pings_is_closed(serve):
    flooding = serve()().listen(LOBBY)
    with pytest.raises(ConnectionClosed):
        flood(flooding.ping)


@pytest.mark.long
def test_an_oversized_message_is_not_read(serve):
    flooding = serve()().listen(LOBBY)
    with pytest.raises(ConnectionClosed):
        flood(flooding.send, "x" * 1_000_000)


def test_sockets_are_limited_per_address(serve):
    browser = serve(CASTLERISK_SOCKETS_PER_ADDRESS="3", CASTLERISK_PROXIES="1")
    crowd = [browser().listen(LOBBY, **from_address("192.0.2.1")) for _ in range(5)]
    assert [is_open(one) for one in crowd] == [True] * 3 + [False] * 2
    assert is_open(browser().listen(LOBBY, **from_address("192.0.2.2")))


def test_clients_cannot_spoof_their_address(serve):
    browser = serve(CASTLERISK_SOCKETS_PER_ADDRESS="1", CASTLERISK_PROXIES="1")
    places = ["198.51.100.1, 192.0.2.1", "198.51.100.2, 192.0.2.1"]
    crowd = [browser().listen(LOBBY, **from_address(place)) for place in places]
    assert [is_open(one) for one in crowd] == [True, False]


@pytest.mark.long
def test_an_ipv6_network_counts_as_one_address(serve):
    browser = serve(CASTLERISK_SOCKETS_PER_ADDRESS="2", CASTLERISK_PROXIES="1")
    addresses = [f"2001:db8:0:7::{number}" for number in range(1, 4)]
    crowd = [browser().listen(LOBBY, **from_address(address)) for address in addresses]
    assert [is_open(one) for one in crowd] == [True, True, False]
    assert is_open(browser().listen(LOBBY, **from_address("2001:db8:0:8::1")))


def test_closing_a_socket_frees_its_slot(serve):
    browser = serve(CASTLERISK_SOCKETS_PER_ADDRESS="1")
    first = browser().listen(LOBBY)
    assert is_open(first)
    first.close()
    # The server notices the disconnect a moment later.
    assert any(is_open(browser().listen(LOBBY)) for _ in range(100))


@pytest.mark.long
def test_a_slow_client_learns_why_its_socket_is_closed(serve):
    browser = serve(CASTLERISK_SOCKETS_PER_ADDRESS="1")
    first = browser()
    assert is_open(first.listen(LOBBY))
    with socket.create_connection(("127.0.0.1", first.server.port), timeout=PATIENCE) as slow:
        slow.sendall(f"{handshake(first.server)}\r\n".encode())
        received = b""
        while CLOSED_AS_TOO_MANY not in received:
            received += slow.recv(4096)
        # The connection stays open, as a reset would hide the code from a browser's page.
        slow.settimeout(3)
        with pytest.raises(TimeoutError):
            slow.recv(1)


def test_sockets_are_limited_per_account(serve, alice, bob):
    browser = serve(CASTLERISK_SOCKETS_PER_ACCOUNT="2", CASTLERISK_PROXIES="1")
    places = [f"192.0.2.{number}" for number in range(1, 4)]
    crowd = [browser(bob).listen(LOBBY, **from_address(place)) for place in places]
    assert [is_open(one) for one in crowd] == [True, True, False]
    assert is_open(browser(alice).listen(LOBBY, **from_address(places[0])))


@pytest.mark.long
def test_a_site_full_of_idle_strangers_stays_open_for_those_who_play(serve, alice, dora):
    browser = serve(open_files=256, CASTLERISK_PROXIES="1")
    first = browser(dora)
    crowd = []
    with ExitStack() as stack:
        for number in range(400):
            stranger = browser()
            place = from_address(f"192.0.2.{number % 250}")
            with suppress(InvalidStatus):
                crowd.append(stack.enter_context(_opened(stranger, place)))
            idle = socket.create_connection(("127.0.0.1", stranger.server.port))
            stack.enter_context(idle)
        assert len({is_open(one) for one in crowd}) == 2
        assert get(first.server, "/healthz").status == 200
        assert get(first.server, "/readyz").status == 200
        assert first.get("/lobby/")[0] == 200
        members = [browser(user).listen(LOBBY) for user in (alice, dora)]
        assert all(is_open(one) for one in members)


def test_clients_that_answer_no_close_keep_nobody_out(serve, dora):
    member = serve(open_files=256, CASTLERISK_PROXIES="1")(dora)
    server = member.server
    with ExitStack() as stack:
        for number in range(300):
            quiet = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            stack.enter_context(quiet)
            address = f"X-Forwarded-For: 192.0.2.{number % 250}\r\n\r\n"
            quiet.sendall(f"{handshake(server)}{address}".encode())
            assert quiet.recv(12) == b"HTTP/1.1 101"
        assert is_open(member.listen(LOBBY))


@pytest.mark.long
def test_idle_sockets_and_slow_bodies_together_leave_descriptors_for_the_database(serve):
    server = serve(open_files=640, CASTLERISK_PROXIES="1")().server
    # Twisted stores a body of unknown length in a temporary file.
    slow = f"POST /accounts/login/ HTTP/1.1\r\n{named(server)}{CHUNKED}"
    with ExitStack() as stack:

        def begin(text):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            one.settimeout(PATIENCE)
            one.sendall(text.encode())
            return one

        for number in range(336):
            opened = begin(f"{handshake(server)}X-Forwarded-For: 192.0.2.{number // 90}\r\n\r\n")
            assert opened.recv(1)
        for _ in range(144):
            begin(slow)
        assert get(server, "/readyz").status == 200
        assert get(server, "/rules/").status == 200


def _opened(browser, headers):
    return connect(
        f"ws://{browser.server.host}{LOBBY}",
        origin=f"http://{browser.server.host}",
        additional_headers=headers,
        open_timeout=PATIENCE,
    )
