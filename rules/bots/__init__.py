"""Bots: players that see a View, choose a Move, and know nothing else.

One bot is created per seat and game, with its own random numbers, separate from the game's chance.
The same seed gives the same moves. `general` plans whole turns; the characters, such as `raider`,
are generals with other preferences. `captain` plays to win with little computation, `recruit` is
for a first game, `steward` only defends an absent player's seat, and `fuzzer` plays random legal
moves. `adviser` advises people. `reasons` has the reasons for moves. Built on `view`, `model`,
`moves`, `odds`.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Protocol

from rules.bots.captain import Captain
from rules.bots.fuzzer import Fuzzer
from rules.bots.general import General
from rules.bots.general.characters import CHARACTERS
from rules.bots.reasons import Chosen
from rules.bots.recruit import Recruit
from rules.bots.steward import Steward
from rules.moves import EndAttacks, Move
from rules.view import View


class Bot(Protocol):
    """A player that makes the decisions of one seat from its view."""

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision of the view's seat."""

    def decide(self, view: View) -> Chosen:
        """Return the same answer as `choose`, and its reason."""

    def answer(self, view: View) -> Chosen | None:
        """Return an answer to a pact or trade offered to the seat; None if none is open."""

    def propose(self, view: View) -> Chosen | None:
        """Return a move that offers or ends a pact or trade; None to do neither.

        Called when the bot is about to end its attacks, so at most once a turn.
        """


MakeBot = Callable[[random.Random], Bot]

BOTS: dict[str, MakeBot] = {
    "captain": Captain,
    "general": General,
    "random": Fuzzer,
    "recruit": Recruit,
    "steward": Steward,
    **{name: partial(General, character=character) for name, character in CHARACTERS.items()},
}
"""The bots by name; each value makes a bot from its random numbers."""


def offer_before(bot: Bot, view: View, move: Move) -> Chosen | None:
    """Return what a bot proposes before a move that ends its attacks; None before other moves."""
    return bot.propose(view) if isinstance(move, EndAttacks) else None
