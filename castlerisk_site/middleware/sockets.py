"""ASGI middleware for sockets: the limit per network and the check of the Origin header."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from castlerisk_site.middleware.forwarded import network_in
from castlerisk_site.middleware.refusals import note_refusal
from games.storage.processes.metrics import refused
from games.web.live.socket_limits import TOO_MANY, TooManySockets, socket_limits

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

nowhere: Application = WebsocketDenier.as_asgi()
"""Refuses every socket."""


class SocketRateLimit:
    """Limits the sockets of each network, before the session is read or the database queried.

    A socket over the limit is accepted and then closed: only then does the page see the close code.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve a socket, or refuse it."""
        limits, network = socket_limits(), network_in(scope)
        try:
            limits.count_socket(network)
        except TooManySockets as limit:
            refused.labels("socket", str(limit)).inc()
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        try:
            await self.application(scope, receive, send)
        finally:
            limits.uncount_socket(network)


class SameOriginSockets:
    """Refuses sockets opened by pages of other origins, including other ports of this host.

    Browsers send cookies to every port of a host. If only the host name were checked, another site
    on the same host could listen to a player's private messages. Django's CSRF check compares the
    origins of forms in the same way.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass a socket on, or refuse it."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        if _is_own(origin, host):
            await self.application(scope, receive, send)
        else:
            note_refusal("socket origin", f"{origin} at {host}")
            await nowhere(scope, receive, send)


def _is_own(origin: str, host: str) -> bool:
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    is_known = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    schemes = ("https",) if settings.IS_HTTPS else ("http", "https")
    return is_known and origin in [f"{scheme}://{host}" for scheme in schemes]
