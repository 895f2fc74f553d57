"""Small pictures of boards, for choosing a game."""

from typing import Any

from games.drawing.board.ink import size
from rules import Ruleset

HIGH = 66
"""Height of a picture, in pixels."""


def picture_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return the file of a game's small board picture, and its size in pixels."""
    width, height = size(ruleset.board)
    return {
        "picture": f"drawing/board/{ruleset.board_name}/thumbnail.svg",
        "wide": round(HIGH * width / height),
        "high": HIGH,
    }
