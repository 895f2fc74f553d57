"""The chance of real games, determined by the secret seed and the players' public values."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from struct import Struct

from rules.chance.commitments import SEED_BYTES, new_salt
from rules.chance.draws import FACES, NO_DICE, Draw, Kind, T, salt_draw, verify_items

WORD_VALUES = 2**32
_EIGHT_WORDS = Struct(">8I")
_PUBLIC_VALUE = re.compile(r"[0-9a-f]{0,64}")


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
        if dice < 1:
            raise ValueError(NO_DICE)
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
