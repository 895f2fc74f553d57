"""The small pictures of boards by which the games are told apart where one is chosen."""

from typing import Any

from games.board.art.ink import size
from rules import Ruleset

HIGH = 66
"""How high a picture is shown, in pixels."""


def picture_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return the file of a small picture of a game's board, and its size in pixels."""
    width, height = size(ruleset.board)
    return {
        "picture": f"boards/{ruleset.board_name}-small.svg",
        "wide": round(HIGH * width / height),
        "high": HIGH,
    }
