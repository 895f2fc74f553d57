"""Message sizes on sockets: a page may receive longer messages than it may send."""

import pytest
from autobahn.exception import Disconnected
from autobahn.twisted.websocket import WebSocketServerFactory
from twisted.internet.testing import StringTransport
from websockets.frames import Frame, Opcode

from games.web.live.connections import Connections, Socket
from games.web.live.descriptors import connection_limits
from games.web.live.socket_limits import SENT


@pytest.fixture
def opened():
    """(socket, transport): an open socket under the server's limits, and what is written to it."""
    factory = WebSocketServerFactory()
    factory.setProtocolOptions(
        maxMessagePayloadSize=SENT, maxFramePayloadSize=SENT, openHandshakeTimeout=0
    )
    socket = Socket(Connections(connection_limits()))
    socket.factory = factory
    socket.makeConnection(StringTransport())
    socket.state = socket.STATE_OPEN
    return socket, socket.transport


@pytest.mark.parametrize("length", [1, SENT, 10 * SENT, 40 * SENT])
def test_a_push_may_be_longer_than_what_a_client_may_send(opened, length):
    socket, transport = opened
    text = "−" * length
    socket.sendMessage(text.encode())
    assert transport.value() == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def test_nothing_is_sent_to_a_closed_socket(opened):
    socket, transport = opened
    socket.state = socket.STATE_CLOSING
    with pytest.raises(Disconnected):
        socket.sendMessage(b"late")
    assert transport.value() == b""
