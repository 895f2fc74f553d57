"""Woods, hills and mountains: the positions of the glyphs, and compact SVG to draw them.

Of two overlapping glyphs the southern one is drawn later. Otherwise the order is free, so glyphs of
one kind and size are drawn together, as the markers of a single path.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import dist
from random import Random

from games.drawing.board.badges import badge_offsets
from games.drawing.board.geometry import Point, contains, number, rings, strewn
from games.drawing.board.ink import coast, lakes
from games.drawing.board.ornaments import Range, ornaments_of
from games.management.board_art.glyphs import GLYPHS, RADII, SIZES
from rules.board import Board

Glyph = tuple[float, float, str, int]
"""A glyph's position (y, then x), its kind, and the index of its size."""
Box = tuple[float, float, float, float]
BADGE_BOX = (-29.0, -15.0, 38.0, 14.0)
"""The area kept clear around a badge whose stronghold is to the right, as (x0, y0, x1, y1)."""
HEIGHTS = {"forests": 9, "conifers": 11, "jungle": 10, "hills": 8, "mountains": 15, "swamps": 8}
"""The height of each glyph, including its foot."""


def keep_free(board: Board) -> list[Box]:
    """Return the boxes that no glyph may cover: badges with their shields and strongholds."""
    boxes = []
    for key, drawing in board.drawing["territories"].items():
        x, y = drawing["badge"]
        left, top, right, bottom = BADGE_BOX
        hung = badge_offsets(board, key)
        if hung.shield > 0:
            left, right = -right, -left
        boxes.append((x + left, y + top, x + right, y + bottom))
        if hung.up:
            boxes.append((x + hung.castle - 10, y - 38, x + hung.castle + 12, y))
    return boxes


def covers(box: Box, kind: str, x: float, y: float, size: float) -> bool:
    """Return whether a glyph standing at (x, y) reaches into a box."""
    left, top, right, bottom = box
    reach = RADII[kind] * size * 0.8
    return left - reach < x < right + reach and top < y < bottom + reach


@cache
def standing(board: Board) -> tuple[Glyph, ...]:
    """Return all glyphs of a board from north to south, except any that would cover a badge."""
    free = keep_free(board)
    decor = board.drawing.get("decor", {})
    by_data = (
        (kind, x, y, size)
        for kind in GLYPHS
        for x, y, size in decor.get(kind, ())
        if not any(covers(box, kind, x, y, size) for box in free)
    )
    both = [*by_data, *_along_ranges(board, free)]
    return tuple(sorted((y, x, kind, _step(size)) for kind, x, y, size in both))


def _step(size: float) -> int:
    return min(range(len(SIZES)), key=lambda step: abs(SIZES[step] - size))


# Ranges drawn by hand


def _along_ranges(board: Board, free: list[Box]) -> Iterator[tuple[str, float, float, float]]:
    """Yield glyphs along the ranges of a board: on land, clear of badges and names."""
    land, inland = rings(coast(board)), rings(lakes(board, is_abroad=False))
    taken = [*free, *_names(board)]
    chance = Random(board.id)  # noqa: S311 - reproducible drawings
    placed: list[Point] = []
    for kind, x, y, size in _strewn(ornaments_of(board.id).ranges, chance):
        reach = RADII[kind] * size
        apart = reach * APART
        # Cheapest checks first
        if (
            not any(_touches(box, kind, x, y, size) for box in taken)
            and all(dist((x, y), other) >= apart for other in placed)
            and all(contains(land, (x + aside, y)) for aside in (0, -reach, reach))
            and not any(contains(inland, (x, y - high)) for high in (0, 4, 8))
        ):
            placed.append((x, y))
            yield kind, x, y, size


APART = 1.35
"""Minimum distance between glyphs, relative to their radius."""


def _strewn(ranges: tuple[Range, ...], chance: Random) -> Iterator[tuple[str, float, float, float]]:
    for kind, size, line in ranges:
        step, (breadth, tries) = RADII[kind] * size, SPREAD[kind]
        for x, y in strewn(list(line), step):
            for _ in range(tries):
                off_x, off_y = (chance.gauss(0, breadth * size) for _ in range(2))
                grown = size * chance.uniform(0.9, 1.1)
                yield kind, round(x + off_x), round(y + off_y), grown


SPREAD = {
    "mountains": (4, 2),
    "hills": (9, 2),
    "forests": (14, 4),
    "conifers": (14, 4),
    "jungle": (14, 4),
    "swamps": (10, 2),
}
"""How far glyphs stray from a range's line (in unscaled glyph units), and how many are tried.

The distance is a standard deviation, the number applies to each point of the line.
"""


def _names(board: Board) -> Iterator[Box]:
    for drawing in board.drawing["territories"].values():
        label = drawing["label"]
        half, high = label["width"] / 2 + 3, label["size"] * len(label["lines"]) / 2 + 2
        yield (
            label["x"] - half,
            label["y"] - high,
            label["x"] + half,
            label["y"] + high,
        )


def _touches(box: Box, kind: str, x: float, y: float, size: float) -> bool:
    """Return whether any part of a glyph with its foot at (x, y) lies in a box."""
    left, top, right, bottom = box
    reach = RADII[kind] * size * 0.9
    return left - reach < x < right + reach and top - 2 < y < bottom + HEIGHTS[kind] * size


# SVG of the glyphs


def glyphs(board: Board) -> str:
    """Return the SVG markers that draw the glyphs."""
    used = {(kind, step) for _, _, kind, step in standing(board)}
    return "".join(
        f'<marker id="{kind[0]}{step}" overflow="visible" markerUnits="userSpaceOnUse">'
        f'<g transform="scale({SIZES[step]})">{GLYPHS[kind]}</g></marker>'
        for kind, step in sorted(used)
    )


def placed(board: Board) -> str:
    """Return SVG paths that draw all glyphs of a board, as few as the drawing order allows."""
    return "".join(_marked(mark, points) for mark, points in _batches(standing(board)))


def _marked(mark: str, points: list[Point]) -> str:
    """Return an invisible path with a marker at each of its points."""
    if len(points) == 1:
        return f'<path d="{_line(points)}h0" marker-start="url(#{mark})"/>'
    ends = "".join(f' marker-{end}="url(#{mark})"' for end in ("start", "mid", "end"))
    return f'<path fill="none" d="{_line(points)}"{ends}/>'


def _batches(all_glyphs: tuple[Glyph, ...]) -> Iterator[tuple[str, list[Point]]]:
    """Yield (marker, points) for each path, from back to front."""
    behind = [
        {other for other in range(index) if _overlap(all_glyphs[other], each)}
        for index, each in enumerate(all_glyphs)
    ]
    left = set(range(len(all_glyphs)))
    while left:
        ready: dict[tuple[str, int], list[int]] = defaultdict(list)
        for index in sorted(left):
            alike = ready[all_glyphs[index][2:]]
            if behind[index] & left <= set(alike):
                alike.append(index)
        (kind, step), chosen = max(ready.items(), key=lambda item: (len(item[1]), item[0]))
        left -= set(chosen)
        order = _nearest(chosen, behind, all_glyphs)
        yield f"{kind[0]}{step}", [(all_glyphs[each][1], all_glyphs[each][0]) for each in order]


def _nearest(
    chosen: list[int], behind: list[set[int]], all_glyphs: tuple[Glyph, ...]
) -> Iterator[int]:
    """Yield glyphs so that each is close to the previous one: short steps take fewer characters."""
    left, here = set(chosen), all_glyphs[chosen[0]]
    while left:
        ready = (each for each in left if not behind[each] & left)
        nearest = min(ready, key=lambda each: (dist(all_glyphs[each][:2], here[:2]), each))
        left.remove(nearest)
        here = all_glyphs[nearest]
        yield nearest


def _overlap(a: Glyph, b: Glyph) -> bool:
    reach = 0.9 * (RADII[a[2]] * SIZES[a[3]] + RADII[b[2]] * SIZES[b[3]])
    return abs(a[1] - b[1]) < reach and abs(a[0] - b[0]) < HEIGHTS[b[2]] * SIZES[b[3]]


def _line(points: list[Point]) -> str:
    (x, y), *others = points
    steps, here = [], (x, y)
    for point in others:
        steps.append(f"{number(point[0] - here[0])} {number(point[1] - here[1])}")
        here = point
    line = f"M{number(x)} {number(y)}"
    return f"{line}l{' '.join(steps).replace(' -', '-')}" if steps else line
