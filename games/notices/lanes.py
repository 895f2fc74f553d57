"""Which destinations of webhooks and pushes may be sent to now: a slow one delays no other.

Each destination has its own lane. Those that have not proved to answer fast share some of the
slots, so a few slots always stay free for those that have. A slow destination rests, longer each
time.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from threading import Lock
from time import monotonic

SLOTS = 32
"""How many requests one worker has under way at once."""

UNPROVEN_SLOTS = 24
"""How many of them may go to destinations that have not proved to be fast."""

A_FAST_ONE = 4
"""How many may go to one fast destination at once; any other gets one."""

SLOW_SECONDS = 3.0
RESTS = (30.0, 120.0, 600.0, 1800.0)
"""How long a destination rests after each slow try in a row, in seconds."""

MOST_KNOWN = 5000


@dataclass(slots=True)
class _Slow:
    tries: int
    until: float


class Lanes:
    """What one worker knows of its destinations; several threads may use it."""

    def __init__(self, fast: Collection[str] = ()) -> None:
        """Begin with destinations that have answered before."""
        self._lock = Lock()
        self._fast = set(fast)
        self._slow: dict[str, _Slow] = {}
        self._under_way: Counter[str] = Counter()

    def closed(self) -> list[str]:
        """Return the destinations that get nothing now: busy or resting."""
        with self._lock:
            now = monotonic()
            busy = [one for one, count in self._under_way.items() if count >= self._most(one)]
            return busy + [one for one, slow in self._slow.items() if slow.until > now]

    def open_alone(self) -> list[str] | None:
        """Return the only destinations to send to; None while any may have a slot."""
        with self._lock:
            unproven = sum(count for one, count in self._under_way.items() if one not in self._fast)
            return list(self._fast) if unproven >= UNPROVEN_SLOTS else None

    def _most(self, destination: str) -> int:
        return A_FAST_ONE if destination in self._fast else 1

    def begin(self, destination: str) -> None:
        """Count a request that goes out."""
        with self._lock:
            self._under_way[destination] += 1

    def end(self, destination: str, seconds: float, was_sent: bool) -> float:
        """Note how a request went; return for how many seconds its destination rests."""
        with self._lock:
            self._under_way[destination] -= 1
            if not self._under_way[destination]:
                del self._under_way[destination]
            if seconds > SLOW_SECONDS:
                return self._rest(destination)
            self._slow.pop(destination, None)
            if was_sent and len(self._fast) < MOST_KNOWN:
                self._fast.add(destination)
            return 0.0

    def _rest(self, destination: str) -> float:
        self._fast.discard(destination)
        if len(self._slow) >= MOST_KNOWN:
            now = monotonic()
            self._slow = {one: slow for one, slow in self._slow.items() if slow.until > now}
        slow = self._slow.get(destination)
        tries = slow.tries + 1 if slow else 1
        seconds = RESTS[min(tries, len(RESTS)) - 1]
        self._slow[destination] = _Slow(tries, monotonic() + seconds)
        return seconds
