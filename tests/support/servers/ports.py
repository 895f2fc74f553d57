"""Free ports for the servers of the tests."""

import os
import socket
from itertools import count

FIRST, NUMBER = 20_000, 9_600
"""Below the usual range of ephemeral ports, and allowed by browsers."""

LANES = 16
"""Each of several parallel test processes has every LANES-th port for itself.

Nobody else takes a port between the look at it and its use.
"""

_lane = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % LANES
_places = count(os.getpid())


def is_free(port):
    """Return whether a server could bind a port."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port():
    """Return a free port that this process has not returned recently."""
    ports = (FIRST + place * LANES % NUMBER + _lane for place in _places)
    return next(port for port in ports if is_free(port))
