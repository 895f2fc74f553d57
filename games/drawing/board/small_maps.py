"""Small maps of positions: lands in their owners' colours, without numbers or names.

A page draws each outline once and places it in every map with `<use>`. Owners are public in every
phase, so a small map has no secrets.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.drawing.board.ink import abroad, shapes
from games.drawing.display.counts import territories
from games.drawing.display.liveries import livery_name, player_livery, unowned_livery
from rules.board import Board

TOLERANCE = 4.0
"""How far outlines may be off, in drawing units: the maps are a fifth as wide as the board."""


@dataclass(frozen=True, slots=True)
class SmallMap:
    """A map: the land of each livery as SVG elements; `own` is the livery drawn brightest.

    `count` is the number of territories of that livery.
    """

    board: Board
    lands: Mapping[str, str]
    own: str
    count: int

    @property
    def held(self) -> str:
        """The number of territories of the player's own, in words."""
        return territories(self.count)


def small_map(
    board: Board, holdings: Sequence[Sequence[int | None]], empires: Sequence[str | None], seat: int
) -> SmallMap:
    """Return the map of [owner, armies] in board order, for the player at a seat."""
    names = [livery_name(player_livery(board, *each)) for each in enumerate(empires)]
    lands: defaultdict[str, list[str]] = defaultdict(list)
    for land, (owner, armies) in zip(_lands(board), holdings, strict=True):
        if owner is None:
            lands[livery_name(unowned_livery(board, armies or 0))].append(land)
        else:
            lands[names[owner]].append(land)
    own = names[seat]
    drawn = {livery: SafeString("".join(each)) for livery, each in lands.items()}
    return SmallMap(board, drawn, own, len(lands.get(own, ())))


@cache
def _lands(board: Board) -> tuple[str, ...]:
    """Return the element that draws each territory, in board order."""
    return tuple(format_html('<use href="#{}-{}"/>', board.id, name) for name in board.territories)


@cache
def small_outlines(board: Board) -> dict[str, Any]:
    """Return a board's outlines: its territories by id, and all other land."""
    found, others = shapes(board, TOLERANCE), abroad(board)
    return {
        "board": board.id,
        "territories": [(name, path) for name, path in found.items() if name not in others],
        "abroad": "".join(found[name] for name in others),
    }
