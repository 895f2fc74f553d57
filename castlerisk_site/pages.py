"""The ASGI handler for HTTP: each request runs in one thread from start to finish."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import IO, Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.http import FileResponse, HttpResponseBadRequest, HttpResponseBase
from django.urls import set_script_prefix

from castlerisk_site.middleware.forwarded import network_in
from castlerisk_site.middleware.probes import healthz
from castlerisk_site.middleware.unavailable import busy
from castlerisk_site.request_queue import ClientGone, Queue, QueueFull, priority_of
from games.web.live.descriptors import connection_limits

THREADS = 16
"""Requests answered at the same time; the others wait in the queue."""

WAITING = 256
"""The maximum number of queued requests; one network may have a quarter of them."""

LIFE = "/healthz"

Message = Mapping[str, Any]


class Utf8Request(ASGIRequest):
    """A request that is always decoded as UTF-8, whatever charset the client claims.

    Browsers send our forms as UTF-8. Other charsets may not be text encodings at all, or may
    produce characters that the database rejects.
    """

    encoding = property(lambda request: None, lambda request, claimed: None)

    def build_absolute_uri(self, location: str | None = None) -> str:
        """Return an absolute URL below SITE_ADDRESS, whatever Host header the client sent."""
        path = self.get_full_path() if location is None else location
        return urljoin(settings.SITE_ADDRESS, path)


class WorkClock:
    """Measures the processor time that a request takes in its thread, in seconds."""

    seconds = 0.0

    def timed(
        self, answer: Callable[..., HttpResponseBase], scope: dict[str, Any], body: IO[bytes]
    ) -> HttpResponseBase:
        """Answer a request and measure its processor time, even if it fails."""
        began = thread_time()
        try:
            return answer(scope, body)
        finally:
            self.seconds = thread_time() - began


class Pages(ASGIHandler):
    """Answers requests in a pool of long-lived threads, each with its own database connection.

    Django's own handler switches threads several times per request, which is slow under load, and
    opens a new database connection every time.
    """

    request_class = Utf8Request

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, "pages")
        # The other half of the connections is left for clients that have not sent a request yet.
        waiting = min(WAITING, connection_limits().requests // 2)
        self._queue = Queue(THREADS, waiting, settings.WORK_PER_ADDRESS)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load all middleware in its synchronous form."""
        super().load_middleware(is_async=False)

    async def handle(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer a request; respond with 503 if the queue is full or the wait is too long.

        A request whose client disconnects while it is queued is dropped. If the client disconnects
        later, the request is still carried out, but the task ends at once: the server would kill a
        waiting task and log a traceback.
        """
        if scope["path"] == LIFE:
            # Liveness probes skip the queue: they only ask whether the process is alive.
            await self.send_response(healthz(), send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        # After the request body, the only message left is the disconnect.
        leaving = asyncio.ensure_future(receive())
        try:
            turn = await self._queue.wait(priority_of(scope), network_in(scope), leaving)
        except (ClientGone, QueueFull) as reason:
            body.close()
            leaving.cancel()
            if isinstance(reason, QueueFull):
                await self.send_response(busy(scope), send)
            return
        in_thread = asyncio.get_running_loop().run_in_executor
        work = WorkClock()
        answer = in_thread(self._threads, work.timed, self._answer, scope, body)
        answer.add_done_callback(lambda _: self._queue.end(turn, work.seconds))
        try:
            await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
        if not answer.done():
            answer.add_done_callback(self._drop)
            return
        response = answer.result()
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await in_thread(self._threads, response.close)

    def _drop(self, answer: "asyncio.Future[HttpResponseBase]") -> None:
        """Close a response whose client has disconnected."""
        if not answer.cancelled() and not answer.exception() and answer.result().streaming:
            self._threads.submit(answer.result().close)

    def create_request(
        self, scope: Message, body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request, or a 400 response to one that cannot be parsed."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:
            # For example, a Content-Type with an unknown charset.
            sentence = "Bad request.\n"
            return None, HttpResponseBadRequest(sentence, content_type="text/plain")

    def _response_to(
        self, request: ASGIRequest | None, refusal: HttpResponseBase | None
    ) -> HttpResponseBase:
        if request is None:
            return refusal or HttpResponseBadRequest()
        response = self.get_response(request)
        # The sender of `request_finished` when the response is closed, as in Django's handlers.
        response._handler_class = self.__class__
        return response

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        with body:
            response = self._response_to(*self.create_request(scope, body))
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # The body is complete, so resources of the request can be freed before it is sent.
            response.close()
        return response
