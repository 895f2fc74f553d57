"""Shared parts of a board's drawings: the map, colours, the coast, dotted lines."""

from functools import cache

from games.drawing.board.geometry import contains, joined, rings, written
from games.drawing.board.simplify import simplified, snapped
from rules.board import Board

INK = "#38281a"
PAPER = "#f3e9cf"
FINE, COARSE = 0.4, 1.2
"""Tolerances of simplified outlines, in drawing units: for sharp lines and for blurred ones."""
ABROAD = ("other_lands", "rakers", "neutral")
"""The keys in a drawing for land that is not a territory."""


def svg(board: Board, *content: str) -> str:
    """Return an SVG document of the board's size."""
    width, height = size(board)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{board.view_box}" '
        f'width="{width}" height="{height}">{"".join(content)}</svg>\n'
    )


def size(board: Board) -> tuple[int, int]:
    """Return the width and height of the map."""
    width, height = board.view_box.split()[2:]
    return int(width), int(height)


def rect(board: Board, fill: str, more: str = "") -> str:
    """Return a rectangle over the whole map."""
    width, height = size(board)
    return f'<rect width="{width}" height="{height}" fill="{fill}"{more}/>'


@cache
def shapes(board: Board, tolerance: float = FINE) -> dict[str, str]:
    """Return the simplified outlines of all land: territories by id, and other lands."""
    lands = {key: each["path"] for key, each in board.drawing["territories"].items()}
    return simplified(lands | abroad(board), tolerance)


def abroad(board: Board) -> dict[str, str]:
    """Return the outlines of land that is not a territory."""
    decor = board.drawing.get("decor", {})
    return {name: decor[name] for name in ABROAD if name in decor}


@cache
def coast(board: Board) -> str:
    """Return the outline of all land, unsimplified."""
    territories = board.drawing["territories"].values()
    return written(joined([*(each["path"] for each in territories), *abroad(board).values()]))


@cache
def far_coast(board: Board) -> str:
    """Return a coarse outline of all land, for broad, soft strokes."""
    return written(joined(shapes(board, COARSE).values()))


def lakes(board: Board, *, is_abroad: bool) -> str:
    """Return the lakes in other lands, or those within the territories."""
    found = board.drawing.get("decor", {}).get("lakes", "")
    path = "".join(found.values()) if isinstance(found, dict) else found
    others = [ring for other in abroad(board).values() for ring in rings(other)]
    return written(
        [snapped(point) for point in ring]
        for ring in rings(path)
        if any(contains(others, point) for point in ring) == is_abroad
    )


def crossings(board: Board, kind: str, *looks: tuple[str, float, float]) -> str:
    """Return the dotted lines of a kind, such as the pass through the mountains.

    Each of `looks` is a stroke: colour, width, opacity.
    """
    paths = zip(board.connections, board.drawing["connections"], strict=True)
    line = "".join(path for connection, path in paths if path and connection.kind == kind)
    return "".join(
        f'<path d="{line}" fill="none" stroke="{color}" stroke-width="{width}" '
        f'opacity="{opacity}" stroke-linecap="round" stroke-dasharray=".1 6.4"/>'
        for color, width, opacity in looks
        if line
    )
