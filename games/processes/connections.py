"""Connections to the database for threads and processes that live long."""

import copy
from functools import cache
from time import monotonic
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend

FULL_SECONDS = 30.0
"""For how long a disk counts as full after an error that said so."""


def connect_apart() -> None:
    """Give this thread a connection that is its own for good, outside the pool of the requests.

    It waits for nobody, and where the database is away it says so at once.
    """
    settings = copy.deepcopy(connections.settings[DEFAULT_DB_ALIAS])
    if settings.get("OPTIONS", {}).pop("pool", None):
        wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper
        connections[DEFAULT_DB_ALIAS] = wrapper(settings, DEFAULT_DB_ALIAS)


def renew_pool() -> None:
    """Let requests be given no connection of before the database was away.

    Found out one by one, each would hold up the request that finds it, ever longer.
    """
    pool = getattr(connections.create_connection(DEFAULT_DB_ALIAS), "pool", None)
    if pool is not None:
        pool.drain()


def take_time(using: str, **_: Any) -> None:
    """Let no database that is being upgraded end the connection because a step takes long."""
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = 0")


class Watch:
    """Whether the database is away or its disk full, as far as this process knows."""

    is_away = False
    _full_at: float | None = None

    def note_full(self) -> None:
        """Remember that the database had no room a moment ago."""
        self._full_at = monotonic()

    def note_room(self) -> None:
        """Forget that."""
        self._full_at = None

    @property
    def is_full(self) -> bool:
        """Whether the database lately had no room; room that is made is seen after a while."""
        return self._full_at is not None and monotonic() - self._full_at < FULL_SECONDS


@cache
def watch() -> Watch:
    """Return the one of this process."""
    return Watch()
