"""The outlines of sea zones, taken from the data or from the coast around an inland sea."""

from collections.abc import Iterator
from functools import cache

from games.drawing.board.geometry import Ring, contains, rings
from games.drawing.board.ink import coast, size
from rules.board import Board


def drawn_zones(board: Board) -> Iterator[str]:
    """Yield the sea zones that have an outline of their own, and so can be highlighted."""
    seas = board.drawing.get("seas", {})
    for zone in board.sea_zones:
        if "area" in seas.get(zone, {}) or basin(board, zone):
            yield zone


def zone_area(board: Board, zone: str) -> list[Ring]:
    """Return the rings of a zone's water.

    A zone with neither an area in the data nor a basin gets all water outside the basins.
    """
    sea = board.drawing.get("seas", {}).get(zone, {})
    if "area" in sea:
        return rings(sea["area"])
    if inland := basin(board, zone):
        return [inland]
    width, height = size(board)
    frame = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    inlands = (basin(board, other) for other in board.sea_zones)
    return [frame, *(ring for ring in inlands if ring)]


@cache
def basin(board: Board, zone: str) -> Ring | None:
    """Return the coast around an inland sea, such as the Black Sea; None for an open sea."""
    seas = board.drawing.get("seas", {}).values()
    names = [tuple(sea["label"]) for sea in seas if sea.get("zone") == zone]
    # An inland sea lies within two rings: its own shore and the coast of the surrounding land.
    around = [ring for ring in rings(coast(board)) if any(contains([ring], at) for at in names)]
    return min(around, key=_breadth, default=None)


def _breadth(ring: Ring) -> float:
    return max(x for x, _ in ring) - min(x for x, _ in ring)
