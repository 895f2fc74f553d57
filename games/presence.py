"""Who is looking at which table, as far as this process knows."""

from collections import Counter, defaultdict
from threading import Lock

_lock = Lock()
_lookers: dict[str, Counter[int]] = defaultdict(Counter)


def arrive(code: str, user: int | None) -> None:
    """Count a page that a user opened."""
    if user is not None:
        with _lock:
            _lookers[code][user] += 1


def depart(code: str, user: int | None) -> None:
    """Count a page that a user closed."""
    if user is None:
        return
    with _lock:
        left = _lookers[code]
        left[user] -= 1
        if left[user] <= 0:
            del left[user]
        if not left:
            del _lookers[code]


def online(code: str) -> frozenset[int]:
    """Return the users who are looking at a table."""
    with _lock:
        return frozenset(_lookers.get(code, ()))
