"""Chance without randomness: scripted for tests and case files, or replayed from a record."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from rules.chance.commitments import SEED_BYTES, SeededSalts
from rules.chance.draws import (
    FACES,
    NO_DICE,
    SALT_BYTES,
    UNNUMBERED,
    Chance,
    Draw,
    Kind,
    T,
    salt_draw,
    verify_items,
)
from rules.errors import RecordError

AS_THEY_ARE: Literal["as they are"] = "as they are"
_DIE = frozenset(range(1, FACES + 1))
_SALT_TEXT = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}")


class ScriptError(Exception):
    """The script of a test or case file does not fit the draw the game asks for."""


class ScriptEnded(ScriptError):
    """The script has run out; `purpose` is the purpose of the missing draw."""

    def __init__(self, purpose: str) -> None:
        super().__init__(f"The script has nothing left for {purpose!r}.")
        self.purpose = purpose


class ScriptedChance:
    """Scripted chance for tests and case files.

    Rolls take their values from `dice`. `picks` are the items to pick, `shuffles` the items in
    their new order, or "as they are" to leave every order unchanged; of equal items the first is
    used. When a script has run out, `fallback` draws; without a fallback ScriptEnded is raised. A
    script that does not fit raises ScriptError. Salts come from `salts`; by default they are the
    same in every run.
    """

    def __init__(
        self,
        dice: Iterable[int] = (),
        picks: Iterable[object] = (),
        shuffles: Iterable[Sequence[object]] | Literal["as they are"] = (),
        salts: Callable[[], bytes] | None = None,
        fallback: Chance | None = None,
    ) -> None:
        self._dice = deque(dice)
        self._picks = deque(picks)
        self._keeps_order = shuffles == AS_THEY_ARE
        self._shuffles = deque(() if self._keeps_order else shuffles)
        self._salts = salts or SeededSalts(bytes(SEED_BYTES))
        self._fallback = fallback
        if not all(1 <= die <= FACES for die in self._dice):
            raise ScriptError("A scripted die shows 1 to 6.")
        self.begin(0, 0)

    def begin(self, epoch: int, number: int) -> None:
        self._epoch = epoch
        self.number = number
        self.drawn: list[Draw] = []

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        if dice < 1:
            raise ValueError(NO_DICE)
        if not self._dice:
            values = self._fall_back(purpose).roll(dice, purpose)
        elif len(self._dice) < dice:
            raise ScriptEnded(purpose)
        else:
            values = tuple([self._dice.popleft() for _ in range(dice)])
        self._keep(purpose, "roll", FACES, values)
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        verify_items(items, purpose)
        if self._picks:
            index = _index_of(self._picks[0], items, purpose)
            self._picks.popleft()
        else:
            index = self._fall_back(purpose).pick(items, purpose)
        self._keep(purpose, "pick", len(items), (index,))
        return index

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        places = range(len(items))
        if self._keeps_order:
            order = list(places)
        elif self._shuffles:
            order = _order_of(self._shuffles[0], items, purpose)
            self._shuffles.popleft()
        else:
            order = self._fall_back(purpose).shuffle(places, purpose)
        self._keep(purpose, "shuffle", len(items), tuple(order))
        return [items[index] for index in order]

    def salt(self, purpose: str) -> bytes:
        salt = self._salts()
        self.drawn.append(salt_draw(purpose, salt))
        return salt

    def left(self) -> str:
        """Return the unused parts of the script as text, empty if all was used."""
        unused = (("dice", self._dice), ("picks", self._picks), ("shuffles", self._shuffles))
        return "; ".join(
            f"{name}: {', '.join(str(value) for value in values)}"
            for name, values in unused
            if values
        )

    def _fall_back(self, purpose: str) -> Chance:
        if self._fallback is None:
            raise ScriptEnded(purpose)
        self._fallback.begin(self._epoch, self.number)
        return self._fallback

    def _keep(self, purpose: str, kind: Kind, of: int, values: tuple[int, ...]) -> None:
        self.drawn.append(Draw(self.number, purpose, kind, of, values))
        self.number += 1


class RecordedChance:
    """Replay the draws of a record (FAIR-2); raise RecordError if they do not fit the game.

    The draws come from `draw_from_json`, which verifies that each of them is possible.
    """

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = deque(draws)
        self.begin(0, 0)

    def begin(self, epoch: int, number: int) -> None:
        self.number = number
        self.drawn: list[Draw] = []

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        if dice < 1:
            raise ValueError(NO_DICE)
        draw = self._expect(Draw(self.number, purpose, "roll", FACES, ()))
        if len(draw.values) != dice:
            raise RecordError(f"The record of {draw} has {len(draw.values)} dice, not {dice}.")
        return self._take(draw)

    def pick(self, items: Sequence[T], purpose: str) -> int:
        verify_items(items, purpose)
        draw = self._expect(Draw(self.number, purpose, "pick", len(items), ()))
        return self._take(draw)[0]

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        draw = self._expect(Draw(self.number, purpose, "shuffle", len(items), ()))
        return [items[index] for index in self._take(draw)]

    def salt(self, purpose: str) -> bytes:
        draw = self._expect(Draw(UNNUMBERED, purpose, "salt", 0, ""))
        self.drawn.append(self._draws.popleft())
        return bytes.fromhex(str(draw.values))

    def left(self) -> str:
        """Return the unused draws of the record as text, empty if all were used."""
        return "; ".join(str(draw) for draw in self._draws)

    def _expect(self, asked: Draw) -> Draw:
        if not self._draws:
            raise RecordError(f"The record ends where the game asks for {asked}.")
        draw = self._draws[0]
        if draw[:3] != asked[:3]:
            raise RecordError(f"The record has {draw} where the game asks for {asked}.")
        if draw.of != asked.of:
            raise RecordError(f"The record of {draw} is out of {draw.of}, not out of {asked.of}.")
        return draw

    def _take(self, draw: Draw) -> tuple[int, ...]:
        self.drawn.append(self._draws.popleft())
        self.number += 1
        return tuple(map(int, draw.values))


def to_json(draw: Draw) -> dict[str, object]:
    """Return a draw as JSON-ready data, an object with its five fields."""
    values = draw.values if isinstance(draw.values, str) else list(draw.values)
    return {**draw._asdict(), "values": values}


def draw_from_json(data: object) -> Draw:
    """Return the draw written by `to_json`; raise RecordError if it is impossible."""
    if not isinstance(data, dict) or data.keys() != set(Draw._fields):
        raise RecordError(
            f"A recorded draw must have exactly these fields: {', '.join(Draw._fields)}."
        )
    values = data["values"]
    draw = Draw(**{**data, "values": tuple(values) if isinstance(values, list) else values})
    if not isinstance(draw.purpose, str) or not isinstance(draw.kind, str):
        raise RecordError("The purpose and the kind of a recorded draw must be texts.")
    if not _are_integers((draw.number, draw.of)):
        raise RecordError(f"A recorded {draw.kind} for {draw.purpose!r} has no whole numbers.")
    _verify_draw(draw)
    return draw


_FAULTS = {
    "roll": "does not hold dice from 1 to 6",
    "pick": "does not hold one of its items",
    "shuffle": "is not an order of its items",
    "salt": f"does not hold {SALT_BYTES} bytes in hex",
}


def _verify_draw(draw: Draw) -> None:
    if draw.kind not in _FAULTS:
        raise RecordError(f"The record has {draw}, but there is no such kind of draw.")
    if (draw.number == UNNUMBERED) != (draw.kind == "salt") or draw.number < UNNUMBERED:
        raise RecordError(f"The record of {draw} has a wrong number, {draw.number}.")
    if not _is_possible(draw):
        raise RecordError(f"The record of {draw} {_FAULTS[draw.kind]}.")


def _is_possible(draw: Draw) -> bool:
    values, of = draw.values, draw.of
    if isinstance(values, str):
        return draw.kind == "salt" and of == 0 and bool(_SALT_TEXT.fullmatch(values))
    if draw.kind == "salt" or not isinstance(values, tuple) or not _are_integers(values):
        return False
    if draw.kind == "roll":
        return of == FACES and len(values) > 0 and set(values) <= _DIE
    if draw.kind == "pick":
        return len(values) == 1 and 0 <= values[0] < of
    return len(values) == of and sorted(values) == list(range(of))


def _are_integers(values: Iterable[object]) -> bool:
    # bool is a subclass of int in Python, but no draw has a boolean value.
    return set(map(type, values)) <= {int}


def _index_of(wanted: object, items: Sequence[object], purpose: str) -> int:
    for index, item in enumerate(items):
        if item == wanted:
            return index
    raise ScriptError(f"The script wants {wanted} for {purpose!r}, which is not there.")


def _order_of(wanted: Sequence[object], items: Sequence[object], purpose: str) -> list[int]:
    left = dict(enumerate(items))
    order = []
    for item in wanted:
        place = _index_of(item, list(left.values()), purpose)
        order.append(list(left)[place])
        del left[order[-1]]
    if left:
        raise ScriptError(f"The script orders {len(order)} of {len(items)} items for {purpose!r}.")
    return order
