"""The base class of moves, and the three kinds of move.

An answer responds to an open decision. A declaration (orders, wishes, offers, resignation) may be
made at any time. A house move comes from a clock or a moderator, never from a player.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar, TypeVar, dataclass_transform

from rules.cards import BattleCard
from rules.immutable import immutable


class Kind(StrEnum):
    """A kind of move, which determines who may make it and when."""

    ANSWER = "answer"
    DECLARATION = "declaration"
    HOUSE = "house"


@immutable
class Move:
    """Base class of all moves.

    `name` is its name in JSON, `rule` the rule that allows it, `plays` the card that it plays.
    """

    name: ClassVar[str]
    rule: ClassVar[str]
    kind: ClassVar[Kind]
    plays: ClassVar[BattleCard | None]


AnyMove = TypeVar("AnyMove", bound=Move)


@dataclass_transform(frozen_default=True)
def named(
    name: str, rule: str, kind: Kind = Kind.ANSWER, *, plays: BattleCard | None = None
) -> Callable[[type[AnyMove]], type[AnyMove]]:
    """Turn a class into an immutable dataclass for the move with this name, rule, kind and card."""

    def make(cls: type[AnyMove]) -> type[AnyMove]:
        made = immutable(cls)
        made.name, made.rule, made.kind, made.plays = name, rule, kind, plays
        return made

    return make
