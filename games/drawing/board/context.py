"""The board as a page draws it: a constant map, and the state from a view."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from games.drawing.board.badges import badge_offsets
from games.drawing.board.ink import size
from games.drawing.board.marks import MarksContext, marks_context, marks_of
from games.drawing.board.ornaments import ornaments_of
from games.drawing.board.sea_arrows import gates
from games.drawing.board.sea_zones import drawn_zones
from games.drawing.board.territories import (
    TerritoryContext,
    territory_context,
    territory_contexts,
    territory_facts,
)
from games.drawing.display.liveries import (
    NEUTRAL,
    NOBODY,
    ground_name,
    liveries,
    livery_name,
    livery_of,
    player_livery,
)
from rules.board import Board, Territory, load_board

__all__ = [
    "NEUTRAL",
    "MarksContext",
    "TerritoryContext",
    "board_context",
    "livery_of",
    "map_of",
    "marks_context",
    "marks_of",
    "player_livery",
    "territory_context",
    "territory_contexts",
    "territory_facts",
]


def board_context(
    board: Board,
    territories: Mapping[str, TerritoryContext] | None = None,
    marks: MarksContext | None = None,
    html: Mapping[str, str] | None = None,
    *,
    is_live: bool = False,
) -> dict[str, Any]:
    """Return the context of `_board.html`: a board, empty unless a state is given.

    `html` holds rendered parts by part id (t-<territory>, w-<territory>, marks, arrows), which
    replace `territories` and `marks`. `is_live` makes the map interactive.
    """
    contexts = territories or {}
    drawn = html or {}

    def now(place: dict[str, Any]) -> dict[str, Any]:
        key = place["id"]
        if f"t-{key}" in drawn:
            return {"html": drawn[f"t-{key}"], "wash": drawn[f"w-{key}"]}
        return {"now": contexts.get(key) or territory_context(board, key)}

    constant = map_of(board.id)
    return {
        "map": constant,
        "places": [{**place, **now(place)} for place in constant["places"]],
        "marks": marks or marks_context(board),
        "marks_html": drawn.get("marks", ""),
        "arrows_html": drawn.get("arrows", ""),
        "is_live": is_live,
    }


@cache
def map_of(name: str) -> dict[str, Any]:
    """Return the constant data of a board: places, sea zones, liveries, files."""
    board = load_board(name)
    width, height = size(board)
    has_continents = any(group.kind == "continent" for group in board.groups.values())
    return {
        "id": board.id,
        "name": board.name,
        "view_box": board.view_box,
        "outlines": f"drawing/board/{board.id}/outlines.svg",
        "relief": f"drawing/board/{board.id}/relief.svg",
        "lanes": f"drawing/board/{board.id}/lanes.json",
        "places": [_place(board, key) for key in board.territories],
        "zones": list(drawn_zones(board)),
        "rivers": list(board.river_borders),
        # The name of a river along its course, or None: its text, path and size.
        "river_name": board.drawing.get("decor", {}).get("river_label"),
        "liveries": liveries(board),
        "has_banners": bool(board.empires),
        "grounds": "Continents" if has_continents else "Empires",
        "legend": list(_legend(board)),
        "plaques": list(_plaques(board)),
        "gates": gates(board),
        "is_wide": width > height,
        "legible": LEGIBLE.get(board.id),
    }


LEGIBLE = {"world": 0.79}
"""The scale, in pixels per drawing unit, at which a board's names become 11 pixels high."""
LEGEND_ROW = 17
NAME_ABOVE = 30
"""A name less than this far above a badge leaves no space for the selection sign there."""
SIGN_UP = 25
"""The usual distance of the selection sign above a badge."""
SIGN_HALF = 8
"""Half the width of the selection sign, without its edge."""
HIGH_UP = 55
"""A badge less than this far from the top edge has no space above it for the selection sign."""


def _legend(board: Board) -> Iterator[dict[str, Any]]:
    """Yield a row for each empire with its livery, and one for all independent lands."""
    legend = ornaments_of(board.id).legend
    if legend is None:
        return
    names = {livery_name(livery_of(board, key)): group.name for key, group in board.empires.items()}
    names |= {NOBODY: "Independent"} if board.independents else {}
    x, y = legend.at
    for number, (livery, name) in enumerate(names.items()):
        column, row = divmod(number, legend.rows)
        yield {
            "livery": livery,
            "name": name,
            "x": x + legend.column * column,
            "y": y + LEGEND_ROW * row,
        }


def _plaques(board: Board) -> Iterator[dict[str, Any]]:
    """Yield the plaques of the continents: a disc with the bonus, the name to its left."""
    for key, (x, y) in ornaments_of(board.id).plaques.items():
        group = board.groups[key]
        half = round(3.3 * len(group.name) + 24)
        yield {
            "ground": ground_name(board, key),
            "name": group.name,
            "bonus": group.bonus,
            "x": x + half,
            "y": y,
            "left": -2 * half,
            "middle": -half - 6,
        }


def _place(board: Board, key: str) -> dict[str, Any]:
    territory = board.territories[key]
    drawing = board.drawing["territories"][key]
    x, y = drawing["badge"]
    return {
        "id": key,
        "is_isles": "enclosure" in drawing,
        "sign": _sign_at(board, key),
        "name": territory.name,
        "x": x,
        "y": y,
        "ground": ground_name(board, territory.empire),
        "empire": board.groups[territory.empire].name,
        "seas": ", ".join(board.sea_zones[zone].name for zone in territory.seas),
        "land": ", ".join(_land_words(territory)),
    }


def _land_words(territory: Territory) -> Iterator[str]:
    if territory.wooded:
        yield "wooded"
    if territory.rakers:
        yield "along the Rakers"


def _sign_at(board: Board, key: str) -> str:
    """Return the offset "x y" of the selection sign from a badge; "" for its usual place above."""
    drawing = board.drawing["territories"][key]
    x, y = drawing["badge"]
    if 0 < y - drawing["label"]["y"] < NAME_ABOVE:
        return "0 25"
    if y >= HIGH_UP and not _is_on_a_name(board, x, y - SIGN_UP):
        return ""
    side = 1 if badge_offsets(board, key).shield < 0 else -1
    spots = ((22 * side, -14), (-26 * side, -16))
    free = (spot for spot in spots if not _is_on_a_name(board, x + spot[0], y + spot[1]))
    aside, up = next(free, spots[0])
    return f"{aside} {up}"


def _is_on_a_name(board: Board, x: float, y: float) -> bool:
    """Return whether a selection sign with its centre at (x, y) covers the name of a territory."""
    names = (drawing["label"] for drawing in board.drawing["territories"].values())
    return any(
        abs(x - name["x"]) < name["width"] / 2 + SIGN_HALF
        and abs(y - name["y"]) < name["size"] * len(name["lines"]) / 2 + SIGN_HALF
        for name in names
    )
