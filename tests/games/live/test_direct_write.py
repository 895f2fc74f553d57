"""Texts written straight to sockets: whole, in order, however slowly they are read."""

import socket

import pytest
from daphne.server import twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.tcp import Connection
from websockets.frames import Frame, Opcode

from games.live.direct_write import framed, write


def as_the_library_has_it(text):
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536])
def test_a_frame_has_the_length_of_its_text_before_it(length):
    assert framed("x" * length) == as_the_library_has_it("x" * length)


def test_signs_of_several_bytes_count_as_such():
    text = "−1 “Ancient Curse”" * 6
    assert len(text) < 126 < len(text.encode())
    assert framed(text) == as_the_library_has_it(text)


@pytest.fixture
def opened():
    """A socket that is open, as the server has it, and the end of who reads."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    protocol = WebSocketProtocol()
    transport = Connection(ours, protocol, reactor)
    protocol.transport, protocol.state = transport, protocol.STATE_OPEN
    protocol.send_queue = []
    transport.connected = True
    yield protocol, theirs
    transport.stopWriting()
    theirs.close()
    ours.close()


def read(theirs, length):
    """Read so many bytes, and let the server go on meanwhile."""
    theirs.setblocking(False)
    found = bytearray()
    while len(found) < length:
        twisted_loop.call_soon(twisted_loop.stop)
        twisted_loop.run_forever()
        try:
            found += theirs.recv(1000)
        except BlockingIOError:
            continue
    return bytes(found)


def test_a_short_text_is_with_the_system_at_once(opened):
    protocol, theirs = opened
    assert write(protocol, "<p>Hello</p>")
    assert theirs.recv(100) == as_the_library_has_it("<p>Hello</p>")


def test_what_the_system_does_not_take_follows_and_nothing_overtakes_it(opened):
    protocol, theirs = opened
    long, after = "long " * 20_000, "after"
    assert write(protocol, long)
    assert not write(protocol, after)
    frame = as_the_library_has_it(long)
    assert read(theirs, len(frame)) == frame
    assert write(protocol, after)
    assert theirs.recv(100) == as_the_library_has_it(after)


def test_a_socket_that_is_being_closed_is_left_to_the_server(opened):
    protocol, _ = opened
    protocol.state = protocol.STATE_CLOSING
    assert not write(protocol, "<p>Hello</p>")


def test_a_broken_socket_is_left_to_the_server(opened):
    protocol, theirs = opened
    theirs.close()
    assert not write(protocol, "<p>Hello</p>")
