"""The 503 pages and notices: database away, site too busy, disk full."""

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from games.storage.processes.connections import watch
from games.storage.processes.disk import is_full

AGAIN_SECONDS = 3
TRY_AGAIN_LATER = 1013
FILE_IS_AWAY = ("locked", "unable to open", "disk i/o", "busy")

READ = ("GET", "HEAD")
PLAIN_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

GetResponse = Callable[[HttpRequest], HttpResponse]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class Unavailable:
    """Why a request cannot be served, worded for a page and for a notice beside the table.

    `sent` says what happened to the data of a form; `seconds` is the value of Retry-After.
    """

    title: str
    page: str
    notice: str
    sent: str
    seconds: int


AWAY = Unavailable(
    "Back in a moment",
    "The games are temporarily unavailable. Nothing is lost: every confirmed move is saved.",
    "The game is temporarily unavailable.",
    "Your request may not have arrived",
    AGAIN_SECONDS,
)
BUSY = Unavailable(
    "Too busy just now",
    "The site is receiving more requests than it can handle. Nothing was changed, and your games "
    "are safe.",
    "The site is too busy to answer.",
    "Your request was not processed",
    5,
)
FULL = Unavailable(
    "The disk is full",
    "The site cannot store anything until its operator frees disk space. Your games are safe: "
    "every confirmed move is saved.",
    "The site’s disk is full, so nothing can be stored.",
    "Your request was not stored",
    60,
)


class DatabaseAwayMiddleware:
    """Returns a 503 response at once while the database is known to be away."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return a 503 response if the database is away; otherwise pass the request on."""
        return away(request) if watch().is_away else self.get_response(request)


class AwaySockets:
    """Closes new sockets while the database is away; the pages reconnect later.

    All sockets authenticate in one thread. Sockets that wait there for the database would delay
    those that connect once it is back.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass a socket on, or close it."""
        if not watch().is_away:
            await self.application(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


def broken(request: HttpRequest) -> HttpResponse:
    """Return the error response for an unhandled exception: database away, disk full, or a bug."""
    error = sys.exc_info()[1]
    if is_full(error):
        watch().is_full = True
        return _unavailable(request, FULL)
    return away(request) if is_away(error) else server_error(request)


def is_away(error: BaseException | None) -> bool:
    """Return whether an error means that the database is away."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # SQLite raises OperationalError for other problems too.
    words = str(error).lower()
    return connection.vendor != "sqlite" or any(word in words for word in FILE_IS_AWAY)


def away(request: HttpRequest) -> HttpResponse:
    """Return the 503 response for a database that is away."""
    return _unavailable(request, AWAY)


def busy(scope: dict[str, Any]) -> HttpResponse:
    """Return the 503 response for a request that is rejected because there are too many.

    This function runs in the event loop, so the text is rendered once and cached.
    """
    is_part = (b"hx-request", b"true") in scope["headers"]
    answer = _answer(BUSY, is_part, scope["method"] in READ)
    # This response passes through no middleware.
    answer["Content-Security-Policy"] = PLAIN_POLICY
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _unavailable(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    return _answer(trouble, request.headers.get("HX-Request") == "true", request.method in READ)


def _answer(trouble: Unavailable, is_part: bool, is_read: bool) -> HttpResponse:
    """Return a 503 response: for htmx a notice to show beside the table, otherwise a whole page."""
    answer = HttpResponse(_text(trouble, is_part, is_read), status=503)
    answer["Retry-After"] = str(trouble.seconds)
    answer["Cache-Control"] = "no-store"
    if is_part:
        # htmx must not replace the element that sent the request, which contains the choices.
        answer["HX-Reswap"] = "none"
    return answer


@cache
def _text(trouble: Unavailable, is_part: bool, is_read: bool) -> str:
    # Rendered without a request: the context processors would query the database for the user.
    template = "away_notice.html" if is_part else "503.html"
    return render_to_string(template, {"trouble": trouble, "is_read": is_read})
