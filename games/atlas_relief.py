"""The picture over the owners' colours: empires, borders, rivers, woods and hills."""

from collections.abc import Iterator
from math import copysign

from games.atlas_glyphs import GLYPHS, RADII, SIZES
from games.atlas_ink import INK, coast, crossings, rect, svg
from games.atlas_places import SHIELD_ASIDE, castle_aside
from games.atlas_shapes import joined, written
from rules.board import Board


def relief(board: Board) -> str:
    """Return the picture over the owners' colours: empires, borders, rivers, woods and hills."""
    borders = board.drawing["borders"]
    return svg(
        board,
        f'<defs><path id="c" d="{coast(board)}"/><clipPath id="k"><use href="#c" '
        f'clip-rule="evenodd"/></clipPath>{_glyphs(board)}</defs>',
        _shades(borders),
        _empires(board),
        _rivers(board),
        _borders(borders),
        _flood_river(board),
        f'<g opacity=".92">{_relief(board)}</g>',
        crossings(board, "pass", ("#f8ecd0", 5.4, 0.9), ("#7c1d12", 3.4, 1)),
    )


def _shades(borders: dict[str, str]) -> str:
    """Return the pooling of colour along every border, of whatever colour it is."""
    strokes = "".join(
        f'<use href="#c" stroke-width="{width}"/><path d="{borders["inner"]}" '
        f'stroke-width="{width}"/>'
        for width in (15, 10, 6)
    )
    return (
        '<g clip-path="url(#k)" fill="none" stroke="#4a2c10" stroke-opacity=".055" '
        f'stroke-linejoin="round">{strokes}</g>'
    )


def _empires(board: Board) -> str:
    """Return the hue of each empire along its borders, within it."""
    return "".join(
        f'<clipPath id="k-{key}"><path id="e-{key}" d="{outline}" clip-rule="evenodd"/></clipPath>'
        f'<g clip-path="url(#k-{key})" fill="none" stroke="{group.color}" '
        f'stroke-linejoin="round">{EMPIRE_STROKES.format(key=key)}</g>'
        for key, group in board.empires.items()
        if (outline := written(joined(_lands(board, key))))
    )


EMPIRE_STROKES = "".join(
    f'<use href="#e-{{key}}" stroke-width="{width}" stroke-opacity="{opacity}"/>'
    for width, opacity in ((21, 0.14), (17, 0.2), (13.5, 0.3), (10, 0.9))
)


def _lands(board: Board, empire: str) -> Iterator[str]:
    for key in board.groups[empire].territories:
        yield board.drawing["territories"][key]["path"]


def _rivers(board: Board) -> str:
    """Return the rivers that are no border, which run beneath badges and shields."""
    lines = "".join(
        f'<path d="{path}" stroke-width="{width}"/>'
        for key, path in board.drawing.get("rivers", {}).items()
        if (width := RIVERS.get(key))
    )
    badges = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="14"/><circle cx="{shield:g}" cy="{y:g}" r="9"/>'
        for x, y, shield in _badges(board)
    )
    return (
        f'<mask id="b" maskUnits="userSpaceOnUse">{rect(board, "#fff")}{badges}</mask><g '
        'mask="url(#b)" fill="none" stroke="#2f6f8c" opacity=".7" stroke-linecap="round" '
        f'stroke-linejoin="round">{lines}</g>'
    )


def _badges(board: Board) -> Iterator[tuple[float, float, float]]:
    for key, drawing in board.drawing["territories"].items():
        x, y = drawing["badge"]
        yield x, y, x - copysign(SHIELD_ASIDE, castle_aside(board, key))


RIVERS = {"thelly": 1.5, "flanmi": 1.5, "harp": 1.2, "grayflood_mouth": 2.6}
"""How wide the rivers are that are no border."""


def _borders(borders: dict[str, str]) -> str:
    def line(name: str, color: str, width: float, opacity: float) -> str:
        return (
            f'<path d="{borders[name]}" stroke="{color}" stroke-width="{width}" '
            f'opacity="{opacity}"/>'
            if name in borders
            else ""
        )

    return (
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
        + line("rakers", INK, 1.2, 0.55)
        + line("rim", INK, 1.7, 0.8)
        + line("inner", INK, 0.95, 0.72)
        + line("outer", "#fbf3dc", 4.6, 0.34)
        + line("outer", INK, 2.5, 1)
        + "</g>"
    )


def _flood_river(board: Board) -> str:
    """Return the rivers that are borders: a bed and bright water in it."""
    rivers = board.drawing.get("rivers", {})
    looks = (
        ("nesser", (("#1f4a5e", 3.4), ("#6fa9bd", 1.7))),
        ("grayflood", (("#173f56", 6.4), ("#5fb0d0", 4), ("#c2e6ee", 1.1))),
    )
    return "".join(
        f'<path d="{rivers[key]}" fill="none" stroke="{color}" stroke-width="{width}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
        for key, strokes in looks
        if key in rivers
        for color, width in strokes
    )


def _glyphs(board: Board) -> str:
    decor = board.drawing["decor"]
    return "".join(
        f'<g id="{kind[0]}{step}" transform="scale({size})">{glyph}</g>'
        for kind, glyph in GLYPHS.items()
        if kind in decor
        for step, size in enumerate(SIZES)
    )


def _relief(board: Board) -> str:
    """Return all glyphs, the northern ones first, but none where a badge or a name stands."""
    free = keep_free(board)
    placed = sorted(
        (y, x, kind, size)
        for kind in GLYPHS
        for x, y, size in board.drawing["decor"].get(kind, ())
        if not any(covers(box, kind, x, y, size) for box in free)
    )
    return "".join(
        f'<use href="#{kind[0]}{_step(size)}" x="{x:g}" y="{y:g}"/>' for y, x, kind, size in placed
    )


def _step(size: float) -> int:
    return min(range(len(SIZES)), key=lambda step: abs(SIZES[step] - size))


Box = tuple[float, float, float, float]
BADGE_BOX = (-29.0, -15.0, 38.0, 14.0)
"""What must be seen around a badge, its stronghold to the right: left, top, right, bottom."""


def keep_free(board: Board) -> list[Box]:
    """Return what no tree may cover: badges, with the shield and stronghold beside them."""
    boxes = []
    for key, drawing in board.drawing["territories"].items():
        x, y = drawing["badge"]
        left, top, right, bottom = BADGE_BOX
        if castle_aside(board, key) < 0:
            left, right = -right, -left
        boxes.append((x + left, y + top, x + right, y + bottom))
    return boxes


def covers(box: Box, kind: str, x: float, y: float, size: float) -> bool:
    """Say whether a glyph that stands on a point reaches into a box."""
    left, top, right, bottom = box
    reach = RADII[kind] * size * 0.8
    return left - reach < x < right + reach and top < y < bottom + reach
