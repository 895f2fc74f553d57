"""Chance that is known: whatever a test begins, it is dealt and thrown the same on every run.

All that happens in a game follows from its seed and its code (FAIR-1), what bots think from their
thoughts, and a guest is called by a lot. Here all of them follow from a name, such as a test's.
"""

import random
from base64 import urlsafe_b64encode
from threading import Lock

from games.models import games
from games.people import accounts
from games.play import bots
from rules import chance

DRAWING = (chance, games, bots, accounts)
"""The modules that draw seeds and salts, codes, thoughts, and names of guests."""


class KnownChance:
    """Draws as the module `secrets` does, but with the same name always the same, in order.

    `name` is asked before every draw; a new one begins anew.
    """

    def __init__(self, name):
        self._name = name
        self._begun = self._source = None
        self._lock = Lock()

    def _drawn(self):
        name = self._name()
        # Of several threads that draw first, each must come by something else.
        with self._lock:
            if name != self._begun:
                self._begun, self._source = name, random.Random(name)
            return self._source

    def choice(self, items):
        """Draw one of the items."""
        return self._drawn().choice(items)

    def randbelow(self, limit):
        """Draw a number from 0 to `limit` - 1."""
        return self._drawn().randrange(limit)

    def token_bytes(self, number):
        """Draw so many bytes."""
        return self._drawn().randbytes(number)

    def token_urlsafe(self, number):
        """Draw so many bytes as text."""
        return urlsafe_b64encode(self.token_bytes(number)).rstrip(b"=").decode()

    def randbits(self, bits):
        """Draw thoughts of a bot: always the same, for bots of several games think in any order."""
        return random.Random(self._name()).getrandbits(bits)


def know(name, put=setattr):
    """Let this process draw by a name; `put` sets an attribute, to be put back or not."""
    for module in DRAWING:
        put(module, "secrets", KnownChance(name))
