"""Which users have which tables open, in this process and in all others.

Each process stores its users' open tables in the database, for other web processes and workers. A
user's row is written when it changes, at most once in `WRITTEN_EVERY` seconds; rows of a process
without a recent heartbeat are ignored. Each write also updates `last_seen`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import timedelta
from threading import Lock
from time import monotonic

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import Looking, Presence, User
from games.processes import last_seen
from games.store.database_time import moment_now

WRITTEN_EVERY = 30.0
"""The shortest interval in seconds between writes of a user's row."""

NOTED_EVERY = 300.0
"""Seconds after which an unchanged row is written again, which limits the loss in a crash."""

GRACE = timedelta(seconds=WRITTEN_EVERY + 10)
"""The delay until the database shows who had which table open at a given moment."""

GONE_AFTER = timedelta(seconds=20)
"""A process without a heartbeat for this long is ignored."""

_lock = Lock()
_lookers: dict[str, Counter[int]] = defaultdict(Counter)
_written: dict[int, tuple[frozenset[str], float]] = {}
_left: dict[tuple[int, str], tuple[float, int | None]] = {}
"""Closed pages not yet stored: monotonic time and log entry of closing, by (user, code)."""

_elsewhere: Mapping[str, frozenset[int]] = {}


def page_opened(code: str, user: int | None) -> None:
    """Count a page that a user opened; anonymous visitors are not counted."""
    if user is not None:
        with _lock:
            _lookers[code][user] += 1
            _left.pop((user, code), None)


def page_closed(code: str, user: int | None, number: int | None = None) -> None:
    """Count a page that a user closed; `number` is the last log entry it showed, if known."""
    if user is None:
        return
    with _lock:
        left = _lookers[code]
        left[user] -= 1
        if left[user] <= 0:
            del left[user]
            _left[user, code] = (monotonic(), number)
        if not left:
            del _lookers[code]


def online(code: str) -> frozenset[int]:
    """Return the users who are looking at a table, without a query."""
    with _lock:
        here = frozenset(_lookers.get(code, ()))
    return here | _elsewhere.get(code, frozenset())


# Between processes


def write(process: int) -> int:
    """Store which tables this process's users have open, for users whose row is due.

    Returns the number of these users.
    """
    due = _due(monotonic())
    if not due:
        return 0
    known = set(User.objects.filter(pk__in=due).values_list("pk", flat=True))
    here = {user: codes for user, codes in due.items() if codes and user in known}
    Presence.objects.filter(process=process, user__in=due.keys() - here.keys()).delete()
    Presence.objects.bulk_create(
        (
            Presence(process_id=process, user_id=user, codes=sorted(codes))
            for user, codes in here.items()
        ),
        update_conflicts=True,
        unique_fields=["process", "user"],
        update_fields=["codes"],
        batch_size=1000,
    )
    left = _left_by(due)
    _note_seen({user: due[user] for user in known}, left)
    with _lock:
        _written.update({user: (codes, monotonic()) for user, codes in due.items()})
        for page, when in left.items():
            if _left.get(page) == when:
                del _left[page]
    return len(due)


def farewell() -> None:
    """At shutdown, store when the users of this process last had their tables open."""
    with _lock:
        users = {user for there in _lookers.values() for user in there}
        here = {user: {code for code in _lookers if user in _lookers[code]} for user in users}
        gone = {user for user, _ in _left}
    if here or gone:
        _note_seen(here, _left_by(gone))


def _left_by(users: Collection[int]) -> dict[tuple[int, str], tuple[float, int | None]]:
    with _lock:
        return {page: when for page, when in _left.items() if page[0] in users}


def _note_seen(
    here: Mapping[int, Collection[str]], left: Mapping[tuple[int, str], tuple[float, int | None]]
) -> None:
    now, counted = moment_now(), monotonic()
    seen = {
        page: last_seen.Seen(now - timedelta(seconds=counted - when), number)
        for page, (when, number) in left.items()
    }
    seen |= {(user, code): last_seen.Seen(now) for user, codes in here.items() for code in codes}
    last_seen.note(seen)


def _due(now: float) -> dict[int, frozenset[str]]:
    """Return the users with an outdated row that is due to be written, with their open tables."""
    with _lock:
        here: dict[int, set[str]] = defaultdict(set)
        for code, users in _lookers.items():
            for user in users:
                here[user].add(code)
        leaving = {user for user, _ in _left}
        for user in _written.keys() - here.keys() - leaving:
            if not _written[user][0] and now - _written[user][1] >= WRITTEN_EVERY:
                del _written[user]
        free = {user for user, (_, when) in _written.items() if now - when >= WRITTEN_EVERY}
        changed = {user for user in free if _written[user][0] != here.get(user, set())}
        stale = {user for user in free & here.keys() if now - _written[user][1] >= NOTED_EVERY}
        new = (here.keys() | leaving) - _written.keys()
        due = changed | stale | (leaving & free) | new
        return {user: frozenset(here.get(user, ())) for user in due}


def read(process: int | None) -> None:
    """Load which tables users have open in all other processes."""
    global _elsewhere
    found: dict[str, set[int]] = defaultdict(set)
    for user, codes in _stored().exclude(process=process).values_list("user", "codes"):
        for code in codes:
            found[code].add(user)
    _elsewhere = {code: frozenset(users) for code, users in found.items()}


def forget() -> None:
    """Mark all rows as unwritten, because the process has a new row."""
    with _lock:
        _written.clear()


# Queries


def _stored() -> QuerySet[Presence]:
    return Presence.objects.filter(process__seen_at__gt=Now() - GONE_AFTER)


def looking_now(users: Collection[int]) -> dict[int, frozenset[str]]:
    """Return the tables that users have open in any process, by user."""
    found: dict[int, frozenset[str]] = {}
    for user, codes in _stored().filter(user__in=users).values_list("user", "codes"):
        found[user] = found.get(user, frozenset()) | frozenset(codes)
    return found


def lately_here(users: Collection[int]) -> set[int]:
    """Return which of these users have any table open, or had one open within `GRACE`."""
    lately = Looking.objects.filter(user__in=users, seen_at__gt=moment_now() - GRACE)
    return {*looking_now(users), *lately.values_list("user", flat=True)}


def people_now() -> int:
    """Return how many users have a table open in any live process."""
    return _stored().exclude(codes=[]).values("user").distinct().count()
