"""Frames written to sockets: whole, in order, and the same bytes for everybody who gets them."""

import asyncio
import logging
import socket as sockets

import pytest
from autobahn.exception import Disconnected
from autobahn.twisted.websocket import WebSocketServerFactory
from daphne.server import twisted_loop
from twisted.internet import reactor
from twisted.internet.tcp import Server
from websockets.frames import Frame, Opcode

from games.web.live.connections import Connections, Socket
from games.web.live.descriptors import connection_limits
from games.web.live.socket_limits import SENT
from games.web.live.watchers import send, text_message


class Client:
    """A socket of the server, over TCP, and the client that reads from it."""

    def __init__(self):
        with sockets.create_server(("127.0.0.1", 0)) as listening:
            self.reader = sockets.create_connection(listening.getsockname())
            accepted, address = listening.accept()
        accepted.setblocking(False)
        accepted.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
        self.reader.setblocking(False)
        factory = WebSocketServerFactory()
        factory.setProtocolOptions(
            maxMessagePayloadSize=SENT, maxFramePayloadSize=SENT, openHandshakeTimeout=0
        )
        self.socket = Socket(Connections(connection_limits()))
        self.socket.factory = factory
        self.socket.onClose = lambda *_: None
        self.transport = Server(accepted, self.socket, address, None, 0, reactor)
        self.socket.makeConnection(self.transport)
        self.socket.state = Socket.STATE_OPEN

    async def write(self, message):
        """Send a message, as the application does."""
        self.socket.handle_reply(message)

    def read(self, length):
        """Return this many bytes, while the server's event loop runs."""
        found = bytearray()
        while len(found) < length:
            run_loop()
            try:
                found += self.reader.recv(length - len(found))
            except BlockingIOError:
                continue
        return bytes(found)

    def close(self):
        """Close both ends."""
        self.reader.close()
        self.transport.abortConnection()
        run_loop()


def run_loop():
    twisted_loop.call_soon(twisted_loop.stop)
    twisted_loop.run_forever()


@pytest.fixture
def clients():
    """Four open sockets."""
    opened = [Client() for _ in range(4)]
    yield opened
    for client in opened:
        client.close()


def tell(clients, text):
    twisted_loop.run_until_complete(send(clients, text))


def framed(text):
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@pytest.mark.parametrize("length", [1, 41, 42, SENT, 10 * SENT, 40 * SENT])
def test_everybody_gets_the_same_bytes_however_long(clients, length):
    """A push may be longer than what a page may send."""
    text = "−" * length
    tell(clients, text)
    for client in clients:
        assert client.read(len(framed(text))) == framed(text)


def test_a_short_frame_is_with_the_kernel_at_once(clients):
    clients[0].socket.handle_reply(text_message("tick"))
    assert clients[0].reader.recv(100) == framed("tick")


def test_nothing_overtakes_what_a_slow_client_has_not_read(clients):
    texts = ["long " * 100_000, "tick", "<p>After</p>"]
    for text in texts:
        tell(clients, text)
    assert clients[0].transport in reactor.getWriters()
    for client in clients:
        for text in texts:
            assert client.read(len(framed(text))) == framed(text)
    assert clients[0].transport not in reactor.getWriters()
    tell(clients, "again")
    assert clients[0].reader.recv(100) == framed("again")


def test_a_closed_socket_among_many_gets_nothing(clients, caplog):
    caplog.set_level(logging.INFO)
    closed = clients[1]
    closed.socket.state = Socket.STATE_CLOSING
    tell(clients, "moved")
    for client in clients:
        if client is not closed:
            assert client.read(len(framed("moved"))) == framed("moved")
    with pytest.raises(BlockingIOError):
        closed.reader.recv(1)
    with pytest.raises(Disconnected):
        asyncio.run(closed.write(text_message("late")))
    assert caplog.records == []


def test_a_socket_still_connecting_gets_no_frame(clients):
    clients[0].socket.state = Socket.STATE_CONNECTING
    with pytest.raises(Disconnected):
        clients[0].socket.handle_reply(text_message("early"))
    with pytest.raises(BlockingIOError):
        clients[0].reader.recv(1)


def test_a_connection_that_breaks_during_a_push_does_not_hold_up_others(clients, caplog):
    caplog.set_level(logging.INFO)
    clients[0].transport.socket.shutdown(sockets.SHUT_WR)
    tell(clients, "moved")
    for client in clients[1:]:
        assert client.read(len(framed("moved"))) == framed("moved")
    assert caplog.records == []
