"""The bounded queue in front of the page threads: who is next, and who is turned away.

Everything here runs in the event loop.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from time import monotonic
from typing import Any

from games.live.socket_limits import Allowance
from games.processes.metrics import refused

WORK_SECONDS, WORK_SHARE = 10.0, 1 / 3
"""How many seconds of work one network gets at once, and then in each second."""

MOST_KNOWN = 10_000


class Priority(IntEnum):
    """The classes of requests, the most urgent first."""

    MOVE, PAGE, LIST = range(3)


URGENT = ("/accounts/login/", "/accounts/2fa/", "/admin/", "/readyz", "/metrics")
TABLES = "/games/"
SESSION = b"sessionid="


def priority_of(scope: dict[str, Any]) -> Priority:
    """Return the class of a request: moves and log-ins, pages of people, lists and strangers."""
    path = scope["path"]
    is_sent = scope["method"] not in ("GET", "HEAD")
    if path.startswith(URGENT) or (is_sent and path.startswith(TABLES)):
        return Priority.MOVE
    has_session = any(name == b"cookie" and SESSION in value for name, value in scope["headers"])
    is_page = is_sent or (has_session and path.startswith(TABLES))
    return Priority.PAGE if is_page else Priority.LIST


class Full(Exception):
    """A request is turned away: the queue, or the share of its network in it, is full."""


class Gone(Exception):
    """The client of a request went away while it waited."""


@dataclass(order=True, slots=True)
class Entry:
    """A request that waits; entries are in the order in which their turns come."""

    priority: Priority
    rank: int
    number: int
    network: str = field(compare=False)
    turn: asyncio.Future[None] = field(compare=False)
    began: float = field(default=0.0, compare=False)


class Queue:
    """Lets so many requests be worked on at once, and so many wait.

    A network that has used more than its time of the threads is served only while nobody else is:
    under a flood from one network, the others are nearly alone.

    Of each class, requests are ordered by how many of the same network were there before them: the
    first one of a network goes before the second one of any other. A full queue gives up its last
    entry for one that comes before it.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._room = {
            Priority.MOVE: threads,
            Priority.PAGE: threads - threads // 8,
            Priority.LIST: threads - threads // 4,
        }
        self._most_waiting, self._most_of_network = waiting, waiting // 4
        self._most_working_of_network = max(1, threads // 4)
        self._waiting: list[Entry] = []
        self._working = 0
        self._working_of: Counter[str] = Counter()
        self._numbers = count()
        self._time: dict[str, Allowance] = {}

    async def wait(self, priority: Priority, network: str, leaving: "asyncio.Future[Any]") -> Entry:
        """Wait for a turn, which lasts until `end`; Full or Gone where none comes.

        `leaving` is done when the client has gone away.
        """
        entry = self._enter(priority, network)
        self._give_turns()
        try:
            await asyncio.wait((entry.turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                raise Gone
            entry.turn.result()
        except BaseException:
            self.end(entry)
            raise
        return entry

    def _enter(self, priority: Priority, network: str) -> Entry:
        own = [entry for entry in self._waiting if entry.network == network]
        rank = len(own) + self._working_of[network]
        turn = asyncio.get_running_loop().create_future()
        entry = Entry(priority, rank, next(self._numbers), network, turn)
        if len(own) >= self._most_of_network:
            self._make_way(entry, own)
        elif len(self._waiting) >= self._most_waiting:
            self._make_way(entry, self._waiting)
        self._waiting.append(entry)
        self._waiting.sort()
        return entry

    def _make_way(self, entry: Entry, among: list[Entry]) -> None:
        """Turn away the last of some entries, or the new one."""
        last = max(*among, entry)
        refused.labels("request", "busy").inc()
        if last is entry:
            raise Full
        self._waiting.remove(last)
        last.turn.set_exception(Full())

    def end(self, entry: Entry) -> None:
        """End the turn of a request, or its waiting for one."""
        if entry in self._waiting:
            self._waiting.remove(entry)
        elif entry.turn.done() and entry.turn.exception() is None:
            self._charge(entry)
            self._working -= 1
            self._working_of[entry.network] -= 1
            if not self._working_of[entry.network]:
                del self._working_of[entry.network]
        self._give_turns()

    def _charge(self, entry: Entry) -> None:
        if entry.network not in self._time:
            if len(self._time) > MOST_KNOWN:
                self._time = {one: left for one, left in self._time.items() if not left.is_full}
            self._time[entry.network] = Allowance(WORK_SECONDS, WORK_SHARE)
        self._time[entry.network].charge(monotonic() - entry.began)

    def _give_turns(self) -> None:
        for entry in tuple(self._waiting):
            if self._working >= self._room[entry.priority]:
                return
            if self._may_work(entry.network):
                self._begin(entry)
        # What would only be in the way of others is not: there is nobody else.
        if self._waiting and not self._working:
            self._begin(self._waiting[0])

    def _may_work(self, network: str) -> bool:
        time = self._time.get(network)
        is_overdrawn = time is not None and time.is_overdrawn
        return not is_overdrawn and self._working_of[network] < self._most_working_of_network

    def _begin(self, entry: Entry) -> None:
        self._waiting.remove(entry)
        self._working += 1
        self._working_of[entry.network] += 1
        entry.began = monotonic()
        entry.turn.set_result(None)
