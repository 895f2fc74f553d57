"""The processes that serve the site: each has a row, and those that cannot go together are refused.

Whether another one lives is not taken on trust: on the same machine the system is asked for that
very process; of another machine it is watched whether its row moves on.
"""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from games.models import Process, seeds
from games.processes import seed_checks
from games.processes.presence import GONE_AFTER

SEEN_EVERY = 5.0
"""Every so many seconds a process marks its row."""

WATCHED_FOR = 2 * SEEN_EVERY
FORGOTTEN_AFTER = timedelta(hours=1)


class CannotServe(Exception):
    """A process that would not go together with those there are; its text is a sentence."""


def enter(kind: str) -> Process:
    """Make a row for this process; CannotServe where it would not go with the others.

    Of two that come at the same time the first stays.
    """
    Process.objects.filter(seen_at__lt=Now() - FORGOTTEN_AFTER).delete()
    number, here = os.getpid(), host()
    # One that begins anew has a row from before.
    Process.objects.filter(host=here, number=number).delete()
    for other in Process.objects.filter(host=here):
        if not is_alive(other, here):
            other.delete()
    own = Process.objects.create(
        kind=kind,
        host=here,
        number=number,
        began=began(number) or 0,
        has_redis=bool(settings.REDIS_URL),
        seed_key=seeds.fingerprint(),
        seen_at=Now(),
    )
    try:
        verify_together(own)
    except CannotServe:
        own.delete()
        raise
    seed_checks.warn_of_lost_key()
    return own


def mark(own: Process) -> bool:
    """Say that a process is at work; False where its row is gone."""
    return Process.objects.filter(pk=own.pk).update(seen_at=Now()) > 0


def leave(own: Process) -> None:
    """Take away the row of a process that ends, and who looked through it."""
    Process.objects.filter(pk=own.pk).delete()


def living() -> list[tuple[str, bool]]:
    """Return kind and whether it has Redis, of every process that was lately at work."""
    rows = Process.objects.filter(seen_at__gt=Now() - GONE_AFTER)
    return list(rows.order_by("pk").values_list("kind", "has_redis"))


# What goes together


def verify_together(own: Process) -> None:
    """Raise CannotServe where an older process lives that this one does not go with."""
    others = Process.objects.filter(pk__lt=own.pk, seen_at__gt=Now() - GONE_AFTER)
    for other in others.order_by("pk"):
        sentence = clash(own, other, connection.vendor == "sqlite")
        if sentence and is_alive(other, own.host):
            raise CannotServe(f"{sentence} (There is the {other}.)")


def clash(own: Process, other: Process, is_file: bool) -> str:
    """Return why two processes do not go together on a database; "" where they do."""
    if is_file and own.host != other.host:
        return (
            "Another machine serves this site from the same SQLite file: "
            "several machines need PostgreSQL, named by DATABASE_URL."
        )
    are_web = own.kind == other.kind == Process.Kind.WEB
    if are_web and is_file:
        return (
            "Another web process serves this site already: with SQLite there can be only one; "
            "several need PostgreSQL, named by DATABASE_URL."
        )
    if are_web and not (own.has_redis and other.has_redis):
        return (
            "Another web process serves this site already: several need Redis, "
            "named by REDIS_URL for all of them."
        )
    if own.seed_key and other.seed_key and own.seed_key != other.seed_key:
        return (
            "Another process of this site has another seed-key, and could not read the seeds of "
            "this one: copy the file seed-key from one machine to all."
        )
    if own.has_redis != other.has_redis:
        return (
            "Of the processes of this site some have Redis and some have not: "
            "set REDIS_URL for all of them or for none."
        )
    return ""


def is_alive(other: Process, here: str, wait: Callable[[float], None] = sleep) -> bool:
    """Say whether a process lives; of one on another machine that takes a few seconds."""
    if other.host == here:
        return began(other.number) == other.began
    end = monotonic() + WATCHED_FOR
    rows = Process.objects.filter(pk=other.pk).values_list("seen_at", flat=True)
    while monotonic() < end:
        wait(0.5)
        seen_at = rows.first()
        if seen_at != other.seen_at:
            return seen_at is not None
    return False


# This machine


def host() -> str:
    """Return a name of this machine that no other one has, and that it loses when it restarts."""
    words = [socket.gethostname()]
    with suppress(OSError):
        words.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
    with suppress(OSError):
        # Containers on one machine do not see each other's processes.
        words.append(os.readlink("/proc/self/ns/pid"))
    return " ".join(words)[:200]


def began(number: int) -> int | None:
    """Return when a process of this machine began, by the system's count; None where none is."""
    try:
        words = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return _answers(number)
    state, *fields = words.rpartition(")")[2].split()
    # Of one that has ended, and that nobody has asked after, a line is left.
    return None if state in "ZX" else int(fields[18])


def _answers(number: int) -> int | None:
    """Where the system counts nothing, return 0 for a process that is there."""
    if Path("/proc/self/stat").exists():
        return None
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return 0
    return 0
