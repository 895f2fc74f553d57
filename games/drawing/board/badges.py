"""The positions of the shield and the stronghold beside a badge, depending on the space there."""

from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Any

from games.drawing.board.geometry import Point, Ring, contains, curve, rings, strewn
from rules.board import Board

SHIELD_ASIDE = 20
CASTLE_ASIDE = 27
CASTLE_HALF = 16
ENOUGH = 10.0
"""Desired distance between a stronghold beside its badge and the border."""
LEAST_ROOM_ACROSS = 20.0
"""The least distance to the border on the other side, for a stronghold that avoids a river."""
WALLS_HALF = 8
"""Half the width of a stronghold's walls, without its flag."""
LARGEST = 1.9
"""The largest scale of badges and their symbols, used for a wide map on a phone (see board.css)."""


@dataclass(frozen=True, slots=True)
class BadgeOffsets:
    """Offsets from the badge's centre: the shield to the side, the stronghold sideways and up."""

    shield: int
    castle: float
    up: int = 0


@cache
def badge_offsets(board: Board, territory: str) -> BadgeOffsets:
    """Return the positions of the shield and the stronghold in a territory.

    If the board's drawing places the strongholds, they stay there, or switch sides if a river
    crosses them and the other side has room. On other boards the shield gets the side with more
    room, and the stronghold the other side; they swap sides if the stronghold would leave the
    map. If there is too little room beside the badge, the stronghold gets the roomiest of that
    spot and two higher spots.
    """
    drawings = board.drawing["territories"]
    if any("stronghold" in each for each in drawings.values()):
        return _as_drawn(board, territory)
    drawing = drawings[territory]
    shore, name = rings(drawing["path"]), drawing["label"]

    def room(x: float, up: float) -> float:
        spot = drawing["badge"][0] + x, drawing["badge"][1] - up
        return -ENOUGH if _is_written_on(name, spot) else _room(shore, spot)

    way = max((1, -1), key=lambda side: min(room(-side * SHIELD_ASIDE, 0), CASTLE_HALF))
    edge = drawing["badge"][0] + way * (24 + WALLS_HALF) * LARGEST
    if room(24 * way, 0) >= ENOUGH and not 0 <= edge <= float(board.view_box.split()[2]):
        way = -way
    beside = (24 * way, 0)
    spots = (beside, (21 * way, 16), (-20 * way, 19))
    castle, up = beside if room(*beside) >= ENOUGH else max(spots, key=lambda spot: room(*spot))
    return BadgeOffsets(-SHIELD_ASIDE * way, castle, up)


def _as_drawn(board: Board, territory: str) -> BadgeOffsets:
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    aside = drawing["stronghold"][0] - x if "stronghold" in drawing else CASTLE_ASIDE
    is_crossed = any(
        abs(px - x - aside) < CASTLE_HALF and abs(py - y) < CASTLE_HALF
        for line in board.drawing.get("rivers", {}).values()
        for px, py in strewn(curve(line), CASTLE_HALF)
    )
    other = _room(rings(drawing["path"]), (x - aside, y))
    castle = -aside if is_crossed and other >= LEAST_ROOM_ACROSS else aside
    return BadgeOffsets(-SHIELD_ASIDE if castle > 0 else SHIELD_ASIDE, castle)


def _is_written_on(label: dict[str, Any], spot: Point) -> bool:
    """Return whether a symbol at this spot would overlap the territory's name."""
    half: float = label["width"] / 2
    high: float = label["size"] * len(label["lines"]) / 2
    aside: float = abs(spot[0] - label["x"])
    off: float = abs(spot[1] - label["y"])
    return aside < half + NEAR and off < high + NEAR


NEAR = 7.0
"""Minimum distance between a symbol's centre and a name."""


def _room(shore: list[Ring], spot: Point) -> float:
    """Return the distance from a spot to the border; negative outside the territory."""
    away = min(dist(spot, point) for ring in shore for point in ring)
    return away if contains(shore, spot) else -away
