"""The lowest layer: water and waterlines, other lands, bare paper, the frame."""

from dataclasses import dataclass
from math import cos, pi, sin

from games.drawing.board.geometry import number, shores, written
from games.drawing.board.ink import COARSE, INK, abroad, far_coast, lakes, rect, shapes, size, svg
from games.drawing.board.ornaments import ornaments_of
from games.drawing.board.sea_zones import basin
from games.drawing.board.simplify import simplified
from games.management.board_art.glyphs import SHIP, compass
from rules.board import Board

LAND = "#b3a88c"
MASSIF = "#b7a684"


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the sea layer: water from `deep` to `shallow`, foam, lines, gold, frame."""

    shallow: str
    middle: str
    deep: str
    foam: str
    glow: str
    line: str
    gold: str
    frame: str
    title: str
    lake: str


THEMES = {
    "dark": Theme(
        "#34687a", "#25505f", "#142f3b", "#c4dcd6", "#86b9b3",
        "#e2ebe0", "#c9a455", "#0e2129", "#d9c48d", "#3d6a78",
    ),
    "light": Theme(
        "#cfe0db", "#bcd3d1", "#97b9bc", "#5f8f97", "#eaf4ee",
        "#2b5663", "#8d6f2f", "#6d8f94", "#6d5524", "#7fa9b1",
    ),
}  # fmt: skip


def sea(board: Board, theme_name: str) -> str:
    """Return the lowest layer as SVG: water and waterlines, other lands, bare paper, the frame."""
    theme = THEMES[theme_name]
    return svg(
        board,
        f'<defs><radialGradient id="w" cx=".52" cy=".5" r=".8"><stop stop-color="{theme.shallow}"/>'
        f'<stop offset=".6" stop-color="{theme.middle}"/><stop offset="1" '
        f'stop-color="{theme.deep}"/></radialGradient>{_fades(theme)}<path id="c" '
        f'd="{far_coast(board)}"/><path id="o" d="{_other_lands(board)}"/><clipPath id="k">'
        f'<use href="#o"/></clipPath></defs>',
        rect(board, "url(#w)"),
        _rhumb_lines(board),
        _basins(board, theme),
        _shelf(theme),
        _waterlines(board, theme),
        _zone_borders(board, theme),
        _enclosures(board),
        _abroad(board, theme),
        _ships(board, theme),
        _frame(board, theme),
    )


def _other_lands(board: Board) -> str:
    thin = shapes(board)
    return "".join(thin[name] for name in abroad(board)) or "M0 0"


def _rhumb_lines(board: Board) -> str:
    compass = ornaments_of(board.id).compass
    if compass is None:
        return ""
    x, y = compass
    rays = "".join(
        f"M{x} {y}l{number(1700 * cos(angle))} {number(1700 * sin(angle))}"
        for angle in (turn * pi / 16 for turn in range(32))
    )
    return f'<path d="{rays}" stroke="#d7e3d4" stroke-width=".6" opacity=".1"/>'


def _basins(board: Board, theme: Theme) -> str:
    """Return the deeper, hatched water of inland seas, which no fleet can leave."""
    inland = [ring for zone in board.sea_zones if (ring := basin(board, zone))]
    if not inland:
        return ""
    return (
        '<pattern id="r" width="9" height="5" patternUnits="userSpaceOnUse"><path '
        f'd="M0 2.5h9" stroke="{theme.line}" stroke-width=".7" opacity=".5"/></pattern><defs><path '
        f'id="s" d="{simplified({"": written(inland)}, COARSE)[""]}"/></defs>'
        f'<use href="#s" fill="{theme.deep}" opacity=".6"/><use href="#s" fill="url(#r)"/>'
    )


def _shelf(theme: Theme) -> str:
    """Return the shallow water along the coasts: stacked strokes in place of a blur filter."""
    strokes = "".join(
        f'<use href="#c" stroke-width="{width}"/>' for width in (46, 38, 31, 24, 18, 12, 7)
    )
    return (
        f'<g fill="none" stroke="{theme.glow}" stroke-opacity=".06" stroke-linejoin="round">'
        f"{strokes}</g>"
    )


def _waterlines(board: Board, theme: Theme) -> str:
    """Return three thin lines along all coasts, each a wide stroke masked by a narrower one."""
    strokes = "".join(
        f'<use href="#c" stroke="{tone}" stroke-width="{2 * off + way * width:g}"/>'
        for off, width, tone in WATERLINES
        for tone, way in ((tone, 1), ("#000", -1))
    )
    return (
        f'<mask id="m" maskUnits="userSpaceOnUse"><g fill="none" stroke-linejoin="round">{strokes}'
        f"</g></mask>{rect(board, theme.foam, MASKED)}"
    )


MASKED = ' mask="url(#m)"'
WATERLINES = ((13, 0.75, "#474747"), (8.4, 0.85, "#6b6b6b"), (4.2, 0.95, "#8f8f8f"))
"""Each line's distance from the coast, its width, and its brightness in the mask."""


def _zone_borders(board: Board, theme: Theme) -> str:
    return (
        f'<path d="{"".join(board.drawing.get("sea_borders", ()))}" fill="none" '
        f'stroke="{theme.line}" stroke-width="1.4" stroke-dasharray="8 6.5" opacity=".5" '
        'stroke-linecap="round"/>'
    )


def _enclosures(board: Board) -> str:
    path = "".join(
        each["enclosure"] for each in board.drawing["territories"].values() if "enclosure" in each
    )
    return (
        f'<path d="{path}" fill="#e9dfc2" fill-opacity=".13" stroke="#b5221d" stroke-width="2.3" '
        'stroke-linejoin="round"/>'
        if path
        else ""
    )


def _fades(theme: Theme) -> str:
    """Return the gradients that fade other lands into the sea towards the map's edges."""

    def fade(name: str, way: str, opacity: str) -> str:
        return (
            f'<linearGradient id="{name}" {way}><stop stop-color="{theme.deep}" '
            f'stop-opacity="{opacity}"/><stop offset=".4" stop-color="{theme.deep}" '
            f'stop-opacity=".24"/><stop offset="1" stop-color="{theme.deep}" stop-opacity="0"/>'
            "</linearGradient>"
        )

    return (
        fade("fw", 'x1="0" x2="1"', ".62")
        + fade("fn", 'x2="0" y2="1"', ".6")
        + fade("fs", 'y1="1" x2="0" y2="0"', ".85")
    )


def _abroad(board: Board, theme: Theme) -> str:
    decor = board.drawing.get("decor", {})
    if not abroad(board):
        return ""
    width, height = size(board)
    return (
        f'<path d="{_far_shores(board)}" fill="none" stroke="{INK}" stroke-width="2.4" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
        f'<use href="#o" fill="{LAND}"/><path d="{decor.get("rakers", "M0 0")}" fill="{MASSIF}"/>'
        f'<g clip-path="url(#k)"><path d="{lakes(board, is_abroad=True)}" fill="{theme.lake}" '
        f'stroke="{INK}" stroke-width="1.2"/><rect width="150" height="{height}" '
        f'fill="url(#fw)"/><rect width="{width}" height="78" fill="url(#fn)"/>'
        f'<rect y="{height - 54}" width="{width}" '
        'height="54" fill="url(#fs)"/></g>'
    )


def _far_shores(board: Board) -> str:
    """Return the coast of other lands; the page draws the coast of the territories."""
    thin, others = shapes(board), abroad(board)
    lands = (path for key, path in thin.items() if key not in others)
    return shores((thin[key] for key in others), lands)


def _ships(board: Board, theme: Theme) -> str:
    ship = SHIP.format(deep=theme.deep, line=theme.line)
    fleet = "".join(
        f'<g transform="translate({x} {y})scale({wide} {high})" fill="none" stroke="{theme.line}" '
        f'stroke-linejoin="round" stroke-linecap="round" opacity=".62">{ship}</g>'
        for x, y, wide, high in ornaments_of(board.id).ships
    )
    place = ornaments_of(board.id).compass
    if place is None:
        return fleet
    x, y = place
    rose = compass(theme.gold, theme.title)
    return f'{fleet}<g transform="translate({x} {y})" opacity=".92">{rose}</g>'


def _frame(board: Board, theme: Theme) -> str:
    width, height = size(board)

    def line(inset: float, color: str, thickness: float, opacity: float) -> str:
        return (
            f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset:g}" '
            f'height="{height - 2 * inset:g}" stroke="{color}" stroke-width="{thickness}" '
            f'opacity="{opacity}"/>'
        )

    return (
        f'<g fill="none">{line(3, theme.frame, 6, 1)}{line(6, theme.gold, 1.3, 0.9)}'
        f"{line(10.5, theme.gold, 0.5, 0.65)}</g>"
    )
