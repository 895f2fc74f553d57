"""Fast chance, for simulations and for bots that think ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from rules.chance.draws import (
    FACES,
    NO_DICE,
    SALT_BYTES,
    Draw,
    Kind,
    T,
    salt_draw,
    verify_items,
)


class FastChance:
    """Fast chance for simulations and bots, never for a real game.

    With `keep=False` draws are numbered but not kept in `drawn`.
    """

    def __init__(self, source: random.Random | int, keep: bool = True) -> None:
        self._random = random.Random(source) if isinstance(source, int) else source  # noqa: S311
        # Rolls take most numbers: an iterator draws them without a call for each die.
        self._uniform = iter(self._random.random, None)
        self._is_keeping = keep
        self.begin(0, 0)

    def begin(self, epoch: int, number: int) -> None:
        self.number = number
        self.drawn: list[Draw] = []

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        if dice < 1:
            raise ValueError(NO_DICE)
        values = tuple([int(number * FACES) + 1 for number in islice(self._uniform, dice)])
        if self._is_keeping:
            self._keep(purpose, "roll", FACES, values)
        else:
            self.number += 1
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        verify_items(items, purpose)
        of = len(items)
        index = int(self._random.random() * of)
        self._keep(purpose, "pick", of, (index,))
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
