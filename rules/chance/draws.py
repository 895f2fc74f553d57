"""Draws of chance, and the protocol of the sources of chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Kind = Literal["roll", "pick", "shuffle", "salt"]
SALT_BYTES = 32
FACES = 6
NO_DICE = "A roll has at least one die."
UNNUMBERED = -1


class Draw(NamedTuple):
    """One draw of chance, recorded with the move that needed it.

    `of` is 6 for a roll, the number of items for a pick or shuffle, 0 for a salt. `values` are the
    dice, the index picked, the original indexes in their new order, or the salt in hex.
    """

    number: int
    purpose: str
    kind: Kind
    of: int
    values: tuple[int, ...] | str

    def __str__(self) -> str:
        title = f"a {self.kind} for {self.purpose!r}"
        return title if self.number == UNNUMBERED else f"draw {self.number}, {title}"


class Chance(Protocol):
    """A source of dice, picks, shuffles and salts.

    Every draw except a salt increases `number`, even a pick from a single item.
    """

    drawn: list[Draw]
    number: int

    def begin(self, epoch: int, number: int) -> None:
        """Begin a move: clear `drawn` and number the next draw `number` (FAIR-4)."""

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        """Roll one or more dice; return values from 1 to 6 in the order rolled."""

    def pick(self, items: Sequence[T], purpose: str) -> int:
        """Pick one of the items and return its index; ValueError if there are none."""

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        """Return the items in a new order."""

    def salt(self, purpose: str) -> bytes:
        """Return a salt of 32 bytes for the commitment to a hidden choice (HID-3)."""


def salt_draw(purpose: str, salt: bytes) -> Draw:
    """Return the draw that records a salt."""
    return Draw(UNNUMBERED, purpose, "salt", 0, salt.hex())


def verify_items(items: Sequence[object], purpose: str) -> None:
    """Raise ValueError if there is nothing to pick from."""
    if not items:
        raise ValueError(f"There is nothing to pick from for {purpose!r}.")
