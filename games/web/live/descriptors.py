"""The budget of file descriptors of a web process.

A reserve is kept for the database, static files and Redis, so that the site keeps answering
however many connections clients open.
"""

import resource
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from django.conf import settings

RESERVE = 160
"""Descriptors for 16 page threads (each a database file, its journal, a static file) and others."""

LEAST = 32
SOCKETS_OF_TEN = 7
"""How many tenths of the connections may be sockets; the rest are for requests."""

PER_REQUEST = 2
"""Descriptors per request: Twisted writes a chunked or long body to a temporary file."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The maximum number of open connections of a process, by kind."""

    sockets: int
    requests: int


def raise_limit() -> None:
    """Raise the soft limit on open files to the hard limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems report a hard limit that they do not grant.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@cache
def connection_limits() -> ConnectionLimits:
    """Return this process's limits, derived from its limit on open files at the first call."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    connections = settings.CONNECTIONS
    if soft != resource.RLIM_INFINITY:
        per_ten = SOCKETS_OF_TEN + PER_REQUEST * (10 - SOCKETS_OF_TEN)
        connections = min(connections, max((soft - RESERVE) * 10 // per_ten, LEAST))
    sockets = connections * SOCKETS_OF_TEN // 10
    return ConnectionLimits(sockets, connections - sockets)
