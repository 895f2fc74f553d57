"""The board as a page draws it: what never changes (a sheet), and what a view puts on it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from games.atlas_marks import MarksContext, marks_context, marks_of
from games.atlas_places import (
    NOBODY,
    TerritoryContext,
    livery_name,
    livery_of,
    territory_context,
    territory_contexts,
)
from rules.board import Board, load_board

__all__ = [
    "MarksContext",
    "TerritoryContext",
    "board_context",
    "livery_of",
    "marks_context",
    "marks_of",
    "sheet_of",
    "territory_context",
    "territory_contexts",
]


def board_context(
    board: Board,
    territories: Mapping[str, TerritoryContext] | None = None,
    marks: MarksContext | None = None,
    html: Mapping[str, str] | None = None,
    *,
    is_live: bool = False,
) -> dict[str, Any]:
    """Return the context of `_board.html`: a board, at rest where nothing is said of it.

    `html` gives parts that are drawn already, by part id (t-<territory>, marks); then
    `territories` and `marks` need not be given. `is_live` says that the map may be worked with.
    """
    contexts = territories or {}
    drawn = html or {}

    def now(place: dict[str, Any]) -> dict[str, Any]:
        if place["part"] in drawn:
            return {"html": drawn[place["part"]]}
        key = place["id"]
        return {"now": contexts.get(key) or territory_context(board, key)}

    sheet = sheet_of(board.id)
    return {
        "sheet": sheet,
        "places": [{**place, **now(place)} for place in sheet["places"]],
        "marks": marks or marks_context(board),
        "marks_html": drawn.get("marks", ""),
        "arrows_html": drawn.get("arrows", ""),
        "is_live": is_live,
    }


@cache
def sheet_of(name: str) -> dict[str, Any]:
    """Return what a page says once of a board: places, sea zones, empires, files."""
    board = load_board(name)
    empires = [
        {"id": key, "name": group.name, "livery": livery_name(livery_of(board, key))}
        for key, group in board.groups.items()
    ]
    return {
        "id": board.id,
        "name": board.name,
        "view_box": board.view_box,
        "outlines": f"boards/{board.id}.svg",
        "relief": f"boards/{board.id}-relief.svg",
        "lanes": f"boards/{board.id}-lanes.json",
        "places": [_place(board, key) for key in board.territories],
        "zones": [{"id": key, "name": zone.name} for key, zone in board.sea_zones.items()],
        "rivers": list(board.river_borders),
        "empires": empires,
        "legend": [_legend(board, number, each) for number, each in enumerate(empires)]
        if board.id in LEGEND
        else [],
    }


LEGEND = {"flanaess": (729, 119)}
"""Where the empires are named on a board."""
LEGEND_COLUMN, LEGEND_ROW = 136, 17


def _legend(board: Board, number: int, empire: dict[str, str]) -> dict[str, Any]:
    x, y = LEGEND[board.id]
    row = number % 4
    name = "Independent" if empire["livery"] == NOBODY else empire["name"]
    return {
        **empire,
        "name": name,
        "x": x + LEGEND_COLUMN * (number // 4),
        "y": y + LEGEND_ROW * row,
    }


def _place(board: Board, key: str) -> dict[str, Any]:
    territory = board.territories[key]
    drawing = board.drawing["territories"][key]
    x, y = drawing["badge"]
    return {
        "id": key,
        "is_isles": "enclosure" in drawing,
        "part": f"t-{key}",
        "name": territory.name,
        "x": x,
        "y": y,
        "livery": livery_name(livery_of(board, territory.empire)),
        "empire": board.groups[territory.empire].name,
        "seas": ", ".join(board.sea_zones[zone].name for zone in territory.seas),
        "land": ", ".join(
            word
            for word, holds in (("wooded", territory.wooded), ("by the Rakers", territory.rakers))
            if holds
        ),
    }
