"""Ports for servers that tests start: nobody is given one of them who did not ask for it."""

import os
import socket
from itertools import count

FIRST, NUMBER = 20_000, 10_000
"""Below those that a system usually gives whoever connects somewhere; browsers refuse none."""

# Of processes that test side by side each begins at a place of its own.
_places = count(os.getpid() * 97)


def is_free(port):
    """Say whether a server could have a port."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port():
    """Return a port that nobody has, and that this process has not returned lately."""
    return next(port for place in _places if is_free(port := FIRST + place % NUMBER))
