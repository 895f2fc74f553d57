"""The running processes: each has a row, and incompatible processes are refused.

A row does not prove that its process is alive. For a process on the same machine, the operating
system is asked; for one on another machine, the row's heartbeat is watched for a few seconds.
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
from games.storage.processes import seed_checks
from games.storage.processes.presence import GONE_AFTER

SEEN_EVERY = 5.0
"""Seconds between heartbeats of a process's row."""

WATCHED_FOR = 2 * SEEN_EVERY
FORGOTTEN_AFTER = timedelta(hours=1)


Wait = Callable[[float], None]


_INCOMPATIBILITIES = {
    "machines": (
        "Another machine already serves this site from the same SQLite file ({other}). To use "
        "several machines, set DATABASE_URL to a PostgreSQL database."
    ),
    "web on a file": (
        "Another web process already serves this site ({other}). SQLite allows only one. To run "
        "several, set DATABASE_URL to a PostgreSQL database."
    ),
    "web": (
        "Another web process already serves this site ({other}). To run several, set REDIS_URL "
        "to the same Redis for all of them."
    ),
    "seed key": (
        "Another process of this site ({other}) has a different seed-key and could not read the "
        "seeds that this one stores. Copy the file seed-key from one machine to all others."
    ),
    "redis": (
        "This process and another process of this site ({other}) disagree on whether to use "
        "Redis. Set REDIS_URL for all processes or for none."
    ),
}


class CannotServe(Exception):
    """This process is incompatible with a running one; the message is a sentence."""


def register(kind: str, wait: Wait = sleep) -> Process:
    """Insert a row for this process; raise CannotServe if it is incompatible with a running one.

    If two processes start at the same time, the one with the older row stays. `wait` is called to
    pass the time while the rows of other machines are watched.
    """
    Process.objects.filter(seen_at__lt=Now() - FORGOTTEN_AFTER).delete()
    number, here = os.getpid(), host()
    # A restarted process may have left a row with the same process id.
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
        verify_together(own, wait)
    except CannotServe:
        own.delete()
        raise
    seed_checks.warn_of_lost_key()
    return own


def update_heartbeat(own: Process) -> bool:
    """Update a process's heartbeat; return False if its row is gone."""
    return Process.objects.filter(pk=own.pk).update(seen_at=Now()) > 0


def unregister(own: Process) -> None:
    """Delete the row of a process that is shutting down, and the presence rows with it."""
    Process.objects.filter(pk=own.pk).delete()


def living() -> list[tuple[str, bool]]:
    """Return (kind, has Redis) of every process with a recent heartbeat."""
    rows = Process.objects.filter(seen_at__gt=Now() - GONE_AFTER)
    return list(rows.order_by("pk").values_list("kind", "has_redis"))


# Compatibility


def verify_together(own: Process, wait: Wait = sleep) -> None:
    """Raise CannotServe if an older running process is incompatible with this one."""
    others = Process.objects.filter(pk__lt=own.pk, seen_at__gt=Now() - GONE_AFTER)
    for other in others.order_by("pk"):
        sentence = incompatibility(own, other, connection.vendor == "sqlite")
        if sentence and is_alive(other, own.host, wait):
            raise CannotServe(sentence)


def incompatibility(own: Process, other: Process, is_file: bool) -> str:
    """Return why two processes are incompatible, or ""; `is_file` is true if SQLite is used."""
    if is_file and own.host != other.host:
        return _INCOMPATIBILITIES["machines"].format(other=other)
    are_web = own.kind == other.kind == Process.Kind.WEB
    if are_web and is_file:
        return _INCOMPATIBILITIES["web on a file"].format(other=other)
    if are_web and not (own.has_redis and other.has_redis):
        return _INCOMPATIBILITIES["web"].format(other=other)
    if own.seed_key and other.seed_key and own.seed_key != other.seed_key:
        return _INCOMPATIBILITIES["seed key"].format(other=other)
    if own.has_redis != other.has_redis:
        return _INCOMPATIBILITIES["redis"].format(other=other)
    return ""


def is_alive(other: Process, here: str, wait: Wait = sleep) -> bool:
    """Return whether a process is alive; this takes seconds for a process on another machine."""
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
    """Return an identifier of this machine that is unique and changes when it reboots."""
    words = [socket.gethostname()]
    with suppress(OSError):
        words.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
    with suppress(OSError):
        # Containers on one machine have separate process ids.
        words.append(os.readlink("/proc/self/ns/pid"))
    return " ".join(words)[:200]


def began(number: int) -> int | None:
    """Return a local process's start time in clock ticks since boot; None if it is not running."""
    try:
        words = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return _answers(number)
    state, *fields = words.rpartition(")")[2].split()
    # A zombie is dead but still listed.
    return None if state in "ZX" else int(fields[18])


def _answers(number: int) -> int | None:
    """Return 0 if a process is running but there is no /proc to tell its start time, else None."""
    if Path("/proc/self/stat").exists():
        return None
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return 0
    return 0
