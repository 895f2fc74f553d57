"""The liveries of players: a colour, a pattern and an emblem, so that colour is never alone.

A livery has one number on the whole site. An empire's players wear the empire's; on a board
without empires each seat has its own.
"""

from dataclasses import dataclass

from games.display.emblems import EMBLEMS
from rules.board import Board

NOBODY = "none"
"""The livery of a territory that nobody holds, and of an independent group."""
NEUTRAL = "neutral"
"""The livery of the neutral army (CLA-2)."""
SETS = {"flanaess": 0, "europe": 6}
"""The first livery of a board's empires."""
PLAYERS = 12
"""The first livery of players who have no empire."""

Livery = int | str | None
"""A livery's number, NEUTRAL, or None for nobody's."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A tile of lines: its width and height, how it is turned, its path, the path's class."""

    width: int
    height: int
    turn: int
    path: str
    ink: str = ""


PATTERNS = (
    Pattern(9, 9, 45, "M0 4.5h9"),
    Pattern(15, 15, 45, "M0 7.5h15M7.5 0v15"),
    Pattern(10, 10, 0, "M0 5h10"),
    Pattern(12, 12, 0, "M3 3v.01M9 9v.01", "round"),
    Pattern(8, 8, 0, "M4 0v8"),
    Pattern(16, 10, 0, "M0 7.5l4-4 4 4 4-4 4 4"),
)
"""The six patterns of every set of liveries."""
NEUTRAL_PATTERN = Pattern(14, 14, 45, "M2 7h4M9 0h4M9 14h4")


def livery_of(board: Board, empire: str | None) -> int | None:
    """Return the livery of a player of that empire; None where it is none of the board's."""
    names = list(board.empires)
    return _first(board) + names.index(empire) if empire in names else None


def player_livery(board: Board, seat: int, empire: str | None) -> int | None:
    """Return a player's livery: the empire's, or the seat's where the board has no empires."""
    return livery_of(board, empire) if board.empires else _first(board) + seat


def unowned_livery(board: Board, armies: int) -> Livery:
    """Return the livery of a territory that no player holds.

    Where players have no empires, armies that are nobody's are the neutral army's (CLA-2).
    """
    return NEUTRAL if armies and not board.empires else None


def livery_name(livery: Livery) -> str:
    """Return how a livery is written in classes and ids; None is nobody's."""
    return NOBODY if livery is None else str(livery)


def liveries(board: Board) -> list[dict[str, object]]:
    """Return what a page defines of each livery worn on a board: name, pattern and emblem."""
    first, count = _first(board), len(board.empires) or len(PATTERNS)
    worn = {str(first + number): pattern for number, pattern in enumerate(PATTERNS[:count])}
    if not board.empires:
        worn[NEUTRAL] = NEUTRAL_PATTERN
    return [
        {"name": name, "pattern": pattern, "emblem": EMBLEMS[name]}
        for name, pattern in worn.items()
    ]


def _first(board: Board) -> int:
    return SETS.get(board.id, PLAYERS)


def ground_name(board: Board, group: str) -> str:
    """Return the class of a group's land: its empire's, its continent's, or of no empire."""
    kind = board.groups[group].kind
    if kind == "continent":
        return f"continent-{list(board.groups).index(group)}"
    return f"empire-{livery_name(livery_of(board, group))}"
