"""The layer above the owners' colours: empires, borders, rivers, woods and hills."""

from collections.abc import Iterator

from games.drawing.board.badges import badge_offsets
from games.drawing.board.geometry import joined, number, written
from games.drawing.board.ink import (
    COARSE,
    FINE,
    INK,
    crossings,
    far_coast,
    lakes,
    rect,
    shapes,
    svg,
)
from games.drawing.board.ornaments import ornaments_of
from games.drawing.board.simplify import simplified_lines
from games.management.board_art.scatter import glyphs, placed
from rules.board import Board


def relief(board: Board) -> str:
    """Return the layer above the owners' colours: grounds, borders, rivers, woods and hills."""
    borders = _border_lines(board)
    return svg(
        board,
        f'<defs><path id="c" d="{far_coast(board)}"/><clipPath id="k"><use href="#c" '
        f'clip-rule="evenodd"/></clipPath>{glyphs(board)}</defs>',
        f'<mask id="m" maskUnits="userSpaceOnUse">{rect(board, "#fff")}{_kept_free(board)}</mask>'
        f'<g mask="url(#m)">{_shades(borders)}{_grounds(board)}{_lakes(board)}{_rivers(board)}'
        f"{_borders(borders)}</g>",
        _flood_river(board),
        f'<g opacity=".92">{placed(board)}</g>',
        crossings(board, "pass", ("#f8ecd0", 5.4, 0.9), ("#7c1d12", 3.4, 1)),
    )


def _border_lines(board: Board) -> dict[str, str]:
    """Return the borders by kind; "rim" is the border with lands outside the game."""
    edge = board.drawing.get("decor", {}).get("neutralBorders")
    return {**board.drawing["borders"], **({"rim": edge} if edge else {})}


def _shades(borders: dict[str, str]) -> str:
    """Return the darker shading along every border, over any colour."""
    inner = simplified_lines(borders["inner"], COARSE)
    strokes = "".join(
        f'<use href="#c" stroke-width="{width}"/><use href="#b" stroke-width="{width}"/>'
        for width in (15, 10, 6)
    )
    return (
        f'<defs><path id="b" d="{inner}"/></defs>'
        '<g clip-path="url(#k)" fill="none" stroke="#4a2c10" stroke-opacity=".055" '
        f'stroke-linejoin="round">{strokes}</g>'
    )


def _grounds(board: Board) -> str:
    """Return the coloured band inside the borders of each empire or continent."""
    return "".join(
        f'<clipPath id="k-{key}"><path id="e-{key}" d="{outline}" clip-rule="evenodd"/></clipPath>'
        f'<g clip-path="url(#k-{key})" fill="none" stroke="{group.color}" '
        f'stroke-linejoin="round">{_ground_strokes(key, ornaments_of(board.id).band)}</g>'
        for key, group in board.groups.items()
        if group.kind != "independent"
        and (outline := written(joined(shapes(board, BORDER)[key] for key in group.territories)))
    )


BORDER = 0.8
"""Simplification tolerance for outlines that are hidden beneath a border's line."""


def _ground_strokes(key: str, broad: float) -> str:
    return "".join(
        f'<use href="#e-{key}" stroke-width="{width * broad:g}" stroke-opacity="{opacity}"/>'
        for width, opacity in ((21, 0.14), (17, 0.2), (13.5, 0.3), (10, 0.9))
    )


def _lakes(board: Board) -> str:
    path = lakes(board, is_abroad=False)
    return f'<path d="{path}" fill="#7fa9b1" stroke="{INK}" stroke-width="1"/>' if path else ""


def _rivers(board: Board) -> str:
    """Return the rivers that are not borders."""
    widths = ornaments_of(board.id).rivers
    lines = "".join(
        f'<path d="{path}" stroke-width="{width}"/>'
        for key, path in board.drawing.get("rivers", {}).items()
        if (width := widths.get(key))
    )
    if not lines:
        return ""
    return (
        '<g fill="none" stroke="#2f6f8c" opacity=".7" stroke-linecap="round" '
        f'stroke-linejoin="round">{lines}</g>'
    )


def _kept_free(board: Board) -> str:
    """Return round spots that mask out colours and lines beneath badges and shields."""
    badges, shields = "", ""
    for x, y, shield in _badges(board):
        badges += f"M{number(x)} {number(y)}h0"
        shields += f"M{number(shield)} {number(y)}h0"
    return (
        f'<g stroke="#000" stroke-linecap="round"><path d="{badges}" stroke-width="28"/>'
        f'<path d="{shields}" stroke-width="20"/></g>'
    )


def _badges(board: Board) -> Iterator[tuple[float, float, float]]:
    for key, drawing in board.drawing["territories"].items():
        x, y = drawing["badge"]
        yield x, y, x + badge_offsets(board, key).shield


def _borders(borders: dict[str, str]) -> str:
    def line(name: str, color: str, width: float, opacity: float) -> str:
        return (
            f'<path d="{simplified_lines(borders[name], FINE)}" stroke="{color}" '
            f'stroke-width="{width}" opacity="{opacity}"/>'
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
    """Return the rivers that are borders: a dark bed with bright water in it."""
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
