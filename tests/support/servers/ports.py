"""Free ports for the servers of the tests."""

import os
import socket
from itertools import count

FIRST, NUMBER = 20_000, 10_000
"""Below the usual range of ephemeral ports, and allowed by browsers."""

# Each of several parallel test processes starts at a different port.
_places = count(os.getpid() * 97)


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
    return next(port for place in _places if is_free(port := FIRST + place % NUMBER))
