"""Geometry of a board's drawing: read, join and write outlines, and find anchorages."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

Point = tuple[float, float]
Ring = list[Point]

TOKEN = re.compile(r"[MlLz]|-?(?:\d+\.?\d*|\.\d+)")
OFF_SHORE = 13.0
"""Distance of an anchorage from the coast, in drawing units."""


def rings(path: str) -> list[Ring]:
    """Return the closed rings or open lines of a path with straight strokes (M, L, l and z)."""
    found: list[Ring] = []
    numbers: list[float] = []
    command = "M"
    for token in TOKEN.findall(path):
        if token.isalpha():
            command = token
        else:
            numbers.append(float(token))
        if len(numbers) == 2:
            _draw_to(found, command, numbers)
            command = "l" if command == "M" else command
            numbers = []
    return found


def _draw_to(found: list[Ring], command: str, numbers: list[float]) -> None:
    x, y = numbers
    if command == "M":
        found.append([(x, y)])
    elif command == "l":
        last = found[-1][-1]
        found[-1].append((round(last[0] + x, 2), round(last[1] + y, 2)))
    else:
        found[-1].append((x, y))


def curve(line: str) -> list[Point]:
    """Return the points on a curved line (M, q, t and l; all but M relative)."""
    points: list[Point] = []
    for command, text in re.findall(r"([Mqtl])([^Mqtl]*)", line):
        numbers = [float(each) for each in TOKEN.findall(text)]
        step = 4 if command == "q" else 2
        for index in range(step - 2, len(numbers), step):
            x, y = numbers[index : index + 2]
            last = (0.0, 0.0) if command == "M" else points[-1]
            points.append((last[0] + x, last[1] + y))
    return points


def stroked(path: str) -> list[Ring]:
    """Return the points of open lines with straight and quadratic strokes (M, L, l and Q)."""
    lines: list[Ring] = []
    for command, text in re.findall(r"([MLlQ])([^MLlQ]*)", path):
        numbers = [float(each) for each in TOKEN.findall(text)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            lines.append([])
        if command == "Q":
            pairs.insert(0, _bow(lines[-1][-1], *pairs))
            del pairs[1]
        for x, y in pairs:
            last = lines[-1][-1] if command == "l" else (0.0, 0.0)
            lines[-1].append((last[0] + x, last[1] + y))
    return lines


def _bow(start: Point, turn: Point, end: Point) -> Point:
    """Return the midpoint of a quadratic curve."""
    return (start[0] + 2 * turn[0] + end[0]) / 4, (start[1] + 2 * turn[1] + end[1]) / 4


def strewn(line: list[Point], apart: float) -> Iterator[Point]:
    """Yield points along a line, each at most `apart` from the next."""
    for a, b in pairwise(line):
        steps = int(dist(a, b) / apart) + 1
        for step in range(steps):
            yield a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps
    yield line[-1]


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a closed ring."""
    yield from zip(ring, ring[1:] + ring[:1], strict=True)


def joined(paths: Iterable[str]) -> list[Ring]:
    """Return the outline of the union of shapes; neighbours must share identical sides."""
    sides: set[frozenset[Point]] = set()
    for path in paths:
        for ring in rings(path):
            sides ^= {frozenset(edge) for edge in edges(ring) if edge[0] != edge[1]}
    return list(_chained(sides))


def shores(paths: Iterable[str], beside: Iterable[str]) -> str:
    """Return the outline of shapes as lines, without the sides they share with shapes `beside`."""
    sides: set[frozenset[Point]] = set()
    for path in paths:
        for ring in rings(path):
            sides ^= {frozenset(edge) for edge in edges(ring) if edge[0] != edge[1]}
    for path in beside:
        sides -= {frozenset(edge) for ring in rings(path) for edge in edges(ring)}
    return "".join(
        written([line]) if frozenset((line[0], line[-1])) in sides else written([line])[:-1]
        for line in _chained(sides)
    )


def _chained(sides: set[frozenset[Point]]) -> Iterator[Ring]:
    """Yield rings assembled from loose sides, in a deterministic order."""
    ends: dict[Point, list[Point]] = defaultdict(list)
    for a, b in sorted(tuple(sorted(side)) for side in sides):
        ends[a].append(b)
        ends[b].append(a)
    for start in sorted(ends):
        while ends[start]:
            ring = [start]
            while ends[ring[-1]]:
                here = ring[-1]
                there = ends[here].pop()
                ends[there].remove(here)
                if there == start:
                    break
                ring.append(there)
            yield ring


def written(shape: Iterable[Ring]) -> str:
    """Return rings as a path in as few characters as possible."""
    parts = []
    for ring in shape:
        parts.append(f"M{number(ring[0][0])} {number(ring[0][1])}l")
        steps = [(round(b[0] - a[0], 1), round(b[1] - a[1], 1)) for a, b in pairwise(ring)]
        parts.append("".join(_pair(x, y) for x, y in steps).lstrip() + "z")
    return "".join(parts)


def number(value: float) -> str:
    """Return a number in SVG syntax, with at most one decimal."""
    text = f"{round(value, 1):g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _pair(x: float, y: float) -> str:
    first, second = number(x), number(y)
    before = "" if first.startswith("-") else " "
    between = "" if second.startswith("-") else " "
    return f"{before}{first}{between}{second}"


def contains(shape: Iterable[Ring], point: Point) -> bool:
    """Return whether a point lies inside the rings, by the even-odd rule."""
    x, y = point
    inside = False
    for ring in shape:
        for (ax, ay), (bx, by) in edges(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def anchorages(
    land: list[Ring], water: list[Ring], coast: list[Ring], badge: Point
) -> Iterator[Point]:
    """Yield the anchorages of a land in a sea zone, starting nearest its badge.

    `water` is the zone's area, `coast` the outline of all land. Yields nothing if the land does not
    touch the zone.
    """
    shore = {point for ring in coast for point in ring}
    sides = [side for ring in land for side in edges(ring) if shore.issuperset(side)]
    for start, end in sorted(sides, key=lambda side: dist(side[0], badge)):
        for anchor in _both_sides(start, end):
            if contains(water, anchor) and not contains(coast, anchor):
                yield anchor


def _both_sides(a: Point, b: Point) -> Iterator[Point]:
    length = dist(a, b)
    x, y = (b[1] - a[1]) / length * OFF_SHORE, (a[0] - b[0]) / length * OFF_SHORE
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    for way in (1, -1):
        yield round(middle[0] + way * x, 1), round(middle[1] + way * y, 1)
