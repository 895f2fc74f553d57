"""Small pictures of a few territories, for pages that explain the games."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.board.geometry import rings
from games.drawing.board.ink import shapes
from games.drawing.display.liveries import livery_name, player_livery
from rules.board import Board

WIDE, HIGH = 312, 196
"""The width and height of a picture at scale 1."""

MARGIN = 18
ARROW = 4
"""The width of an arrow; arrows and badges have the same size in every picture."""


@dataclass(frozen=True, slots=True)
class Vignette:
    """A picture: players' territories with armies, a stronghold, and an attack.

    `held` maps territories to (player, armies), the players numbered from 0; `castles` are
    territories with a stronghold, or with headquarters; `attack` is (source, target).
    """

    held: dict[str, tuple[int, int]]
    castles: tuple[str, ...] = ()
    attack: tuple[str, str] | None = None


def vignette_context(board: Board, picture: Vignette) -> dict[str, Any]:
    """Return a picture for `web/pages/_vignette.html`."""
    left, top, wide, high = _box(board, tuple(picture.held))
    return {
        "box": f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}",
        "x": round(left),
        "y": round(top),
        "wide": round(wide),
        "high": round(high),
        "scale": round(wide / WIDE, 2),
        "stroke": round(ARROW * wide / WIDE, 1),
        "outlines": f"drawing/board/{board.id}/outlines.svg",
        "others": [name for name in board.territories if name not in picture.held],
        "lands": [
            _land(board, name, player, armies, name in picture.castles)
            for name, (player, armies) in picture.held.items()
        ],
        "attack": _arrow(board, *picture.attack) if picture.attack else None,
    }


def _land(board: Board, name: str, player: int, armies: int, is_castle: bool) -> dict[str, Any]:
    x, y = _badge(board, name)
    empires = list(board.empires)
    livery = player_livery(board, player, empires[player] if empires else None)
    return {
        "id": name,
        "livery": livery_name(livery),
        "armies": armies,
        "castle": is_castle,
        "x": x,
        "y": y,
    }


def _badge(board: Board, name: str) -> tuple[float, float]:
    x, y = board.drawing["territories"][name]["badge"]
    return x, y


def _arrow(board: Board, source: str, target: str) -> dict[str, float]:
    """Return the ends of an arrow between two badges, clear of both."""
    (x1, y1), (x2, y2) = _badge(board, source), _badge(board, target)
    return {
        "x1": round(x1 + 0.22 * (x2 - x1), 1),
        "y1": round(y1 + 0.22 * (y2 - y1), 1),
        "x2": round(x1 + 0.72 * (x2 - x1), 1),
        "y2": round(y1 + 0.72 * (y2 - y1), 1),
    }


@cache
def _box(board: Board, names: tuple[str, ...]) -> tuple[float, float, float, float]:
    """Return the part of the map around some territories: left, top, width and height."""
    drawn = shapes(board)
    points = [point for name in names for ring in rings(drawn[name]) for point in ring]
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    wide, high = max(xs) - left + MARGIN, max(ys) - top + MARGIN
    wider, higher = max(wide, high * WIDE / HIGH), max(high, wide * HIGH / WIDE)
    return left - (wider - wide) / 2, top - (higher - high) / 2, wider, higher
