"""What the drawings of a board share: the sheet, ink and paper, the coast, dotted lines."""

from collections.abc import Iterator

from games.atlas_shapes import joined, written
from rules.board import Board

INK = "#38281a"
PAPER = "#f3e9cf"


def svg(board: Board, *content: str) -> str:
    """Return a drawing of the board's size."""
    width, height = size(board)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{board.view_box}" '
        f'width="{width}" height="{height}">{"".join(content)}</svg>\n'
    )


def size(board: Board) -> tuple[int, int]:
    """Return the width and height of the sheet."""
    width, height = board.view_box.split()[2:]
    return int(width), int(height)


def rect(board: Board, fill: str, more: str = "") -> str:
    """Return a rectangle over the whole sheet."""
    width, height = size(board)
    return f'<rect width="{width}" height="{height}" fill="{fill}"{more}/>'


def coast(board: Board) -> str:
    """Return the outline of all land."""
    return written(joined(_shapes(board)))


def _shapes(board: Board) -> Iterator[str]:
    yield from (each["path"] for each in board.drawing["territories"].values())
    decor = board.drawing["decor"]
    yield from (decor[name] for name in ("other_lands", "rakers") if name in decor)


def crossings(board: Board, kind: str, *looks: tuple[str, float, float]) -> str:
    """Return the dotted lines of a kind: over the sea, or the pass through the mountains."""
    paths = zip(board.connections, board.drawing["connections"], strict=True)
    line = "".join(path for connection, path in paths if path and connection.kind == kind)
    return "".join(
        f'<path d="{line}" fill="none" stroke="{color}" stroke-width="{width}" '
        f'opacity="{opacity}" stroke-linecap="round" stroke-dasharray=".1 6.4"/>'
        for color, width, opacity in looks
        if line
    )
