"""Deterministic chance: the same dice, cards and names on every run of a test.

A game's chance follows from its seed and its code (FAIR-1), a bot's from its own random numbers,
and a guest's name is random. Here all of them are derived from a name, such as a test's.
"""

import random
from base64 import urlsafe_b64encode
from threading import Lock

from games.community.people import accounts
from games.models import games
from games.playing import bots
from rules.chance import commitments

DRAWING = (commitments, games, bots, accounts)
"""The modules that draw seeds and salts, codes, bots' random numbers, and names of guests."""


class KnownChance:
    """Replaces the module `secrets`: with the same name, it draws the same values in order.

    `name` is called before every draw; a new name starts a new sequence.
    """

    def __init__(self, name):
        self._name = name
        self._begun = self._source = None
        self._lock = Lock()

    def _drawn(self):
        name = self._name()
        # Several threads may draw at once, and each must get a different value.
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
        """Draw random bytes."""
        return self._drawn().randbytes(number)

    def token_urlsafe(self, number):
        """Draw random bytes as text."""
        return urlsafe_b64encode(self.token_bytes(number)).rstrip(b"=").decode()

    def randbits(self, bits):
        """Draw the random seed of a bot.

        It depends on nothing but the name, because bots of several games move in any order.
        """
        return random.Random(self._name()).getrandbits(bits)


def know(name, put=setattr):
    """Derive this process's random draws from what `name` returns; `put` patches a module."""
    for module in DRAWING:
        put(module, "secrets", KnownChance(name))
