"""The faces of territory cards: a territory's outline, its name and its symbol (CLA-4)."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.board.geometry import rings
from games.drawing.board.ink import shapes
from games.drawing.display.liveries import ground_name
from rules import Ruleset
from rules.board import Board
from rules.cards import WILD
from rules.chapters.armies.territory_cards import CARDS_OF_A_SET, is_set, set_value

MARGIN = 4
"""Space around an outline, in drawing units."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card's `name` (territory id or wild), `title`, `sign`, and the `box` around its outline."""

    name: str
    title: str
    sign: str
    box: str


@cache
def _faces(board: Board) -> dict[str, Face]:
    drawn = shapes(board)
    faces = {
        name: Face(name, territory.name, territory.symbol or "", _box(drawn[name]))
        for name, territory in board.territories.items()
    }
    return faces | {WILD: Face(WILD, "Wild card", WILD, "")}


def face_of(board: Board, card: str) -> Face:
    """Return the face of a territory card."""
    return _faces(board)[card]


def _box(path: str) -> str:
    """Return the viewBox that encloses an outline."""
    xs, ys = zip(*(point for ring in rings(path) for point in ring), strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    width, height = max(xs) - left + MARGIN, max(ys) - top + MARGIN
    return f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"


# The whole deck

SIGNS = ("infantry", "cavalry", "artillery")
VALUES_SHOWN = 9
"""Number of sets in the table of values."""


def territory_deck(ruleset: Ruleset) -> dict[str, Any]:
    """Return a game's territory cards by continent, with example sets and the values of sets."""
    board = ruleset.board
    return {
        "continents": [
            {
                "name": group.name,
                "ground": ground_name(board, group.id),
                "bonus": group.bonus,
                "cards": [face_of(board, name) for name in group.territories],
            }
            for group in board.continents
        ],
        "wild": face_of(board, WILD),
        "wild_count": ruleset.wild_cards,
        "signs": [
            (sign, sum(each.symbol == sign for each in board.territories.values()))
            for sign in SIGNS
        ],
        "examples": [[face_of(board, card) for card in trio] for trio in example_sets(board)],
        "values": [
            {"number": number, "value": set_value(ruleset, number)}
            for number in range(1, VALUES_SHOWN + 1)
        ],
        "outlines": f"drawing/board/{board.id}/outlines.svg",
    }


def example_sets(board: Board) -> list[tuple[str, ...]]:
    """Return example sets: three of a kind, one of each, and one with a wild card."""
    of_sign = {
        sign: [name for name, each in board.territories.items() if each.symbol == sign]
        for sign in SIGNS
    }
    alike = tuple(of_sign[SIGNS[1]][:CARDS_OF_A_SET])
    each = tuple(names[-1] for names in of_sign.values())
    wild = (of_sign[SIGNS[0]][1], of_sign[SIGNS[2]][1], WILD)
    return [trio for trio in (alike, each, wild) if is_set(board, trio)]
