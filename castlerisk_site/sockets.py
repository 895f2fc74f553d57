"""The door for sockets: they are opened by pages of this site, at addresses where there is one."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from castlerisk_site.front import network_in
from castlerisk_site.refused import note_refusal
from games.live.socket_limits import TOO_MANY, TooMany, socket_limits
from games.processes.metrics import refused

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

nowhere: Application = WebsocketDenier.as_asgi()
"""Refuses every socket."""


class Limited:
    """Keeps each network to its share of sockets, before the session or the database is asked.

    A socket over the share is opened and closed again, because a page sees the code only then.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve a socket, or turn it away."""
        limits, network = socket_limits(), network_in(scope)
        try:
            limits.arrive(network)
        except TooMany as limit:
            refused.labels("socket", str(limit)).inc()
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        try:
            await self.application(scope, receive, send)
        finally:
            limits.depart(network)


class OwnPages:
    """Refuses sockets that pages of other sites open, be it at another port of the same machine.

    Browsers send cookies to all ports of a machine: by the name alone its other sites would hear
    what is for the person who plays. Forms are held to the same.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Let a socket in, or not."""
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
