"""Attack: send requests that never end: slow headers, slow bodies, huge bodies."""

from types import SimpleNamespace

import pytest
from django.conf import settings
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web.http import Request

from games.web.live.connections import (
    HOLD_SECONDS,
    LINGER_SECONDS,
    READ_SECONDS,
    Connections,
    HttpConnection,
)
from games.web.live.descriptors import ConnectionLimits
from games.web.live.socket_limits import socket_limits
from tests.support.attackers.clients import get, send
from tests.support.servers.live import Server

MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
HEADERS = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def clock():
    """The clock of the connections in a test, advanced by hand."""
    return Clock()


@pytest.fixture
def connect(clock):
    """A function that opens connections to a process with room for three."""
    connections = Connections(ConnectionLimits(sockets=1, requests=3))

    def make():
        assert connections.has_room()
        channel = HttpConnection(connections)
        channel.factory = SimpleNamespace()
        channel.requestFactory = Request
        channel.timeOut, channel.callLater = READ_SECONDS, clock.callLater
        channel.makeConnection(Transport())
        return channel

    return make


class Transport(StringTransport):
    """The server's side of a connection, without a network."""

    def abortConnection(self):
        """Close the connection at once, without waiting for the client."""
        self.aborting = True
        self.loseConnection()

    @property
    def is_over(self):
        """Whether the server has closed the connection."""
        return self.disconnecting


@pytest.mark.parametrize(
    "beginning",
    [b"", HEADERS, HEADERS + b"Content-Length: 100\r\n\r\n", HEADERS + b"X-Padding: "],
)
def test_a_slow_request_is_closed(connect, clock, beginning):
    channel = connect()
    channel.dataReceived(beginning)
    for _ in range(READ_SECONDS):
        clock.advance(1)
        channel.dataReceived(b"a")
    assert channel.transport.is_over


def test_an_idle_connection_is_closed(connect, clock):
    channel = connect()
    clock.advance(READ_SECONDS)
    assert channel.transport.is_over


def test_a_new_connection_evicts_the_longest_idle_one(connect):
    slow = [connect() for _ in range(3)]
    slow[1].dataReceived(HEADERS)
    newcomer = connect()
    assert [one.transport.is_over for one in slow] == [True, False, False]
    assert not newcomer.transport.is_over


def test_an_oversized_content_length_is_refused_unread(connect, clock):
    channel = connect()
    channel.dataReceived(
        HEADERS + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % (MOST + 1)
    )
    clock.advance(0)
    assert channel.transport.value().startswith(b"HTTP/1.1 413 ")
    clock.advance(LINGER_SECONDS)
    assert channel.transport.is_over


@pytest.mark.parametrize("length", [b"9" * 4000, b"-1", b"1e9", b"0x10"])
def test_an_invalid_content_length_is_refused(connect, clock, length):
    channel = connect()
    channel.dataReceived(HEADERS + b"Content-Length: %b\r\n\r\n" % length)
    clock.advance(0)
    assert channel.transport.value().startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 "))


def test_socket_attempts_are_rate_limited(connect, clock):
    channel = connect()
    while socket_limits().may_open(channel.transport.getPeer().host + "/32"):
        pass
    channel.dataReceived(
        b"GET /ws/lobby/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n"
    )
    clock.advance(HOLD_SECONDS)
    assert channel.transport.value().startswith(b"HTTP/1.1 429 ")


@pytest.mark.django_db(transaction=True)
def test_huge_bodies_are_refused(tmp_path):
    server = Server(tmp_path)
    server.start()
    try:
        head = HEADERS + b"Content-Type: application/x-www-form-urlencoded\r\n"
        body = b"x" * (MOST + 1)
        announced = send(server, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        chunks = b"".join(b"1000\r\n" + 4096 * b"x" + b"\r\n" for _ in range(MOST // 4096 + 1))
        chunked = send(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
        assert (announced.status, chunked.status) == (413, 413)
        assert get(server, "/healthz").status == 200
    finally:
        server.stop()
