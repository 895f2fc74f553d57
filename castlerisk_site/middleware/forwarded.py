"""The outermost ASGI middleware, which prevents clients from setting the root path or scheme."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from django.conf import settings

from games.community.trust.networks import client_network

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

SCHEMES = {"http": ("http", "https"), "websocket": ("ws", "wss")}


class ForwardedScope:
    """Sets the root path and the scheme of every request and socket.

    Daphne takes the root path from a header of the request, Daphne-Root-Path. A client could thus
    choose the beginning of every URL that the site builds, even in emails.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass a request or socket on with a root path and scheme that the client cannot set."""
        await self.application(own_scope(scope), receive, send)


def own_scope(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the scope with no root path, the real scheme, and a path that begins with a slash.

    A client may send a path without a slash. A redirect would append it directly to the host name.
    """
    plain, secure = SCHEMES[scope["type"]]
    scheme = secure if is_forwarded_https(scope["headers"]) else plain
    path = scope["path"]
    if not path.startswith("/"):
        path = f"/{path}"
    return {**scope, "root_path": "", "scheme": scheme, "path": path}


def is_forwarded_https(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether our outermost proxy received the request over HTTPS.

    X-Forwarded-Proto counts only on a request that passed through all CASTLERISK_PROXIES. Each
    proxy appends to X-Forwarded-For, but some replace X-Forwarded-Proto or pass it on unchanged.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if not proxies or len(_values(headers, b"x-forwarded-for")) < proxies:
        return False
    schemes = _values(headers, b"x-forwarded-proto")
    return bool(schemes) and schemes[-proxies:][0].lower() == b"https"


def network_in(scope: dict[str, Any]) -> str:
    """Return the network of a client, the key for its rate limits."""
    # Tests and servers on a Unix socket give no client address.
    peer = scope.get("client") or ("",)
    return client_network(b",".join(_values(scope["headers"], b"x-forwarded-for")), peer[0])


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[bytes]:
    found = b",".join(value for key, value in headers if key == name)
    return [value.strip() for value in found.split(b",")] if found else []
