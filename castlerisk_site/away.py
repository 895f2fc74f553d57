"""Answers while a request cannot be served: nothing is lost, and they say when to try again."""

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from games.processes.connections import watch
from games.processes.disk import is_full

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
class Trouble:
    """Why a request cannot be served, in words for a page and for a notice beside the table.

    `sent` says what became of what was sent; `seconds` is when to try again.
    """

    title: str
    page: str
    notice: str
    sent: str
    seconds: int


AWAY = Trouble(
    "Back in a moment",
    "The games cannot be reached just now. They are kept as they are, and every move that was "
    "answered is in them.",
    "The table cannot be reached for the moment.",
    "What you sent may not have arrived",
    AGAIN_SECONDS,
)
BUSY = Trouble(
    "Too busy just now",
    "More requests arrive than the site can answer. Nothing was changed, and your games are safe.",
    "The site is too busy to answer.",
    "What you sent was not taken",
    5,
)
FULL = Trouble(
    "The disk is full",
    "The site has no room to store anything until its operator makes some. Your games are kept "
    "as they are, and every move that was answered is in them.",
    "The site’s disk is full, so nothing can be stored.",
    "What you sent was not stored",
    60,
)


class Away:
    """Answers at once, while it is known that nothing can be had from the database."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return away(request) if watch().is_away else self.get_response(request)


class AwaySockets:
    """Lets no socket in meanwhile: pages come again by themselves.

    All sockets are asked about in one thread, where those that wait for the database would hold up
    those that come when it is back.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Let a socket in, or not."""
        if not watch().is_away:
            await self.application(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


def broken(request: HttpRequest) -> HttpResponse:
    """Answer where something broke: the database, the disk, or something of ours."""
    error = sys.exc_info()[1]
    if is_full(error):
        watch().note_full()
        return _unavailable(request, FULL)
    return away(request) if is_away(error) else server_error(request)


def is_away(error: BaseException | None) -> bool:
    """Say whether an error means that the database cannot be reached for now."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # Of a file the same error tells of whatever else is wrong.
    words = str(error).lower()
    return connection.vendor != "sqlite" or any(word in words for word in FILE_IS_AWAY)


def away(request: HttpRequest) -> HttpResponse:
    """Say that the database is away."""
    return _unavailable(request, AWAY)


def busy(scope: dict[str, Any]) -> HttpResponse:
    """Say that there are too many requests; for the event loop, so all of it is drawn once."""
    is_part = (b"hx-request", b"true") in scope["headers"]
    answer = _answer(BUSY, is_part, scope["method"] in READ)
    # No middleware sees this answer.
    answer["Content-Security-Policy"] = PLAIN_POLICY
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    return _answer(trouble, request.headers.get("HX-Request") == "true", request.method in READ)


def _answer(trouble: Trouble, is_part: bool, is_read: bool) -> HttpResponse:
    """Say it beside the table, which stays as it is, or on a page of its own."""
    answer = HttpResponse(_text(trouble, is_part, is_read), status=503)
    answer["Retry-After"] = str(trouble.seconds)
    answer["Cache-Control"] = "no-store"
    if is_part:
        # What asked is left as it is, with all that was chosen in it.
        answer["HX-Reswap"] = "none"
    return answer


@cache
def _text(trouble: Trouble, is_part: bool, is_read: bool) -> str:
    # Drawn with no request: the database would be asked for the user.
    template = "away_notice.html" if is_part else "503.html"
    return render_to_string(template, {"trouble": trouble, "is_read": is_read})
