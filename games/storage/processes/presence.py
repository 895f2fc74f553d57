"""Which users have which tables open and look at them, in this process and in all others.

A page reports when it is hidden or shown, and at most once a minute that it is used
(`static/web/live/presence.js`). A user looks at a table while one of their pages is visible and was
used lately: within `LOOKS_FOR` for notices and reminders, within `ATTENDS_FOR` for pausing. Other
players learn only that a page is open, from `online`.

Each process stores its users' open tables in the database, for other web processes and workers. A
user's row is written when it changes, at most once in `WRITTEN_EVERY` seconds; rows of a process
without a recent heartbeat are ignored. Each write also updates `last_seen`.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Lock
from time import monotonic

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import LastVisit, Presence, User
from games.storage.processes import last_seen
from games.storage.store.database_time import milliseconds, moment_now

LOOKS_FOR = timedelta(minutes=10)
"""How long after its last use a visible page counts as looked at, for notices and reminders."""

ATTENDS_FOR = timedelta(hours=1)
"""The same, for pausing games without players at the table (TRN-9)."""

WRITTEN_EVERY = 30.0
"""The shortest interval in seconds between writes of a user's row."""

NOTED_EVERY = 300.0
"""Seconds after which the row of a user who looks at a table is written again.

It limits the loss in a crash, and is less than `LOOKS_FOR`, so that the row never looks too old.
"""

GRACE = timedelta(seconds=WRITTEN_EVERY + 10)
"""The maximum delay until an opened or closed table is recorded in the database."""

GONE_AFTER = timedelta(seconds=20)
"""A process without a heartbeat for this long is ignored."""

Uses = Mapping[str, float | None]
"""The open tables of a user, by code: when a visible page was last used, None if all are hidden.

The times are values of `monotonic()`.
"""


@dataclass(eq=False, slots=True)
class Page:
    """A table's page that a user has open in this process."""

    code: str
    user: int
    is_visible: bool = True
    used: float = field(default_factory=lambda: monotonic())


_lock = Lock()
_pages: dict[str, dict[int, set[Page]]] = defaultdict(dict)
"""The open pages of this process, by code and user."""

_written: dict[int, tuple[Uses, float]] = {}
_left: dict[tuple[int, str], tuple[float, int | None]] = {}
"""Tables that users stopped looking at, not yet stored: monotonic time and log entry, by (user,
code)."""

_elsewhere: Mapping[str, Mapping[int, float | None]] = {}
"""The open tables of users in other processes, by code and user, as in `Uses`."""


def page_opened(code: str, user: int | None) -> Page | None:
    """Register a user's newly opened page as visible and used; return None for anonymous users."""
    if user is None:
        return None
    page = Page(code, user)
    with _lock:
        _pages[code].setdefault(user, set()).add(page)
        _left.pop((user, code), None)
    return page


def page_reported(page: Page, idle: float | None, number: int | None = None) -> None:
    """Note that a page was last used `idle` seconds ago, or that it is hidden if that is None.

    `number` is the last log entry it showed, if known.
    """
    with _lock:
        was_looking = _is_looking(page.code, page.user)
        page.is_visible = idle is not None
        page.used = monotonic() - idle if idle is not None else page.used
        _note_change(page, was_looking, number)


def page_closed(page: Page, number: int | None = None) -> None:
    """Unregister a page that a user closed; `number` is the last log entry it showed, if known."""
    with _lock:
        was_looking = _is_looking(page.code, page.user)
        users = _pages[page.code]
        pages = users[page.user]
        pages.discard(page)
        if not pages:
            del users[page.user]
        if not users:
            del _pages[page.code]
        _note_change(page, was_looking, number)


def _note_change(page: Page, was_looking: bool, number: int | None) -> None:
    is_looking = _is_looking(page.code, page.user)
    if is_looking:
        _left.pop((page.user, page.code), None)
    elif was_looking:
        _left[page.user, page.code] = monotonic(), number


def _is_looking(code: str, user: int) -> bool:
    pages = _pages[code].get(user, ()) if code in _pages else ()
    return is_lately(_last_use(pages))


def _last_use(pages: Collection[Page]) -> float | None:
    return max((page.used for page in pages if page.is_visible), default=None)


def is_lately(used: float | None, within: timedelta = LOOKS_FOR) -> bool:
    """Return whether a page was used lately; False if `used` is None, as for a hidden page."""
    return used is not None and monotonic() - used < within.total_seconds()


def online(code: str) -> frozenset[int]:
    """Return the users who have a table open, without a query."""
    with _lock:
        here = frozenset(_pages.get(code, ()))
    return here | _elsewhere.get(code, {}).keys()


def looking(code: str) -> frozenset[int]:
    """Return the users who look at a table, without a query."""
    with _lock:
        uses = [(user, _last_use(pages)) for user, pages in _pages.get(code, {}).items()]
    uses += _elsewhere.get(code, {}).items()
    return frozenset(user for user, used in uses if is_lately(used))


# Between processes


def write(process: int) -> int:
    """Store the open tables of those users of this process whose row is due.

    Returns the number of these users.
    """
    due = _due(monotonic())
    if not due:
        return 0
    known = set(User.objects.filter(pk__in=due).values_list("pk", flat=True))
    here = {user: uses for user, uses in due.items() if uses and user in known}
    Presence.objects.filter(process=process, user__in=due.keys() - here.keys()).delete()
    Presence.objects.bulk_create(
        (
            Presence(process_id=process, user_id=user, codes=sorted(uses), looks=_to_looks(uses))
            for user, uses in here.items()
        ),
        update_conflicts=True,
        unique_fields=["process", "user"],
        update_fields=["codes", "looks"],
        batch_size=1000,
    )
    left = _left_by(due)
    _note_seen(here, left)
    with _lock:
        _written.update({user: (uses, monotonic()) for user, uses in due.items()})
        for page, when in left.items():
            if _left.get(page) == when:
                del _left[page]
    return len(due)


def farewell() -> None:
    """At shutdown, store when the users of this process last looked at their tables."""
    with _lock:
        here, gone = _here(), {user for user, _ in _left}
    if here or gone:
        _note_seen(here, _left_by(gone))


def _left_by(users: Collection[int]) -> dict[tuple[int, str], tuple[float, int | None]]:
    with _lock:
        return {page: when for page, when in _left.items() if page[0] in users}


def _note_seen(
    here: Mapping[int, Uses], left: Mapping[tuple[int, str], tuple[float, int | None]]
) -> None:
    now, counted = moment_now(), monotonic()
    seen = {
        page: last_seen.Seen(now - timedelta(seconds=counted - when), number)
        for page, (when, number) in left.items()
    }
    for user, uses in here.items():
        looked_at = (code for code, used in uses.items() if is_lately(used))
        seen |= {(user, code): last_seen.Seen(now) for code in looked_at}
    last_seen.note(seen)


def _here() -> dict[int, dict[str, float | None]]:
    """Return the open tables of this process's users."""
    here: dict[int, dict[str, float | None]] = defaultdict(dict)
    for code, users in _pages.items():
        for user, pages in users.items():
            here[user][code] = _last_use(pages)
    return here


def _due(now: float) -> dict[int, Uses]:
    """Return the open tables of the users whose rows must be written now, by user."""
    with _lock:
        here = _here()
        leaving = {user for user, _ in _left}
        for user in _written.keys() - here.keys() - leaving:
            if not _written[user][0] and now - _written[user][1] >= WRITTEN_EVERY:
                del _written[user]
        free = {user for user, (_, when) in _written.items() if now - when >= WRITTEN_EVERY}
        changed = {user for user in free if _differ(_written[user][0], here.get(user, {}))}
        stale = {user for user in free & here.keys() if now - _written[user][1] >= NOTED_EVERY}
        stale = {user for user in stale if any(map(is_lately, here[user].values()))}
        new = (here.keys() | leaving) - _written.keys()
        due = changed | stale | (leaving & free) | new
        return {user: here.get(user, {}) for user in due}


def _differ(old: Uses, new: Uses) -> bool:
    """Return whether a table was opened, closed, hidden, shown, or used `NOTED_EVERY` later."""
    return old.keys() != new.keys() or any(
        (used is None) != (new[code] is None) or abs((new[code] or 0) - (used or 0)) > NOTED_EVERY
        for code, used in old.items()
    )


def read(process: int | None) -> None:
    """Load which tables users have open in all other processes."""
    global _elsewhere
    found: dict[str, dict[int, float | None]] = defaultdict(dict)
    for user, codes, looks in _stored().exclude(process=process).values_list(*_COLUMNS):
        for code, used in _from_looks(codes, looks).items():
            found[code][user] = _later(found[code].get(user), used)
    _elsewhere = found


def forget() -> None:
    """Mark all rows as unwritten, because the process has registered again."""
    with _lock:
        _written.clear()


# Queries

_COLUMNS = ("user", "codes", "looks")


def _stored() -> QuerySet[Presence]:
    return Presence.objects.filter(process__seen_at__gt=Now() - GONE_AFTER)


def _to_looks(uses: Uses) -> dict[str, int]:
    """Return when visible pages were last used, by code, as Unix time in milliseconds."""
    here, now = monotonic(), milliseconds(moment_now())
    return {
        code: now - int(1000 * (here - used)) for code, used in uses.items() if used is not None
    }


def _from_looks(codes: Collection[str], looks: Mapping[str, int]) -> Uses:
    here, now = monotonic(), milliseconds(moment_now())
    return {code: here - (now - looks[code]) / 1000 if code in looks else None for code in codes}


def _later(one: float | None, other: float | None) -> float | None:
    return max((used for used in (one, other) if used is not None), default=None)


def open_tables(users: Collection[int]) -> dict[int, dict[str, float | None]]:
    """Return the tables that users have open in any process, by user, as in `Uses`."""
    found: dict[int, dict[str, float | None]] = defaultdict(dict)
    for user, codes, looks in _stored().filter(user__in=users).values_list(*_COLUMNS):
        for code, used in _from_looks(codes, looks).items():
            found[user][code] = _later(found[user].get(code), used)
    return found


def looking_now(users: Collection[int], within: timedelta = LOOKS_FOR) -> dict[int, frozenset[str]]:
    """Return the tables that users look at in any process, by user."""
    return {
        user: frozenset(code for code, used in uses.items() if is_lately(used, within))
        for user, uses in open_tables(users).items()
    }


def lately_here(users: Collection[int]) -> set[int]:
    """Return which of these users have a table open, or looked at one in the last `GRACE`."""
    lately = LastVisit.objects.filter(user__in=users, seen_at__gt=moment_now() - GRACE)
    return {*open_tables(users), *lately.values_list("user", flat=True)}


def people_now() -> int:
    """Return how many users have a table open in any live process."""
    return _stored().exclude(codes=[]).values("user").distinct().count()
