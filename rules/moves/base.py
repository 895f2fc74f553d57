"""What a move is: what a player, or the house, may ask, as a frozen dataclass.

The moves of each chapter stand in `moves/setup.py`, `moves/attack.py`, `moves/cards.py`,
`moves_chapter_11.py`, `moves/agreements.py` and `moves/seats.py`; `moves/` has them all.
Answers belong to an open decision. Declarations (orders, wishes, offers, resignation) may be
made at any time. House moves come from a clock or a moderator, never from a player.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeVar, dataclass_transform


class Kind(StrEnum):
    """By which door a move comes in."""

    ANSWER = "answer"
    DECLARATION = "declaration"
    HOUSE = "house"


class Move:
    """The common type of all moves; `name` in JSON, `rule` what it is made under."""

    __slots__ = ()
    name: ClassVar[str]
    rule: ClassVar[str]
    kind: ClassVar[Kind]


MoveClass = TypeVar("MoveClass", bound=type[Move])


@dataclass_transform(frozen_default=True)
def named(name: str, rule: str, kind: Kind = Kind.ANSWER) -> Callable[[MoveClass], MoveClass]:
    """Make a class a frozen dataclass that is a move of this name, made under a rule."""

    def make(cls: MoveClass) -> MoveClass:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name, made.rule, made.kind = name, rule, kind
        return made

    return make
