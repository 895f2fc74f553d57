"""A small picture of a board, with lands in the colours of their groups."""

from games.drawing.board.geometry import Ring, edges, rings, written
from games.drawing.board.ink import INK, PAPER, abroad, rect, shapes, svg
from rules.board import Board

STRAY = 4.0
"""Simplification tolerance for outlines: the picture is only a tenth as wide as the board."""
LEAST = 120.0
"""Minimum area of an island, in square drawing units; a smaller one would be invisible."""
SEA = "#b5cfcf"


def small(board: Board) -> str:
    """Return a small picture of a board: sea, other lands, and territories."""
    thin = {name: _without_islets(path) for name, path in shapes(board, STRAY).items()}
    others = "".join(thin[name] for name in abroad(board))
    lands = "".join(
        f'<path fill="{group.color}" d="{"".join(thin[key] for key in group.territories)}"/>'
        for group in board.groups.values()
    )
    return svg(
        board,
        rect(board, SEA),
        f'<g stroke="{INK}" stroke-width="3" stroke-linejoin="round">',
        f'<path fill="{PAPER}" d="{others}"/><g fill-opacity=".75">{lands}</g></g>',
    )


def _without_islets(path: str) -> str:
    return written(ring for ring in rings(path) if _area(ring) >= LEAST)


def _area(ring: Ring) -> float:
    """Return the area enclosed by a ring."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(ring))) / 2
