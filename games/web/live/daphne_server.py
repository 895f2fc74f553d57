"""The web server of one process, which finishes its requests before it stops."""

import signal
import socket
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from channels.routing import get_default_application
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from twisted.internet import reactor

from games.web.live.connections import (
    CLOSE_SECONDS,
    READ_SECONDS,
    Connections,
    HttpConnection,
    Socket,
)
from games.web.live.descriptors import connection_limits
from games.web.live.socket_limits import SENT

LONGEST_DRAIN = 10.0
LOOK_SECONDS = 0.2


class DrainingServer(Server):
    """Daphne with a graceful stop: it closes its ports, and stops when all requests are answered.

    Sockets are dropped last; their pages reconnect to whichever process then listens.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(signal_handlers=False, **options)
        self._ports: list[Any] = []
        self._connections = Connections(connection_limits())
        self._ends_at: float | None = None
        self._was_idle = False

    def listen_success(self, port: Any) -> None:
        """Keep the port for `drain`, and make its connections enforce the limits."""
        self._ports.append(port)
        self.http_factory.timeOut = READ_SECONDS
        self.http_factory.protocol = partial(HttpConnection, self._connections)
        self.ws_factory.protocol = partial(Socket, self._connections)
        self.ws_factory.closeHandshakeTimeout = CLOSE_SECONDS
        self.http_factory.buildProtocol = self._build
        super().listen_success(port)

    def _build(self, address: Any) -> Any:
        has_room = self._connections.has_room()
        return HTTPFactory.buildProtocol(self.http_factory, address) if has_room else None

    def drain(self) -> None:
        """Stop once all requests are answered, or after LONGEST_DRAIN; if called again, at once."""
        if self._ends_at is not None:
            self.stop()
            return
        self._ends_at = monotonic() + LONGEST_DRAIN
        for port in self._ports:
            port.stopListening()
        self._end_when_idle()

    def _end_when_idle(self) -> None:
        is_idle = not any(self._is_in_hand(*one) for one in self.connections.items())
        # Require two idle checks in a row, so that the last answer reaches its client.
        if (is_idle and self._was_idle) or monotonic() > self._ends_at:
            self.stop()
            return
        self._was_idle = is_idle
        reactor.callLater(LOOK_SECONDS, self._end_when_idle)

    def _is_in_hand(self, protocol: Any, details: dict[str, Any]) -> bool:
        task = details.get("application_instance")
        return isinstance(protocol, WebRequest) and task is not None and not task.done()


def serve(listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called when it begins to accept requests."""
    endpoint = f"fd:fileno={listening.detach()}"
    application = get_default_application()
    server = DrainingServer(
        application=application,
        endpoints=[endpoint],
        ready_callable=ready,
        websocket_max_message_size=SENT,
        websocket_max_frame_size=SENT,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: reactor.callFromThread(server.drain))
    server.run()
