"""Whether there is room left to store anything."""

import errno
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.db import DatabaseError, connection

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DISK_FULL = "53100"
"""The SQLSTATE of PostgreSQL."""

PROBE_BYTES = 64 * 1024


def is_full(error: BaseException | None) -> bool:
    """Say whether an error means that a disk or a quota is full."""
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if not isinstance(error, DatabaseError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state == DISK_FULL or "disk is full" in str(error).lower()


def has_room() -> bool:
    """Say whether files can be written where the site keeps its own."""
    folders = {Path(settings.VAR)}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    return all(_takes_a_file(folder) for folder in folders)


def _takes_a_file(folder: Path) -> bool:
    """Write a file that no folder lists, to ask quotas and read-only mounts too."""
    with suppress(OSError), TemporaryFile(dir=folder) as probe:
        probe.write(bytes(PROBE_BYTES))
        probe.flush()
        return True
    return False
