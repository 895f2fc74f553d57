"""Moves: one immutable dataclass per kind of move, a module per chapter.

Other packages import every move class from here. `moves/base.py` has `Move` and its kinds,
`moves/json.py` reads and writes moves, `moves/options.py` describes the legal ones, and
`moves/orders_and_wishes.py` has standing orders and wish lists. Built on `cards`, `json`.
"""

from types import ModuleType

from rules.moves import agreements, attack, cards, classic, seats, setup
from rules.moves.agreements import *
from rules.moves.attack import *
from rules.moves.base import Kind as Kind
from rules.moves.base import Move as Move
from rules.moves.cards import *
from rules.moves.classic import *
from rules.moves.seats import *
from rules.moves.setup import *

CHAPTERS = (setup, attack, cards, classic, agreements, seats)


def _moves_of(chapter: ModuleType) -> list[type[Move]]:
    kinds = [item for item in vars(chapter).values() if isinstance(item, type)]
    return [kind for kind in kinds if issubclass(kind, Move) and kind is not Move]


MOVES: dict[str, type[Move]] = {
    kind.name: kind for chapter in CHAPTERS for kind in _moves_of(chapter)
}
"""Every move class by its name in JSON."""
