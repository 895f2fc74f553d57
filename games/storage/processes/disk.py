"""Checks for a full disk."""

import errno
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.storage.processes.connections import watch

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE for a full disk."""

PROBE_BYTES = 64 * 1024


def is_full(error: BaseException | None) -> bool:
    """Return whether an error means that a disk or a quota is full."""
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if not isinstance(error, DatabaseError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state == DISK_FULL or "disk is full" in str(error).lower()


@contextmanager
def unless_full() -> Iterator[None]:
    """Ignore a full disk in the block: for writes that only record that a page was read."""
    try:
        yield
    except DatabaseError as error:
        if not is_full(error):
            raise
        watch().is_full = True


def has_room() -> bool:
    """Return whether files can be written to the site's data folders."""
    folders = {Path(settings.VAR)}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    return all(_takes_a_file(folder) for folder in folders)


def database_has_room() -> bool:
    """Return whether a test write to the database succeeds; the write is rolled back."""
    try:
        with transaction.atomic():
            # Random, so that the database cannot compress it.
            Session.objects.create(
                session_key=secrets.token_hex(16),
                session_data=secrets.token_hex(PROBE_BYTES // 2),
                expire_date=timezone.now(),
            )
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return True


def _takes_a_file(folder: Path) -> bool:
    """Return whether a temporary file can be written; False if over quota or mounted read-only."""
    with suppress(OSError), TemporaryFile(dir=folder) as probe:
        probe.write(bytes(PROBE_BYTES))
        probe.flush()
        return True
    return False
