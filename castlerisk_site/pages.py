"""The door for requests by HTTP: each is answered from its beginning to its end in one thread."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.http import FileResponse, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.urls import set_script_prefix

from castlerisk_site.away import busy
from castlerisk_site.front import network_in
from castlerisk_site.probes import healthz
from castlerisk_site.queueing import Full, Gone, Queue, priority_of
from games.live.descriptors import share

THREADS = 16
"""So many requests are answered at the same time; the others wait their turn."""

WAITING = 256
"""So many requests wait at most; one network may have a quarter of these places."""

LIFE = "/healthz"

Message = dict[str, Any]


class Request(ASGIRequest):
    """A request that is read as UTF-8, in which browsers send our forms, whatever it claims.

    Other ways to read it may be no text at all, or give signs that no database takes.
    """

    encoding = property(lambda request: None, lambda request, claimed: None)

    def build_absolute_uri(self, location: str | None = None) -> str:
        """Return a whole URL of this site, whatever name the client asked for it by."""
        path = self.get_full_path() if location is None else location
        return urljoin(settings.SITE_ADDRESS, path)


class Pages(ASGIHandler):
    """Answers requests in threads that stay, each with a connection to the database.

    Django's own handler goes to and fro between threads several times for a request, which takes
    long where another one is busy, and opens a new connection every time.
    """

    request_class = Request

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, "pages")
        # Half of the connections are left to clients whose request is not there yet.
        self._queue = Queue(THREADS, min(WAITING, share().requests // 2))

    def load_middleware(self, is_async: bool = False) -> None:
        """Make all middleware for threads."""
        super().load_middleware(is_async=False)

    async def handle(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer a request, or say that there are too many.

        A client that leaves before its turn is not worked for. Where it leaves later, what it
        asked for is done all the same: waiting on for it would end in the server killing the task,
        and logging all of it.
        """
        if scope["path"] == LIFE:
            # Whoever watches over the process asks only whether it lives.
            await self.send_response(healthz(), send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        # After the body of a request the only message is that the client disconnected.
        leaving = asyncio.ensure_future(receive())
        try:
            turn = await self._queue.wait(priority_of(scope), network_in(scope), leaving)
        except (Gone, Full) as reason:
            body.close()
            leaving.cancel()
            if isinstance(reason, Full):
                await self.send_response(busy(scope), send)
            return
        in_thread = asyncio.get_running_loop().run_in_executor
        answer = in_thread(self._threads, self._answer, scope, body)
        answer.add_done_callback(lambda _: self._queue.end(turn))
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
        """Close a response that nobody waits for."""
        if not answer.cancelled() and not answer.exception() and answer.result().streaming:
            self._threads.submit(answer.result().close)

    def create_request(
        self, scope: dict[str, Any], body_file: SpooledTemporaryFile[bytes]
    ) -> tuple[Request | None, HttpResponse | None]:
        """Return the request, or the answer to one that cannot be understood."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:
            # What it says of its own words makes no sense.
            sentence = "That could not be understood.\n"
            return None, HttpResponseBadRequest(sentence, content_type="text/plain")

    def _answer(self, scope: dict[str, Any], body: SpooledTemporaryFile[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, response = self.create_request(scope, body)
        with body:
            if request is not None:
                response = self.get_response(request)
                response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # All of it is there: what a request holds on to need not wait until it is sent.
            response.close()
        return response
