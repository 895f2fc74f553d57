"""The bounded queue in front of the request threads: priorities, fairness and rejection.

Everything here runs in the event loop.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from time import monotonic
from typing import Any

from games.storage.processes.metrics import refused
from games.web.live.socket_limits import TokenBucket

REFILL_SECONDS = 30.0
"""The time in which a network regains its whole reserve of processor time."""

LONGEST_WAIT = 10.0
"""Seconds after which a queued request is rejected: its client has probably given up."""

SLOW_SECONDS = 2.0
"""A request that takes longer is slow: a sign that the processors have too many threads to run."""

MOST_KNOWN = 10_000


class Priority(IntEnum):
    """The priority classes of requests, most urgent first."""

    MOVE, PAGE, LIST = range(3)


URGENT = ("/accounts/login/", "/accounts/2fa/", "/admin/", "/readyz", "/metrics")
TABLES = "/games/"
SESSION = b"sessionid="


def priority_of(scope: dict[str, Any]) -> Priority:
    """Return the class of a request.

    MOVE is for moves, log-ins and operators, PAGE for forms and for tables opened with a session,
    LIST for everything else.
    """
    path = scope["path"]
    is_sent = scope["method"] not in ("GET", "HEAD")
    if path.startswith(URGENT) or (is_sent and path.startswith(TABLES)):
        return Priority.MOVE
    has_session = any(name == b"cookie" and SESSION in value for name, value in scope["headers"])
    is_page = is_sent or (has_session and path.startswith(TABLES))
    return Priority.PAGE if is_page else Priority.LIST


class QueueFull(Exception):
    """A request is rejected: the queue or its network's share is full, or it waited too long."""


class ClientGone(Exception):
    """The client disconnected while its request was queued."""


@dataclass(order=True, slots=True)
class QueuedRequest:
    """A request in the queue; entries sort in the order in which they are served."""

    priority: Priority
    rank: int
    number: int
    network: str = field(compare=False)
    turn: asyncio.Future[None] = field(compare=False)
    began: float = field(default=0.0, compare=False)


class Queue:
    """A queue with limits on the requests in progress and on those waiting.

    A network that has used up its processor time is served only while the threads are idle, so a
    flood from one network hardly affects the others.

    A slow request lowers the limit on requests in progress, a quick one raises it again. If too
    many shared a busy processor, none would be finished before its client gives up.

    Within a class, requests are ordered by how many requests of the same network are ahead of them:
    the first request of one network comes before the second of any other. A full queue drops its
    last entry in favour of a new one that sorts before it.
    """

    def __init__(
        self,
        threads: int,
        waiting: int,
        work_seconds: float = 10,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Set the limits; `work_seconds` is each network's reserve of processor time."""
        self._threads = self._at_once = float(threads)
        self._work_seconds, self._clock = work_seconds, clock
        self._most_waiting, self._most_of_network = waiting, waiting // 4
        self._most_working_of_network = max(1, threads // 4)
        self._waiting: list[QueuedRequest] = []
        self._working = 0
        self._working_of: Counter[str] = Counter()
        self._numbers = count()
        self._time: dict[str, TokenBucket] = {}

    async def wait(
        self, priority: Priority, network: str, leaving: "asyncio.Future[Any]"
    ) -> QueuedRequest:
        """Wait for a turn; raise QueueFull or ClientGone if it never comes.

        The turn lasts until `end` is called.

        `leaving` completes when the client disconnects.
        """
        entry = self._enter(priority, network)
        self._give_turns()
        too_late = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._give_up, entry)
        try:
            await asyncio.wait((entry.turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                raise ClientGone
            entry.turn.result()
        except BaseException:
            self.end(entry)
            raise
        finally:
            too_late.cancel()
        return entry

    def _give_up(self, entry: QueuedRequest) -> None:
        if entry in self._waiting:
            self._reject(entry, "late")

    def _enter(self, priority: Priority, network: str) -> QueuedRequest:
        own = [entry for entry in self._waiting if entry.network == network]
        rank = len(own) + self._working_of[network]
        turn = asyncio.get_running_loop().create_future()
        entry = QueuedRequest(priority, rank, next(self._numbers), network, turn)
        if len(own) >= self._most_of_network:
            self._make_way(entry, own)
        elif len(self._waiting) >= self._most_waiting:
            self._make_way(entry, self._waiting)
        self._waiting.append(entry)
        self._waiting.sort()
        return entry

    def _make_way(self, entry: QueuedRequest, among: list[QueuedRequest]) -> None:
        """Reject whichever entry sorts last: one of `among`, or the new one."""
        last = max(*among, entry)
        if last is entry:
            refused.labels("request", "busy").inc()
            raise QueueFull
        self._reject(last, "busy")

    def _reject(self, entry: QueuedRequest, why: str) -> None:
        refused.labels("request", why).inc()
        self._waiting.remove(entry)
        entry.turn.set_exception(QueueFull())

    def end(self, entry: QueuedRequest, work: float = 0) -> None:
        """End the turn of a request, or remove the request from the queue.

        `work` is the processor time that the request took, in seconds.
        """
        if entry in self._waiting:
            self._waiting.remove(entry)
        elif entry.turn.done() and entry.turn.exception() is None:
            self._charge(entry.network, work)
            self._adapt(self._clock() - entry.began)
            self._working -= 1
            self._working_of[entry.network] -= 1
            if not self._working_of[entry.network]:
                del self._working_of[entry.network]
        self._give_turns()

    def _charge(self, network: str, work: float) -> None:
        if network not in self._time:
            if len(self._time) > MOST_KNOWN:
                self._time = {one: left for one, left in self._time.items() if not left.is_full}
            self._time[network] = TokenBucket(
                self._work_seconds, self._work_seconds / REFILL_SECONDS
            )
        self._time[network].charge(work)

    def _adapt(self, seconds: float) -> None:
        """Adapt the limit on requests in progress to the duration of one that ended."""
        if seconds > SLOW_SECONDS:
            self._at_once = max(min(2.0, self._threads), self._at_once - 1)
        else:
            # All requests in progress together raise it by one.
            self._at_once = min(self._threads, self._at_once + 1 / self._at_once)

    def _room(self, priority: Priority) -> int:
        """Return the limit on requests in progress that applies to a new request of this class."""
        threads = int(self._at_once)
        if priority is Priority.LIST:
            return threads - max(1, threads // 4)
        return threads - threads // 8 if priority is Priority.PAGE else threads

    def _give_turns(self) -> None:
        for entry in tuple(self._waiting):
            if self._working >= self._room(entry.priority):
                return
            if self._may_work(entry.network):
                self._begin(entry)
        # The threads are idle: serve the first entry even if its network has used up its time.
        if self._waiting and not self._working:
            self._begin(self._waiting[0])

    def _may_work(self, network: str) -> bool:
        time = self._time.get(network)
        is_overdrawn = time is not None and time.is_overdrawn
        return not is_overdrawn and self._working_of[network] < self._most_working_of_network

    def _begin(self, entry: QueuedRequest) -> None:
        self._waiting.remove(entry)
        self._working += 1
        self._working_of[entry.network] += 1
        entry.began = self._clock()
        entry.turn.set_result(None)
