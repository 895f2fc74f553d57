"""The static files of a board, made from its data alone.

A page stacks them in this order: the sea (light or dark), what the page draws itself (owners and
armies), the relief, the paper texture, and the names.
"""

import json

from games.drawing.board.ink import rect, svg
from games.drawing.board.sea_arrows import ways
from games.management.board_art.outlines import outlines
from games.management.board_art.relief import relief
from games.management.board_art.sea import sea
from games.management.board_art.thumbnails import small
from rules.board import Board


def paper(board: Board) -> str:
    """Return the stains and grain of old paper on a transparent background."""
    return svg(
        board,
        '<filter id="p" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" '
        'baseFrequency=".011 .015" numOctaves="5" seed="8"/><feColorMatrix values="0 0 0 0 .33  '
        '0 0 0 0 .24  0 0 0 0 .12  0 0 0 1.5 -.62"/></filter><filter id="g" x="0" y="0" '
        'width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75" '
        'numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .2  0 0 0 0 .14  0 0 0 0 .06  '
        '0 0 0 .55 -.2"/></filter>',
        rect(board, "none", ' filter="url(#p)" opacity=".4"'),
        rect(board, "none", ' filter="url(#g)" opacity=".2"'),
    )


def files(board: Board) -> dict[str, str]:
    """Return the static files of a board: content by file name."""
    return {
        "outlines.svg": outlines(board),
        "sea-dark.svg": sea(board, "dark"),
        "sea-light.svg": sea(board, "light"),
        "relief.svg": relief(board),
        "paper.svg": paper(board),
        "thumbnail.svg": small(board),
        "lanes.json": json.dumps(ways(board), separators=(",", ":")) + "\n",
    }
