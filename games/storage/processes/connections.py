"""Database connections of long-lived threads and processes."""

import copy
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend


def connect_apart() -> None:
    """Give this thread a permanent connection outside the requests' pool.

    The thread then never waits for a free connection, and fails at once if the database is down.
    """
    settings = copy.deepcopy(connections.settings[DEFAULT_DB_ALIAS])
    if settings.get("OPTIONS", {}).pop("pool", None):
        wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper
        connections[DEFAULT_DB_ALIAS] = wrapper(settings, DEFAULT_DB_ALIAS)


def renew_pool() -> None:
    """Drop all pooled connections opened before the database went down.

    Otherwise requests that get a broken connection would be delayed, each longer than the last.
    """
    pool = getattr(connections.create_connection(DEFAULT_DB_ALIAS), "pool", None)
    if pool is not None:
        pool.drain()


def disable_idle_timeout(using: str, **_: Any) -> None:
    """Disable the idle-in-transaction timeout of the connection that runs migrations."""
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = 0")


class Watch:
    """Records whether the database is down or its disk full, as observed by this process."""

    is_away = False
    is_full = False


@cache
def watch() -> Watch:
    """Return the watch of this process."""
    return Watch()
