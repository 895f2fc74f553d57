"""Case files: the class of facts, the context for reading them, and the usual kinds."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.cases.files import CaseError, cards, number, one_of, seat_of
from rules.state import State


@dataclass(frozen=True, slots=True)
class Reader:
    """The context for reading a line: the position so far, the players' names, the line's seat."""

    state: State
    names: Sequence[str]
    seat: int = -1

    def seat_of(self, name: str) -> int:
        """Return the seat of a player named in the text."""
        return seat_of(name, self.names)

    def territory(self, name: str) -> str:
        """Return a territory named in the text."""
        return one_of(name, self.state.holdings, "territory")

    def match(self, pattern: str, text: str, form: str) -> re.Match[str]:
        """Return the match of a text; if there is none, raise CaseError with the expected form."""
        found = re.fullmatch(pattern, text.strip())
        if found is None:
            raise CaseError(f"“{text.strip()}” should read “{form}”.")
        return found


@dataclass(frozen=True, slots=True)
class Fact:
    """How the text of a fact is parsed, put into a position, and read back from one.

    `put` and `get` are called with seat -1 if the fact belongs to no player.
    """

    read: Callable[[Reader, str], Any]
    put: Callable[[State, int, Any], None]
    get: Callable[[State, int], Any]


def simple(name: str, read: Callable[[Reader, str], Any]) -> Fact:
    """Return the fact for one field of the position."""
    return Fact(
        read,
        lambda state, seat, value: setattr(state, name, value),
        lambda state, seat: getattr(state, name),
    )


def of_this_turn(name: str, read: Callable[[Reader, str], Any]) -> Fact:
    """Return the fact for one field of `ThisTurn`."""
    return Fact(
        read,
        lambda state, seat, value: setattr(state.this_turn, name, value),
        lambda state, seat: getattr(state.this_turn, name),
    )


def pile(name: str, kind: type) -> Fact:
    """Return the fact for a pile of cards, in any order."""
    return Fact(
        lambda reader, text: cards(text, kind),
        lambda state, seat, value: setattr(state, name, value),
        lambda state, seat: sorted(getattr(state, name)),
    )


def read_yes(reader: Reader, text: str) -> bool:
    """Parse yes or no."""
    return one_of(text, ("yes", "no"), "answer") == "yes"


def read_number(reader: Reader, text: str) -> int:
    """Parse a number."""
    return number(text)
