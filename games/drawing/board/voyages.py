"""The path of a voyage: from badge to badge along the lanes of the sea zones on its route."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from math import dist
from typing import Any

from django.conf import settings

from games.drawing.board.geometry import Point, number
from games.drawing.board.sea_lanes import lane

GAP = 17.0
"""Distance between the centre of a badge and the end of a line."""
ROUND = 45.0
"""Maximum distance from a turn at which the line starts to bend."""


@cache
def _kept(name: str) -> dict[str, Any]:
    path = settings.ROOT / "static" / "drawing" / "board" / name / "lanes.json"
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def voyage_path(
    name: str, source: str, target: str, route: Sequence[str], start: Point, end: Point
) -> str:
    """Return a voyage's smooth path from badge to badge, through the gates that make it short."""
    kept = _kept(name)
    gates = [
        [port for port in kept["seas"][zone]["ports"] if port.split()[0] == after]
        for zone, after in pairwise(route)
    ]
    ways = [_way(kept, route, source, target, chosen) for chosen in product(*gates)]
    return smooth([start, *min(ways, key=_length), end])


def _way(
    kept: dict[str, Any], route: Sequence[str], source: str, target: str, gates: Sequence[str]
) -> list[Point]:
    way: list[Point] = []
    entry = source
    for index, zone in enumerate(route):
        leaving = gates[index] if index < len(gates) else target
        way += lane(kept, zone, entry, leaving)
        # In the next zone, the gate is named after the zone just left.
        entry = zone + leaving[len(leaving.split()[0]) :]
    return list(dict.fromkeys(way))


def _length(way: Iterable[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(way))


def smooth(points: list[Point]) -> str:
    """Return a path through the points, with rounded turns, that ends short of both badges."""
    way = [_towards(points[0], points[1], GAP), *points[1:-1]]
    way.append(_towards(points[-1], points[-2], GAP))
    path = f"M{_pair(way[0])}"
    for before, turn, after in zip(way, way[1:], way[2:], strict=False):
        start = _towards(turn, before, min(ROUND, dist(turn, before) / 2))
        end = _towards(turn, after, min(ROUND, dist(turn, after) / 2))
        path += f"L{_pair(start)}Q{_pair(turn)} {_pair(end)}"
    return f"{path}L{_pair(way[-1])}"


def _towards(a: Point, b: Point, far: float) -> Point:
    share = far / (dist(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
