"""The connections of a web process: timeouts, size limits, and eviction.

Twisted speaks HTTP and autobahn WebSocket. These subclasses only refuse input over a limit, before
it is stored or parsed.
"""

from typing import Any

from autobahn.exception import Disconnected
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from twisted.protocols.basic import LineReceiver
from twisted.web.http import HTTPChannel
from twisted.web.http_headers import Headers

from games.community.trust.networks import client_network
from games.storage.processes.metrics import refused
from games.web.live.descriptors import ConnectionLimits
from games.web.live.socket_limits import SENT, SENT_PER_SECOND, TOO_MANY, TokenBucket, socket_limits

READ_SECONDS = 20
"""The timeout of an idle connection, and the time limit for receiving a whole request."""

LINGER_SECONDS = 5
"""How long the rest of a refused body is read and discarded, so that the response arrives."""

HOLD_SECONDS = 3
"""How long refusals are delayed for a network that opens sockets too fast, to slow it down."""

CLOSE_SECONDS = 10
"""How long a client may take to answer a close frame before its connection is reset.

A browser whose connection is reset does not report the close code to the page.
"""

LONGEST_REPORT = 8
"""The maximum length, in bytes, of a message that is passed on to the application."""

MARGIN = 32
"""How many sockets beyond the limit may open, only to be closed with a reason."""


def _answer(status: bytes, sentence: bytes) -> bytes:
    return (
        b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
        b"Retry-After: 10\r\nConnection: close\r\n\r\n%s" % (status, len(sentence), sentence)
    )


TOO_LARGE = _answer(b"413 Content Too Large", b"What you sent is far too long.\n")
TOO_FAST = _answer(b"429 Too Many Requests", b"Too many pages are being opened.\n")
NO_ROOM = _answer(b"503 Service Unavailable", b"Too many pages are open. Try again later.\n")


class Connections:
    """The open connections of a process by transport, at most `share` of each kind.

    `waiting` holds the idle connections, longest idle first.
    """

    def __init__(self, share: ConnectionLimits) -> None:
        self._share = share
        self.channels: dict[Any, HttpConnection] = {}
        self.waiting: dict[Any, HttpConnection] = {}
        self.sockets: set[Socket] = set()

    def has_room(self) -> bool:
        """Return whether a new connection fits, evicting an idle one if necessary."""
        if len(self.channels) < self._share.requests:
            return True
        if not self.waiting:
            refused.labels("connection", "process").inc()
            return False
        refused.labels("connection", "evicted").inc()
        next(iter(self.waiting.values())).drop()
        return True

    def has_room_for_socket(self) -> bool:
        """Return whether one more socket may open, if only to be refused with a reason.

        If necessary, drops a socket whose client has not answered the close frame.
        """
        most = self._share.sockets + MARGIN
        if len(self.sockets) >= most:
            closing = (one for one in self.sockets if one.state == Socket.STATE_CLOSING)
            if (unanswered := next(closing, None)) is not None:
                self.sockets.discard(unanswered)
                unanswered.dropConnection(abort=True)
        return len(self.sockets) < most

    def forget(self, transport: Any) -> None:
        """Drop a connection that has closed or become a socket."""
        self.channels.pop(transport, None)
        self.waiting.pop(transport, None)


class HttpConnection(HTTPChannel):
    """An HTTP connection."""

    is_idle = True
    is_refused = False
    chunked = 0

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections

    def connectionMade(self) -> None:
        """Register the connection as idle."""
        self._connections.channels[self.transport] = self
        self._wait()
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:
        """Forget the connection."""
        self._connections.forget(self.transport)
        super().connectionLost(reason)

    def drop(self) -> None:
        """Close an idle connection without a response, to make room for a new one."""
        self._connections.forget(self.transport)
        self.transport.abortConnection()

    def _wait(self) -> None:
        self.is_idle = True
        self._connections.waiting[self.transport] = self

    def dataReceived(self, data: bytes) -> None:
        """Read a piece of a request; one timeout covers the whole request."""
        if self.is_refused:
            return
        if self.is_idle:
            self.is_idle = False
            self.setTimeout(READ_SECONDS)
        # Bypass `HTTPChannel.dataReceived`, which would restart the timeout with every byte.
        LineReceiver.dataReceived(self, data)

    def allHeadersReceived(self) -> None:
        """Refuse a body whose announced length is too large, before 100 Continue is sent."""
        self.chunked = 0
        if self.length is not None and self.length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse(TOO_LARGE, "size")
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:
        """Read a piece of a body; refuse a chunked body that is too large."""
        # Twisted sets the length to 0 as soon as the body is complete.
        if self.length is None:
            self.chunked += len(data)
            if self.chunked > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                self._refuse(TOO_LARGE, "size")
        if not self.is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:
        """Pass on a complete request; the connection is no longer idle."""
        if self.is_refused:
            return
        headers = self.requests[-1].requestHeaders
        if headers.hasHeader(b"upgrade") and not self._may_be_socket(headers):
            return
        self._connections.waiting.pop(self.transport, None)
        super().allContentReceived()

    def _may_be_socket(self, headers: Headers) -> bool:
        """Return whether a socket may open; otherwise refuse it before the application starts."""
        passed = b",".join(headers.getRawHeaders(b"x-forwarded-for", ()))
        peer = getattr(self.transport.getPeer(), "host", "")
        if not socket_limits().may_open(client_network(passed, peer)):
            self._refuse(TOO_FAST, "openings", HOLD_SECONDS)
        elif not self._connections.has_room_for_socket():
            self._refuse(NO_ROOM, "process")
        return not self.is_refused

    def requestDone(self, request: Any) -> None:
        """Mark the connection as idle again."""
        self._wait()
        super().requestDone(request)

    def _refuse(self, answer: bytes, why: str, after: float = 0) -> None:
        """Send a response after `after` seconds, and read no more."""
        refused.labels("request", why).inc()
        self.is_refused = True
        self.callLater(after, self.transport.write, answer)
        self.setTimeout(after + LINGER_SECONDS)


class Socket(WebSocketProtocol):
    """A WebSocket, closed if its client sends more than a page would."""

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections
        self._allowance: TokenBucket | None = None

    def connectionMade(self) -> None:
        """Take the connection over from the `HttpConnection` that read the handshake."""
        self._connections.forget(self.transport)
        self._connections.sockets.add(self)
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:
        """Forget the socket."""
        self._connections.sockets.discard(self)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        """Read data until the client exceeds its allowance."""
        if self._allowance is None:
            # The first data is the handshake, which `HttpConnection` has already limited.
            self._allowance = TokenBucket(SENT, SENT_PER_SECOND)
            super().dataReceived(data)
        elif self._allowance.take(len(data)):
            super().dataReceived(data)
        else:
            self._close_flooded()

    def _close_flooded(self) -> None:
        if self.state == self.STATE_OPEN:
            refused.labels("socket", "messages").inc()
            self.sendClose(TOO_MANY)
        elif self.state == self.STATE_CONNECTING:
            self.dropConnection(abort=True)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Handle a message of the application; write a text that comes with its frame at once."""
        frame = message.get("frame")
        if frame is None:
            super().handle_reply(message)
        elif self.state == self.STATE_OPEN:
            self._write(frame)
        else:
            raise Disconnected("The socket is closed.")

    def _write(self, frame: bytes) -> None:
        """Write to the kernel without the event loop, unless the client is behind.

        To have the event loop write to many sockets costs more than everything else in a push.
        """
        written = 0
        if self.transport not in reactor.getWriters():
            written = self.transport.writeSomeData(frame)
        # A connection that has just broken returns an exception; Twisted will notice it, too.
        if isinstance(written, int) and written < len(frame):
            self.sendData(frame[written:])

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Pass on a short text, the report of a page; ignore anything else."""
        if not isBinary and len(payload) <= LONGEST_REPORT:
            super().onMessage(payload, isBinary)
