"""The connections of a web process: time limits, size limits, and which one gives way.

Twisted speaks HTTP and autobahn WebSocket; these subclasses only refuse what goes too far, before
it is kept or parsed.
"""

from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.protocols.basic import LineReceiver
from twisted.web.http import HTTPChannel
from twisted.web.http_headers import Headers

from games.live.descriptors import Share
from games.live.socket_limits import SENT, SENT_PER_SECOND, TOO_MANY, Allowance, socket_limits
from games.processes.metrics import refused
from games.trust.networks import client_network

READ_SECONDS = 20
"""How long a connection may wait for a request, and how long the whole request may then take."""

LINGER_SECONDS = 5
"""For so long a refused body is thrown away, so that the client reads the answer."""

HOLD_SECONDS = 3
"""How long an attempt to open too many sockets waits for its answer: the next comes no sooner."""

MARGIN = 32
"""Sockets beyond the share: those that are just being refused."""


def _answer(status: bytes, sentence: bytes) -> bytes:
    return (
        b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
        b"Retry-After: 10\r\nConnection: close\r\n\r\n%s" % (status, len(sentence), sentence)
    )


TOO_LARGE = _answer(b"413 Content Too Large", b"What you sent is far too long.\n")
TOO_FAST = _answer(b"429 Too Many Requests", b"Too many pages are being opened.\n")
NO_ROOM = _answer(b"503 Service Unavailable", b"Too many pages are open. Try again later.\n")


class Connections:
    """The open connections of a process, by their transports, at most `share` of each kind.

    `waiting` are those without a request in hand, the longest waiting first.
    """

    def __init__(self, share: Share) -> None:
        self._share = share
        self.channels: dict[Any, Channel] = {}
        self.waiting: dict[Any, Channel] = {}
        self.sockets: set[Socket] = set()

    def has_room(self) -> bool:
        """Make room for a new connection if there is none; False where all are in use."""
        if len(self.channels) < self._share.requests:
            return True
        if not self.waiting:
            refused.labels("connection", "process").inc()
            return False
        refused.labels("connection", "evicted").inc()
        next(iter(self.waiting.values())).drop()
        return True

    def has_room_for_socket(self) -> bool:
        """Say whether one more socket may exist, be it only to be told why it is refused."""
        return len(self.sockets) < self._share.sockets + MARGIN

    def forget(self, transport: Any) -> None:
        """Drop a connection that is closed, or has become a socket."""
        self.channels.pop(transport, None)
        self.waiting.pop(transport, None)


class Channel(HTTPChannel):
    """A connection that sends requests."""

    is_idle = True
    is_refused = False
    chunked = 0

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections

    def connectionMade(self) -> None:
        """Begin to wait for a request."""
        self._connections.channels[self.transport] = self
        self._wait()
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:
        """Forget the connection."""
        self._connections.forget(self.transport)
        super().connectionLost(reason)

    def drop(self) -> None:
        """Close the connection without a word, for one that has just come."""
        self._connections.forget(self.transport)
        self.transport.abortConnection()

    def _wait(self) -> None:
        self.is_idle = True
        self._connections.waiting[self.transport] = self

    def dataReceived(self, data: bytes) -> None:
        """Read a piece of a request; one time limit holds for the whole request."""
        if self.is_refused:
            return
        if self.is_idle:
            self.is_idle = False
            self.setTimeout(READ_SECONDS)
        # HTTPChannel itself would begin the time limit again with every byte.
        LineReceiver.dataReceived(self, data)

    def allHeadersReceived(self) -> None:
        """Refuse a body by its announced length, before the client is told to go on."""
        self.chunked = 0
        if self.length is not None and self.length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse(TOO_LARGE, "size")
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:
        """Count a body whose length is not announced."""
        # Twisted sets the length to 0 as soon as the body is complete.
        if self.length is None:
            self.chunked += len(data)
            if self.chunked > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                self._refuse(TOO_LARGE, "size")
        if not self.is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:
        """Hand a whole request over: from now on the connection is in use."""
        if self.is_refused:
            return
        headers = self.requests[-1].requestHeaders
        if headers.hasHeader(b"upgrade") and not self._may_be_socket(headers):
            return
        self._connections.waiting.pop(self.transport, None)
        super().allContentReceived()

    def _may_be_socket(self, headers: Headers) -> bool:
        """Refuse a socket before anything is made for it, where there are too many."""
        passed = b",".join(headers.getRawHeaders(b"x-forwarded-for", ()))
        peer = getattr(self.transport.getPeer(), "host", "")
        if not socket_limits().may_open(client_network(passed, peer)):
            self._refuse(TOO_FAST, "openings", HOLD_SECONDS)
        elif not self._connections.has_room_for_socket():
            self._refuse(NO_ROOM, "process")
        return not self.is_refused

    def requestDone(self, request: Any) -> None:
        """Wait for the next request."""
        self._wait()
        super().requestDone(request)

    def _refuse(self, answer: bytes, why: str, after: float = 0) -> None:
        """Answer, now or later, and read no more."""
        refused.labels("request", why).inc()
        self.is_refused = True
        self.callLater(after, self.transport.write, answer)
        self.setTimeout(after + LINGER_SECONDS)


class Socket(WebSocketProtocol):
    """A socket, closed when its client sends more than a page does."""

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections
        self._allowance: Allowance | None = None

    def connectionMade(self) -> None:
        """Take the connection over from the channel that read the request."""
        self._connections.forget(self.transport)
        self._connections.sockets.add(self)
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:
        """Forget the socket."""
        self._connections.sockets.discard(self)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        """Read what the client sent, until it has sent too much."""
        if self._allowance is None:
            # The request that asked for the socket: the channel has limited it.
            self._allowance = Allowance(SENT, SENT_PER_SECOND)
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

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Ignore a message: pages only listen."""
