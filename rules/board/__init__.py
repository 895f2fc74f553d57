"""Chapter 1: boards, with territories, empires and sea zones, and the routes of fleets.

`load_board` reads a board from `data/`, and `checks` validates its document. Every package above
may import from here. Built on `errors`.
"""

from rules.board.board import Board, Connection, Empire, Territory
from rules.board.loading import board_from_json, check_named, load_board

__all__ = [
    "Board",
    "Connection",
    "Empire",
    "Territory",
    "board_from_json",
    "check_named",
    "load_board",
]
