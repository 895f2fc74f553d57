"""The answer while the database is away: nothing is lost, and it says when to try again."""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from games.connecting import watch

AGAIN_SECONDS = 3
TRY_AGAIN_LATER = 1013
FILE_IS_AWAY = ("locked", "unable to open", "disk i/o", "busy")

GetResponse = Callable[[HttpRequest], HttpResponse]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


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
    """Answer where something broke: the database, or something of ours."""
    error = sys.exc_info()[1]
    return away(request) if is_away(error) else server_error(request)


def is_away(error: BaseException | None) -> bool:
    """Say whether an error means that the database cannot be reached for now."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # Of a file the same error tells of whatever else is wrong.
    words = str(error).lower()
    return connection.vendor != "sqlite" or any(word in words for word in FILE_IS_AWAY)


def away(request: HttpRequest) -> HttpResponse:
    """Say that it is away: beside the table, which stays as it is, or on a page of its own."""
    is_part = request.headers.get("HX-Request") == "true"
    template = "away_notice.html" if is_part else "503.html"
    # Drawn with no request: who it is would have to be asked of the database.
    text = render_to_string(template, {"seconds": AGAIN_SECONDS, "is_read": _is_read(request)})
    answer = HttpResponse(text, status=503)
    answer["Retry-After"] = str(AGAIN_SECONDS)
    answer["Cache-Control"] = "no-store"
    if is_part:
        # What asked is left as it is, with all that was chosen in it.
        answer["HX-Reswap"] = "none"
    return answer


def _is_read(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD")
