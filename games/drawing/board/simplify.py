"""Outlines with fewer points, without visible changes or gaps between neighbours."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import dist

from games.drawing.board.geometry import Point, Ring, edges, rings, written

GRID = 2
"""Grid points per unit: coordinates on halves are shorter to write."""


def simplified(shapes: Mapping[str, str], tolerance: float) -> dict[str, str]:
    """Return simplified outlines by name; points move by no more than about the tolerance.

    Both sides of a border are simplified identically, so no gap opens between neighbours.
    """
    drawn = {name: rings(path) for name, path in shapes.items()}
    meetings = _meetings(ring for shape in drawn.values() for ring in shape)
    return {
        name: written(thin for ring in shape if (thin := _thin_ring(ring, meetings, tolerance)))
        for name, shape in drawn.items()
    }


def simplified_lines(path: str, tolerance: float) -> str:
    """Return simplified open lines; their end points stay fixed."""
    return "".join(
        written([[snapped(point) for point in thinned(_oriented(line), tolerance)]]).rstrip("z")
        for line in rings(path)
    )


def _meetings(all_rings: Iterable[Ring]) -> set[Point]:
    """Return the points where borders meet each other or the coast."""
    beside: dict[Point, set[Point]] = defaultdict(set)
    for ring in all_rings:
        for a, b in edges(ring):
            if a != b:
                beside[a].add(b)
                beside[b].add(a)
    return {point for point, others in beside.items() if len(others) > 2}


def _thin_ring(ring: Ring, meetings: set[Point], tolerance: float) -> Ring:
    fixed = [index for index, point in enumerate(ring) if point in meetings]
    if len(fixed) < 2:
        fixed = _two_of(ring)
    turned = ring[fixed[0] :] + ring[: fixed[0] + 1]
    stops = [index - fixed[0] for index in fixed] + [len(ring)]
    thin: Ring = []
    for start, end in pairwise(stops):
        arc = turned[start : end + 1]
        kept = thinned(_oriented(arc), tolerance)
        thin += [snapped(point) for point in (kept if kept[0] == arc[0] else kept[::-1])][:-1]
    thin = [point for index, point in enumerate(thin) if point != thin[index - 1]]
    return thin if len(thin) > 2 else []


def _two_of(ring: Ring) -> list[int]:
    """Return the indices of two distant points of a ring, the same wherever the ring starts."""
    first = min(ring)
    last = max(ring, key=lambda point: (dist(point, first), point))
    return sorted((ring.index(first), ring.index(last)))


def _oriented(arc: Ring) -> Ring:
    """Return an arc starting at its smaller end point: both neighbours then simplify it alike."""
    return arc if arc[0] <= arc[-1] else arc[::-1]


def thinned(arc: Ring, tolerance: float) -> Ring:
    """Simplify an arc by the Ramer-Douglas-Peucker algorithm."""
    if len(arc) < 3:
        return arc
    far, index = max((_off(arc[0], arc[-1], arc[each]), each) for each in range(1, len(arc) - 1))
    if far <= tolerance:
        return [arc[0], arc[-1]]
    return thinned(arc[: index + 1], tolerance)[:-1] + thinned(arc[index:], tolerance)


def _off(a: Point, b: Point, point: Point) -> float:
    """Return the distance between a point and the segment between two others."""
    length = dist(a, b)
    if not length:
        return dist(a, point)
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length**2
    share = min(1.0, max(0.0, along))
    return dist(point, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))


def snapped(point: Point) -> Point:
    """Return the grid point nearest to a point."""
    return round(point[0] * GRID) / GRID, round(point[1] * GRID) / GRID
