"""Small maps of final positions: lands in their owners' colours, without numbers or names.

A page draws each outline once and places it in every map with `<use>`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.board.ink import abroad, shapes
from games.drawing.display.counts import territories
from games.drawing.display.liveries import Livery, livery_name, player_livery, unowned_livery
from rules.board import Board

TOLERANCE = 4.0
"""How far outlines may be off, in drawing units: the maps are a fifth as wide as the board."""


@dataclass(frozen=True, slots=True)
class SmallMap:
    """A final map: the territories of each livery; `own` is the livery drawn brightest."""

    board: str
    view_box: str
    lands: dict[str, list[str]]
    own: str

    @property
    def held(self) -> str:
        """The number of territories of the player's own, in words."""
        return territories(len(self.lands.get(self.own, ())))


def small_map(
    board: Board, holdings: Sequence[Sequence[int | None]], empires: Sequence[str | None], seat: int
) -> SmallMap:
    """Return the map of [owner, armies] in board order, for the player at a seat."""
    liveries = [player_livery(board, number, empire) for number, empire in enumerate(empires)]
    lands: dict[str, list[str]] = {}
    for territory, (owner, armies) in zip(board.territories, holdings, strict=True):
        livery: Livery = unowned_livery(board, armies or 0) if owner is None else liveries[owner]
        lands.setdefault(livery_name(livery), []).append(territory)
    return SmallMap(board.id, board.view_box, lands, livery_name(liveries[seat]))


@cache
def small_outlines(board: Board) -> dict[str, Any]:
    """Return a board's outlines: its territories by id, and all other land."""
    found, others = shapes(board, TOLERANCE), abroad(board)
    return {
        "board": board.id,
        "territories": [(name, path) for name, path in found.items() if name not in others],
        "abroad": "".join(found[name] for name in others),
    }
