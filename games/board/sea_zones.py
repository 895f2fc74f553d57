"""Sea zones as drawn: where a zone has no area in the data, its basin is found by the coast."""

from collections.abc import Iterator
from functools import cache

from games.board.art.geometry import Ring, contains, rings
from games.board.art.ink import coast, size
from rules.board import Board


def drawn_zones(board: Board) -> Iterator[str]:
    """Yield the zones of a board that have bounds of their own, and so can be marked."""
    seas = board.drawing.get("seas", {})
    for zone in board.sea_zones:
        if "area" in seas.get(zone, {}) or basin(board, zone):
            yield zone


def zone_area(board: Board, zone: str) -> list[Ring]:
    """Return the water of a zone; the zone that is no basin has all water outside basins."""
    sea = board.drawing.get("seas", {}).get(zone, {})
    if "area" in sea:
        return rings(sea["area"])
    if inland := basin(board, zone):
        return [inland]
    width, height = size(board)
    sheet = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    inlands = (basin(board, other) for other in board.sea_zones)
    return [sheet, *(ring for ring in inlands if ring)]


@cache
def basin(board: Board, zone: str) -> Ring | None:
    """Return the coast around a sea that is closed in, such as the Black Sea; else None."""
    seas = board.drawing.get("seas", {}).values()
    names = [tuple(sea["label"]) for sea in seas if sea.get("zone") == zone]
    # Around an inland sea there are two rings: its own shore, and that of the land about it.
    around = [ring for ring in rings(coast(board)) if any(contains([ring], at) for at in names)]
    return min(around, key=_breadth, default=None)


def _breadth(ring: Ring) -> float:
    return max(x for x, _ in ring) - min(x for x, _ in ring)
