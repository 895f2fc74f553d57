"""The lanes on which fleets are drawn.

A lane stays within one sea zone and touches no land. Lanes are computed once, when the board is
drawn, and stored in a file that the page's script also reads. They connect ports: a port is a coast
("onnwal") or a gate into another zone ("aerdi_sea", "aerdi_sea 2").
"""

import heapq
from collections.abc import Iterator
from itertools import chain, combinations
from math import dist
from typing import Any

from games.drawing.board.geometry import Point, Ring, anchorages, contains, curve, edges, rings
from games.drawing.board.ink import coast, size
from games.drawing.board.ornaments import ornaments_of
from games.drawing.board.sea_zones import zone_area
from rules.board import Board

GRID = 40
MARGIN = 26.0
REACH = 130.0
"""Maximum length of a straight segment between two points of a lane."""


Edge = tuple[Point, Point]
Graph = dict[Point, list[Point]]


def lanes(board: Board) -> dict[str, Any]:
    """Return a board's lanes in the form in which they are stored.

    "seas" has for each sea zone its "ports" (positions by name) and "lanes" (turns by first, then
    second port; a straight lane is left out). Turns are indices into "points", as many lanes share
    them.
    """
    shore = rings(coast(board))
    buoys = list(ornaments_of(board.id).buoys)
    numbers: dict[Point, int] = {}
    seas = {
        zone: _zone_lanes(board, zone, Waters(zone_area(board, zone), shore, buoys), numbers)
        for zone in board.sea_zones
    }
    return {"points": [_plain(point) for point in numbers], "seas": seas}


def lane(kept: dict[str, Any], zone: str, first: str, second: str) -> list[Point]:
    """Return the points of the lane between two ports of a sea zone, from stored lanes."""
    ports, ways = (kept["seas"][zone][what] for what in ("ports", "lanes"))
    turns = ways.get(first, {}).get(second) or ways.get(second, {}).get(first, [])[::-1]
    return [(x, y) for x, y in (ports[first], *(kept["points"][at] for at in turns), ports[second])]


class Waters:
    """The open water of a sea zone: its area, the coast, and buoys as waypoints for lanes."""

    def __init__(self, area: list[Ring], coast: list[Ring], straits: list[Point]) -> None:
        self.area, self.coast = area, coast
        self.shore = [edge for ring in coast for edge in edges(ring)]
        self._clear: dict[Edge, bool] = {}
        narrows = [point for point in straits if contains(area, point)]
        graph = _graph([*narrows, *_open_water(area, coast)], self.shore)
        # Leave out bays that the map cuts off from the rest of the zone.
        largest: set[Point] = max(_connected(graph), key=len, default=set())
        self.buoys = sorted(largest)

    def is_open(self, anchor: Point) -> bool:
        """Return whether an anchorage has a clear line to a near buoy; True if none exist."""
        near = (buoy for buoy in self.buoys if dist(anchor, buoy) < REACH)
        return not self.buoys or any(self.is_clear(anchor, buoy) for buoy in near)

    def is_clear(self, a: Point, b: Point) -> bool:
        """Return whether the straight line between two points is open water; results are cached."""
        if (a, b) not in self._clear:
            self._clear[a, b] = is_clear(a, b, self.shore)
        return self._clear[a, b]


def _ports(board: Board, zone: str, waters: Waters) -> dict[str, Point]:
    ports = {}
    for key in board.on_sea(zone):
        drawing = board.drawing["territories"][key]
        land, badge = rings(drawing["path"]), tuple(drawing["badge"])
        anchors = anchorages(land, waters.area, waters.coast, badge)
        nearest = next(anchors, None)
        if nearest:
            found = (each for each in chain([nearest], anchors) if waters.is_open(each))
            ports[key] = next(found, nearest)
    pairs = board.drawing.get("sea_border_pairs", ())
    for pair, line in zip(pairs, board.drawing.get("sea_borders", ()), strict=True):
        if zone in pair:
            other = pair[0] if pair[1] == zone else pair[1]
            ports[f"{other} 2" if other in ports else other] = _middle(line, *size(board))
    return ports


def _middle(line: str, width: int, height: int) -> Point:
    """Return the middle point of a curved line, kept within the map's margin."""
    points = curve(line)
    x, y = points[len(points) // 2]
    return min(max(x, MARGIN), width - MARGIN), min(max(y, MARGIN), height - MARGIN)


def _zone_lanes(
    board: Board, zone: str, waters: Waters, numbers: dict[Point, int]
) -> dict[str, Any]:
    ports, shore = _ports(board, zone, waters), waters.shore
    buoys = [*ports.values(), *waters.buoys]
    graph = _graph(buoys, shore)
    turns: dict[str, dict[str, list[int]]] = {}
    for number_of_first, (first, start) in enumerate(ports.items()):
        ways = _shortest(graph, start)
        for second in list(ports)[number_of_first + 1 :]:
            way = _straightened(ways.get(ports[second], [start, ports[second]]), waters)
            if found := [numbers.setdefault(turn, len(numbers)) for turn in way[1:-1]]:
                turns.setdefault(first, {})[second] = found
    return {"ports": {key: _plain(point) for key, point in ports.items()}, "lanes": turns}


def _plain(point: Point) -> list[float]:
    """Return a point in its shortest JSON form, with at most one decimal."""
    return [int(value) if value == int(value) else round(value, 1) for value in point]


def _open_water(water: list[Ring], coast: list[Ring]) -> Iterator[Point]:
    shore = [point for ring in coast for point in ring]
    xs, ys = zip(*(point for ring in water for point in ring), strict=True)
    for x in range(int(min(xs)), int(max(xs)), GRID):
        for y in range(int(min(ys)), int(max(ys)), GRID):
            point = float(x), float(y)
            if (
                x >= MARGIN
                and contains(water, point)
                and not contains(coast, point)
                and min(dist(point, each) for each in shore) > GRID / 4
            ):
                yield point


def _graph(buoys: list[Point], shore: list[Edge]) -> Graph:
    graph: Graph = {buoy: [] for buoy in buoys}
    for a, b in combinations(buoys, 2):
        if dist(a, b) < REACH and is_clear(a, b, shore):
            graph[a].append(b)
            graph[b].append(a)
    return graph


def _connected(graph: Graph) -> Iterator[set[Point]]:
    """Yield the connected components of a graph of buoys."""
    left = set(graph)
    while left:
        reached = set(_shortest(graph, min(left)))
        left -= reached
        yield reached


def is_clear(a: Point, b: Point, shore: list[Edge]) -> bool:
    """Return whether the straight line between two points crosses no shore."""
    left, right = sorted((a[0], b[0]))
    top, bottom = sorted((a[1], b[1]))
    return not any(
        _cross(a, b, c, d)
        for c, d in shore
        if (c[0] >= left or d[0] >= left)
        and (c[0] <= right or d[0] <= right)
        and (c[1] >= top or d[1] >= top)
        and (c[1] <= bottom or d[1] <= bottom)
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, point: Point) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) > (b[1] - a[1]) * (point[0] - a[0])


def _shortest(graph: Graph, start: Point) -> dict[Point, list[Point]]:
    """Return the shortest way from `start` to each reachable buoy (Dijkstra)."""
    ways: dict[Point, list[Point]] = {}
    waiting = [(0.0, start, [start])]
    while waiting:
        length, here, way = heapq.heappop(waiting)
        if here in ways:
            continue
        ways[here] = way
        for there in graph[here]:
            if there not in ways:
                heapq.heappush(waiting, (length + dist(here, there), there, [*way, there]))
    return ways


def _straightened(way: list[Point], waters: Waters) -> list[Point]:
    """Return a way without unnecessary turns."""
    kept = [way[0]]
    index = 0
    while index < len(way) - 1:
        reach = range(len(way) - 1, index, -1)
        clear = (each for each in reach if waters.is_clear(way[index], way[each]))
        index = next(clear, index + 1)
        kept.append(way[index])
    return kept
