"""SVG paths as polygons: the shapes of the board and of the emblems, for Pillow."""

from functools import cache

from svg.path import Close, Line, Move, parse_path

from games.drawing.board.geometry import Point, Ring

PIECES = 10
"""The number of straight lines that replace a curve."""


@cache
def outline(path: str) -> tuple[tuple[Point, ...], ...]:
    """Return the rings or lines of an SVG path, with curves as short straight lines."""
    found: list[Ring] = []
    for stroke in parse_path(path):
        if isinstance(stroke, Move):
            found.append([_point(stroke.end)])
            continue
        pieces = 1 if isinstance(stroke, Line | Close) else PIECES
        found[-1].extend(_point(stroke.point(piece / pieces)) for piece in range(1, pieces + 1))
    return tuple(tuple(ring) for ring in found if len(ring) > 1)


def _point(place: complex) -> Point:
    return place.real, place.imag
