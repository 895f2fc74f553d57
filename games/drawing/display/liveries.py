"""The liveries of players: a colour, a pattern and an emblem, never colour alone.

Each livery has a number that is unique on the whole site. On a board with empires a player wears
the empire's livery; on other boards each seat has its own.
"""

from dataclasses import dataclass

from games.drawing.display.emblems import EMBLEMS
from rules.board import Board

NOBODY = "none"
"""The livery of an unowned territory and of an independent group."""
NEUTRAL = "neutral"
"""The livery of the neutral army (CLA-2)."""
SETS = {"flanaess": 0, "europe": 6}
"""The first livery number of each board that has empires."""
PLAYERS = 12
"""The first livery number of players without an empire."""

Livery = int | str | None
"""A livery's number, NEUTRAL, or None for an unowned territory."""


@dataclass(frozen=True, slots=True)
class LiveryPattern:
    """A tile of lines: width, height, rotation in degrees, path, and the path's CSS class."""

    width: int
    height: int
    turn: int
    path: str
    ink: str = ""


PATTERNS = (
    LiveryPattern(9, 9, 45, "M0 4.5h9"),
    LiveryPattern(15, 15, 45, "M0 7.5h15M7.5 0v15"),
    LiveryPattern(10, 10, 0, "M0 5h10"),
    LiveryPattern(12, 12, 0, "M3 3v.01M9 9v.01", "round"),
    LiveryPattern(8, 8, 0, "M4 0v8"),
    LiveryPattern(16, 10, 0, "M0 7.5l4-4 4 4 4-4 4 4"),
)
"""The six patterns, used in the same order by every set of liveries."""
NEUTRAL_PATTERN = LiveryPattern(14, 14, 45, "M2 7h4M9 0h4M9 14h4")


def livery_of(board: Board, empire: str | None) -> int | None:
    """Return the livery of an empire's player; None if the board has no such empire."""
    names = list(board.empires)
    return _first(board) + names.index(empire) if empire in names else None


def player_livery(board: Board, seat: int, empire: str | None) -> int | None:
    """Return a player's livery: their empire's, or their seat's on a board without empires."""
    return livery_of(board, empire) if board.empires else _first(board) + seat


def unowned_livery(board: Board, armies: int) -> Livery:
    """Return the livery of a territory that no player holds.

    On a board without empires, armies there belong to the neutral army (CLA-2).
    """
    return NEUTRAL if armies and not board.empires else None


def livery_name(livery: Livery) -> str:
    """Return a livery's spelling in classes and ids."""
    return NOBODY if livery is None else str(livery)


def livery_title(board: Board, seat: int, empire: str | None) -> str:
    """Return what to call a player without naming them: their empire, or else their colour."""
    return board.groups[empire].name if empire else COLOR_NAMES[seat]


COLOR_NAMES = ("Red", "Blue", "Green", "Gold", "Black", "Pink")
"""The colours of players without an empire, by seat."""


def liveries(board: Board) -> list[dict[str, object]]:
    """Return the name, pattern and emblem of each livery worn on a board."""
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
    """Return the CSS class of a group's land: `continent-<index>` or `empire-<livery>`."""
    kind = board.groups[group].kind
    if kind == "continent":
        return f"continent-{list(board.groups).index(group)}"
    return f"empire-{livery_name(livery_of(board, group))}"
