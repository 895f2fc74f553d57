"""Middleware that gives every request an ID, logs it and measures its duration."""

import logging
import re
import secrets
from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars

from games.playing.commit import game_moved
from games.storage.processes.metrics import request_seconds, requests

logger = logging.getLogger("castlerisk.requests")

GIVEN = re.compile(r"[0-9A-Za-z-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST"))

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestLogMiddleware:
    """Logs every request by its route, never by its path: some paths contain secret tokens."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass a request on and log it; return the response with the request ID in a header."""
        number, started = _number(request), perf_counter()
        # The thread is reused: clear the context of its earlier request, perhaps of another game.
        clear_contextvars()
        with bound_contextvars(request=number):
            answer = self.get_response(request)
            seconds = perf_counter() - started
            self._note(request, answer, seconds)
        answer["X-Request-ID"] = number
        return answer

    def process_view(self, request: HttpRequest, *args: object) -> None:
        """Add the game code to all further log lines of the request."""
        match = request.resolver_match
        code = match.kwargs.get("code") if match else None
        if code:
            bind_contextvars(game=code)

    def _note(self, request: HttpRequest, answer: HttpResponse, seconds: float) -> None:
        match = request.resolver_match
        route = f"/{match.route}" if match else "none"
        method = request.method if request.method in METHODS else "other"
        requests.labels(route, method, answer.status_code).inc()
        request_seconds.labels(route).observe(seconds)
        fields = {"method": method, "route": route, "status": answer.status_code}
        logger.info("answered", extra=fields | {"milliseconds": round(1000 * seconds, 1)})


def _number(request: HttpRequest) -> str:
    """Return the request ID sent by our own proxy, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    is_trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT and GIVEN.fullmatch(given)
    return given if is_trusted else secrets.token_hex(8)


def _note_move(*, code: str, number: int, **_: object) -> None:
    bind_contextvars(game=code, number=number)


game_moved.connect(_note_move, weak=False)
