"""How the file descriptors of a web process are shared out.

The reserve is never given to clients: the database, static files and Redis keep theirs, so that
the site answers however many connections are held open.
"""

import resource
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from django.conf import settings

RESERVE = 160
"""For 16 page threads with a database file, its journal and a static file each, and the rest."""

LEAST = 32
SOCKETS_OF_TEN = 7
"""Of ten connections so many may be sockets; the others are left to requests."""

PER_REQUEST = 2
"""Descriptors that a request takes: Twisted writes a chunked or long body to a temporary file."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many connections a process holds at most, by kind."""

    sockets: int
    requests: int


def raise_limit() -> None:
    """Raise the soft limit of open files to the hard one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems name a hard limit that they do not grant.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@cache
def share() -> Share:
    """Return the share of this process, as its limit was when this was first asked."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    connections = settings.CONNECTIONS
    if soft != resource.RLIM_INFINITY:
        per_ten = SOCKETS_OF_TEN + PER_REQUEST * (10 - SOCKETS_OF_TEN)
        connections = min(connections, max((soft - RESERVE) * 10 // per_ten, LEAST))
    sockets = connections * SOCKETS_OF_TEN // 10
    return Share(sockets, connections - sockets)
