"""Arrows that follow the dotted lines over the sea, including those that leave the map."""

from functools import cache
from math import dist
from typing import Any

from games.drawing.board.geometry import Point, Ring, stroked
from games.drawing.board.ink import size
from games.drawing.board.sea_lanes import lanes
from games.drawing.board.simplify import thinned
from games.drawing.board.voyages import GAP, smooth
from rules.board import Board

PRECISE = 3.0
"""Maximum distance between an arrow and its dotted line."""
EDGE = 2.0
"""Distance from the map's edge within which a line counts as continuing at the opposite edge."""


def ways(board: Board) -> dict[str, Any]:
    """Return the data for the page's script: the lanes, and dotted "lines" by their two ends."""
    return {
        **lanes(board),
        "lines": {
            f"{a} {b}": [[[round(x), round(y)] for x, y in piece] for piece in pieces]
            for (a, b), pieces in _dotted_lines(board).items()
        },
    }


def dotted(board: Board, source: str, target: str) -> list[Ring]:
    """Return the dotted line from source to target; [] if there is none.

    A line that leaves the map has two pieces.
    """
    lines = _dotted_lines(board)
    back = lines.get((target, source), [])
    return lines.get((source, target)) or [piece[::-1] for piece in back[::-1]]


def line_path(start: Point, pieces: list[Ring], end: Point) -> str:
    """Return the path of an arrow from badge to badge along a dotted line."""
    points = [list(piece) for piece in pieces]
    points[0].insert(0, start)
    points[-1].append(end)
    return "".join(smooth(piece) for piece in points)


def gates(board: Board) -> list[dict[str, float]]:
    """Return the points where lines leave the map, with the `way` out: -1 left, 1 right."""
    width, _ = size(board)
    return [
        {"x": x, "y": y, "way": -1 if x <= EDGE else 1}
        for pieces in _dotted_lines(board).values()
        for piece in pieces
        for x, y in piece
        if len(pieces) > 1 and (0 <= x <= EDGE or width - EDGE <= x <= width)
    ]


@cache
def _dotted_lines(board: Board) -> dict[tuple[str, str], list[Ring]]:
    paths = zip(board.connections, board.drawing["connections"], strict=True)
    return {
        (each.a, each.b): _from_a_to_b(board, each.a, each.b, stroked(path))
        for each, path in paths
        if path and each.kind == "sea"
    }


def _from_a_to_b(board: Board, a: str, b: str, pieces: list[Ring]) -> list[Ring]:
    start, end = (tuple(board.drawing["territories"][key]["badge"]) for key in (a, b))
    thin = [thinned(piece, PRECISE) for piece in pieces]
    if len(thin) == 1:
        (line,) = thin
        there = dist(line[0], start) + dist(line[-1], end)
        return thin if there <= dist(line[-1], start) + dist(line[0], end) else [line[::-1]]
    leaving, coming = sorted(thin, key=lambda piece: dist(piece[0], start))
    return [_beyond(board, leaving, is_last=True), _beyond(board, coming[::-1], is_last=False)]


def _beyond(board: Board, piece: Ring, *, is_last: bool) -> Ring:
    """Extend a line's piece beyond the map's edge by the gap that arrows leave at their ends."""
    x, y = piece[-1 if is_last else 0]
    on = (x - GAP, y) if x <= EDGE else (x + GAP, y) if x >= size(board)[0] - EDGE else (x, y)
    return [*piece, on] if is_last else [on, *piece]
