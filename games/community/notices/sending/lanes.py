"""Lanes for webhooks and pushes, so that a slow destination does not delay the others.

Each destination has its own lane. Destinations not yet known to be fast share UNPROVEN_SLOTS slots;
the other slots are reserved for fast destinations. Slow destinations are paused, longer each time.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from threading import Lock
from time import monotonic

SLOTS = 32
"""The maximum number of concurrent requests of a worker."""

UNPROVEN_SLOTS = 24
"""The maximum number of concurrent requests to destinations not known to be fast."""

A_FAST_ONE = 4
"""The maximum number of concurrent requests to one fast destination; others get one."""

SLOW_SECONDS = 3.0
RESTS = (30.0, 120.0, 600.0, 1800.0)
"""How long a destination is paused after each consecutive slow request, in seconds."""

MOST_KNOWN = 5000


@dataclass(slots=True)
class _Slow:
    tries: int
    until: float


class Lanes:
    """A worker's view of its destinations; thread-safe."""

    def __init__(self, fast: Collection[str] = ()) -> None:
        """Start with destinations already known to be fast."""
        self._lock = Lock()
        self._fast = set(fast)
        self._slow: dict[str, _Slow] = {}
        self._under_way: Counter[str] = Counter()

    def closed(self) -> list[str]:
        """Return the destinations that may not be sent to now: busy or paused."""
        with self._lock:
            now = monotonic()
            busy = [one for one, count in self._under_way.items() if count >= self._most(one)]
            return busy + [one for one, slow in self._slow.items() if slow.until > now]

    def open_alone(self) -> list[str] | None:
        """Return the fast destinations if only these may get a slot; None if all may."""
        with self._lock:
            unproven = sum(count for one, count in self._under_way.items() if one not in self._fast)
            return list(self._fast) if unproven >= UNPROVEN_SLOTS else None

    def _most(self, destination: str) -> int:
        return A_FAST_ONE if destination in self._fast else 1

    def begin(self, destination: str) -> None:
        """Count a request about to be sent."""
        with self._lock:
            self._under_way[destination] += 1

    def end(self, destination: str, seconds: float, was_sent: bool) -> float:
        """Record the end of a request; return the seconds for which its destination is paused."""
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
        slow = self._slow.get(destination)
        left = slow.until - monotonic() if slow else 0.0
        if left > 0:
            # Sent together with the slow request that began the pause: not slow once more.
            return left
        if len(self._slow) >= MOST_KNOWN:
            now = monotonic()
            self._slow = {one: slow for one, slow in self._slow.items() if slow.until > now}
        tries = slow.tries + 1 if slow else 1
        seconds = RESTS[min(tries, len(RESTS)) - 1]
        self._slow[destination] = _Slow(tries, monotonic() + seconds)
        return seconds
