"""Who is looking at which table: through this process, and through the others.

What others are looked at through stands in the database. A user's row there is written when it
changes, and at most once in half a minute; that a process is gone its own row says.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import timedelta
from threading import Lock
from time import monotonic

from django.db.models.functions import Now

from games.models import Presence, User

WRITTEN_EVERY = 30.0
"""At most once in so many seconds a user's row is written."""

GONE_AFTER = timedelta(seconds=20)
"""After how long without a sign a process is not counted any more."""

_lock = Lock()
_lookers: dict[str, Counter[int]] = defaultdict(Counter)
_written: dict[int, tuple[frozenset[str], float]] = {}
_elsewhere: Mapping[str, frozenset[int]] = {}


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
    """Return the users who are looking at a table; asks nothing of the database."""
    with _lock:
        here = frozenset(_lookers.get(code, ()))
    return here | _elsewhere.get(code, frozenset())


# Between processes


def write(process: int) -> int:
    """Store who looks at what through this process, where it has changed; return for how many."""
    due = _due(monotonic())
    if not due:
        return 0
    known = set(User.objects.filter(pk__in=due).values_list("pk", flat=True))
    looking = {user: codes for user, codes in due.items() if codes and user in known}
    Presence.objects.filter(process=process, user__in=due.keys() - looking.keys()).delete()
    Presence.objects.bulk_create(
        (
            Presence(process_id=process, user_id=user, codes=sorted(codes))
            for user, codes in looking.items()
        ),
        update_conflicts=True,
        unique_fields=["process", "user"],
        update_fields=["codes"],
    )
    with _lock:
        _written.update({user: (codes, monotonic()) for user, codes in due.items()})
    return len(due)


def _due(now: float) -> dict[int, frozenset[str]]:
    """Return whose row is not as it should be and may be written, with what they look at."""
    with _lock:
        looking: dict[int, set[str]] = defaultdict(set)
        for code, users in _lookers.items():
            for user in users:
                looking[user].add(code)
        free = {user for user, (_, when) in _written.items() if now - when >= WRITTEN_EVERY}
        for user in free - looking.keys():
            if not _written[user][0]:
                del _written[user]
        return {
            user: frozenset(looking.get(user, ()))
            for user in looking.keys() | _written.keys()
            if user not in _written
            or (user in free and _written[user][0] != looking.get(user, set()))
        }


def read(process: int | None) -> None:
    """Learn who looks at what through all processes but this one."""
    global _elsewhere
    rows = Presence.objects.filter(process__seen_at__gt=Now() - GONE_AFTER)
    found: dict[str, set[int]] = defaultdict(set)
    for user, codes in rows.exclude(process=process).values_list("user", "codes"):
        for code in codes:
            found[code].add(user)
    _elsewhere = {code: frozenset(users) for code, users in found.items()}


def forget() -> None:
    """Let everything count as not written, as in a process that has a new row."""
    with _lock:
        _written.clear()


def people_now() -> int:
    """Return how many users have a table open, through any process that is at work."""
    rows = Presence.objects.filter(process__seen_at__gt=Now() - GONE_AFTER).exclude(codes=[])
    return rows.values("user").distinct().count()
