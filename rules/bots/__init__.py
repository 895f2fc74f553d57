"""Players that are given a View and return a Move, and nothing else.

A bot is made once a seat and game with its own random numbers, which never touch the game's
chance; the same seed plays the same moves.
"""

import random
from collections.abc import Callable
from typing import Protocol

from rules.bots.captain import Captain
from rules.bots.fuzzer import Fuzzer
from rules.bots.steward import Steward
from rules.moves import Move
from rules.view import View


class Bot(Protocol):
    """Whoever answers the open decision of the seat a view is for."""

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision of the view's seat."""

    def answer(self, view: View) -> Move | None:
        """Return an answer to a pact or trade offered to the seat; None where none waits."""


BOTS: dict[str, Callable[[random.Random], Bot]] = {
    "captain": Captain,
    "random": Fuzzer,
    "steward": Steward,
}
"""The bots by name, each made from its random numbers."""
