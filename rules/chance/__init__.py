"""Chapter 12: the source of every die roll, pick, shuffle and salt of a game.

Real games use `CommittedChance`, simulations and bots `FastChance`. `chance/recorded.py` has
scripted and recorded chance. All implement the protocol `Chance` and keep their draws in `drawn`.
Every package above may import from here. Built on `errors`.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from struct import Struct
from typing import Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Kind = Literal["roll", "pick", "shuffle", "salt"]

SEED_BYTES = 32
SALT_BYTES = 32
FACES = 6
UNNUMBERED = -1

WORD_VALUES = 2**32
_EIGHT_WORDS = Struct(">8I")
_PUBLIC_VALUE = re.compile(r"[0-9a-f]{0,64}")


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


def new_seed() -> bytes:
    """Return a new secret seed of 32 bytes from the operating system (FAIR-1)."""
    return secrets.token_bytes(SEED_BYTES)


def new_salt() -> bytes:
    """Return a new salt of 32 bytes from the operating system (FAIR-3)."""
    return secrets.token_bytes(SALT_BYTES)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the game: SHA-256 in hex (FAIR-1)."""
    return hashlib.sha256(seed).hexdigest()


def hidden_commitment(game: str, player: int, territory: str, salt: bytes) -> str:
    """Return the public commitment to a hidden choice: SHA-256 in hex (HID-3).

    `player` is the seat, counted from 0.
    """
    lines = ("castlerisk-hidden-1", game, str(player), territory, salt.hex())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class SeededSalts:
    """Deterministic salts from a seed, for test records only, never for a real game."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._numbers = count()

    def __call__(self) -> bytes:
        text = f"castlerisk-test-salt-1\n{next(self._numbers)}\n{self._seed.hex()}"
        return hashlib.sha256(text.encode()).digest()


def below(limit: int, words: Iterator[int]) -> int:
    """Return an unbiased number from 0 to `limit` - 1, drawn from 32-bit words (FAIR-1)."""
    rejected_from = WORD_VALUES - WORD_VALUES % limit
    word = next(words)
    while word >= rejected_from:
        word = next(words)
    return word % limit


class CommittedChance:
    """The chance of real games: HMAC-SHA256 keyed with the secret seed (FAIR-1).

    The rulebook specifies every byte under "How a die comes out of the seed". `values` are the
    players' public values in seat order. Raise ValueError unless the seed has 32 bytes, each value
    is lower-case hex of at most 64 digits, and `game` is one line of text.
    """

    def __init__(
        self,
        seed: bytes,
        values: Sequence[str],
        game: str,
        salts: Callable[[], bytes] = new_salt,
    ) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        if not all(_PUBLIC_VALUE.fullmatch(value) for value in values):
            raise ValueError("A player's value is lower-case hex of at most 64 digits.")
        if not game.isprintable() or not game:
            raise ValueError("The identifier of a game is one line of text.")
        self._seed = bytes(seed)
        self._game = game
        self._tail = "".join("\n" + value for value in values)
        self._salts = salts
        self.begin(0, 0)

    def begin(self, epoch: int, number: int) -> None:
        if epoch < 0 or number < 0:
            raise ValueError("Epochs and numbers of draws begin with 0.")
        self._head = f"castlerisk-chance-1\n{self._game}\n{epoch}\n"
        self.number = number
        self.drawn: list[Draw] = []

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        verify_dice(dice)
        words = self._words()
        values = tuple([1 + below(FACES, words) for _ in range(dice)])
        self._keep(purpose, "roll", FACES, values)
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        verify_items(items, purpose)
        index = below(len(items), self._words())
        self._keep(purpose, "pick", len(items), (index,))
        return index

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        words = self._words()
        order = list(range(len(items)))
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        self._keep(purpose, "shuffle", len(order), tuple(order))
        return [items[index] for index in order]

    def salt(self, purpose: str) -> bytes:
        salt = self._salts()
        self.drawn.append(salt_draw(purpose, salt))
        return salt

    def _words(self) -> Iterator[int]:
        start = f"{self._head}{self.number}\n"
        for block in count():
            message = f"{start}{block}{self._tail}".encode()
            yield from _EIGHT_WORDS.unpack(hmac.digest(self._seed, message, "sha256"))

    def _keep(self, purpose: str, kind: Kind, of: int, values: tuple[int, ...]) -> None:
        self.drawn.append(Draw(self.number, purpose, kind, of, values))
        self.number += 1


class FastChance:
    """Fast chance for simulations and bots, never for a real game.

    With `keep=False` draws are numbered but not kept in `drawn`.
    """

    def __init__(self, source: random.Random | int, keep: bool = True) -> None:
        self._random = random.Random(source) if isinstance(source, int) else source  # noqa: S311
        self._is_keeping = keep
        self.begin(0, 0)

    def begin(self, epoch: int, number: int) -> None:
        self.number = number
        self.drawn: list[Draw] = []

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        verify_dice(dice)
        uniform = self._random.random
        values = tuple([int(uniform() * FACES) + 1 for _ in range(dice)])
        if self._is_keeping:
            self._keep(purpose, "roll", FACES, values)
        else:
            self.number += 1
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        verify_items(items, purpose)
        index = int(self._random.random() * len(items))
        self._keep(purpose, "pick", len(items), (index,))
        return index

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        order = list(range(len(items)))
        self._random.shuffle(order)
        self._keep(purpose, "shuffle", len(order), tuple(order))
        return [items[index] for index in order]

    def salt(self, purpose: str) -> bytes:
        salt = self._random.randbytes(SALT_BYTES)
        if self._is_keeping:
            self.drawn.append(salt_draw(purpose, salt))
        return salt

    def _keep(self, purpose: str, kind: Kind, of: int, values: tuple[int, ...]) -> None:
        if self._is_keeping:
            self.drawn.append(Draw(self.number, purpose, kind, of, values))
        self.number += 1


def salt_draw(purpose: str, salt: bytes) -> Draw:
    """Return the draw that records a salt."""
    return Draw(UNNUMBERED, purpose, "salt", 0, salt.hex())


def verify_dice(dice: int) -> None:
    """Raise ValueError if there are no dice to roll."""
    if dice < 1:
        raise ValueError("A roll has at least one die.")


def verify_items(items: Sequence[object], purpose: str) -> None:
    """Raise ValueError if there is nothing to pick from."""
    if not items:
        raise ValueError(f"There is nothing to pick from for {purpose!r}.")
