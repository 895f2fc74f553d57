"""A board's outlines, names and emblems, which pages reuse with their own fonts and colours."""

from html import escape
from itertools import pairwise
from math import dist
from typing import Any

from games.drawing.board.geometry import stroked, written
from games.drawing.board.ink import abroad, shapes, svg
from games.drawing.board.ornaments import ornaments_of
from games.drawing.board.sea_zones import drawn_zones, zone_area
from games.drawing.display.liveries import liveries
from rules.board import Board


def outlines(board: Board) -> str:
    """Return an SVG file with the outlines of territories (by id) and sea zones, names and title.

    The file also defines the emblems worn on the board, with the ids "emblem-<livery>".
    """
    thin, drawings = shapes(board), board.drawing["territories"]
    land = "".join(f'<path id="{key}" d="{thin[key]}"/>' for key in drawings)
    others = "".join(thin[name] for name in abroad(board))
    lands = f'<g id="lands"><g id="own">{land}</g><path id="abroad" d="{others}"/></g>'
    islands = "".join(
        f'<path id="isles-{key}" d="{each["enclosure"]}"/>'
        for key, each in drawings.items()
        if "enclosure" in each
    )
    rivers = "".join(
        f'<path id="river-{key}" d="{path}"/>'
        for key, path in board.drawing.get("rivers", {}).items()
        if key in board.river_borders
    )
    names = (
        f'<g id="names">{_names(board)}{_other_names(board)}</g>'
        f'<g id="sea-names">{_sea_names(board)}</g><g id="title">{_title(board)}</g>'
        f'<g id="lines">{_lines(board)}</g>'
    )
    return svg(board, lands, islands, _zones(board), rivers, names, _emblems(board))


def _emblems(board: Board) -> str:
    shapes_of = {livery["name"]: livery["emblem"] for livery in liveries(board)}
    drawn = (f'<path id="emblem-{name}" d="{path}"/>' for name, path in shapes_of.items())
    return f"<defs>{''.join(drawn)}</defs>"


def _zones(board: Board) -> str:
    seas = board.drawing.get("seas", {})
    areas = {
        zone: seas.get(zone, {}).get("area") or written(zone_area(board, zone))
        for zone in drawn_zones(board)
    }
    return "".join(f'<path id="zone-{zone}" d="{area}"/>' for zone, area in areas.items())


def _lines(board: Board) -> str:
    """Return the dotted lines over the sea, each with the id "line-<a>-<b>" for its two ends."""
    paths = zip(board.connections, board.drawing["connections"], strict=True)
    return "".join(
        f'<path id="line-{each.a}-{each.b}" d="{path}"{CLOSE if _length(path) < SHORT else ""}/>'
        for each, path in paths
        if path and each.kind == "sea"
    )


SHORT = 24.0
"""Lines shorter than this get denser dots: otherwise they would have only two."""
CLOSE = ' stroke-dasharray=".1 4.2"'


def _length(path: str) -> float:
    return sum(dist(a, b) for piece in stroked(path) for a, b in pairwise(piece))


def _names(board: Board) -> str:
    labels = [each["label"] for each in board.drawing["territories"].values()]
    return _labels(labels, "land") + _labels(labels, "sea")


def _labels(labels: list[dict[str, Any]], ground: str) -> str:
    """Return the names on land or sea, grouped by font size."""
    here = [label for label in labels if label.get("on", "land") == ground]
    groups = "".join(
        f'<g font-size="calc({shown:g}px*var(--name-scale,1))">{_texts(here, size)}</g>'
        for size, shown in sorted({(_size(label), _size(label) + 0.2) for label in here})
    )
    return (
        f'<g text-anchor="middle" font-weight="600" letter-spacing=".2" '
        f'fill="var(--map-name-{ground})" stroke="var(--map-halo-{ground})" stroke-width="2.8" '
        f'stroke-opacity=".86" paint-order="stroke" stroke-linejoin="round">{groups}</g>'
    )


def _texts(labels: list[dict[str, Any]], size: float) -> str:
    return "".join(
        f'<text x="{label["x"]:g}" y="{_line_at(label, line)}">{escape(text)}</text>'
        for label in labels
        if _size(label) == size
        for line, text in enumerate(label["lines"])
    )


def _size(label: dict[str, Any]) -> float:
    size: float = label.get("size", 13.2)
    return size


def _line_at(label: dict[str, Any], line: int) -> str:
    height = _size(label) * 0.98
    return f"{label['y'] + 4 + height * (line - (len(label['lines']) - 1) / 2):.1f}"


def _sea_names(board: Board) -> str:
    def lines(sea: dict[str, Any]) -> str:
        size, count = sea["size"], len(sea["lines"])
        return "".join(
            f'<text y="{size * (1.12 * (line - (count - 1) / 2) + 0.3):.1f}">{escape(text)}</text>'
            for line, text in enumerate(sea["lines"])
        )

    names = "".join(
        f'<g font-size="{sea["size"]}" letter-spacing="{sea.get("track", TRACK)}" '
        f'transform="translate({sea["label"][0]} {sea["label"][1]})rotate({sea["angle"]})">'
        f"{lines(sea)}</g>"
        for sea in board.drawing.get("seas", {}).values()
    )
    # The notes name destinations of dotted lines, and so share their colour.
    notes = "".join(
        f'<text font-size="13" fill="var(--map-dot)" letter-spacing=".6" '
        f'transform="translate({x:g} {y:g})rotate({angle:g})">{escape(text)}</text>'
        for text, x, y, angle in ornaments_of(board.id).notes
    )
    return (
        f'<g font-style="italic" text-anchor="middle">'
        f'<g fill="var(--map-sea-name)" opacity=".85">{names}</g>{notes}</g>'
    )


TRACK = 2.4
"""Default letter spacing of a sea's name."""


def _other_names(board: Board) -> str:
    """Return the names of other lands and lakes."""
    decor, lakes = board.drawing.get("decor", {}), ornaments_of(board.id).lakes
    texts = "".join(
        f'<text font-size="{size}" transform="translate({x} {y})rotate({angle})"'
        f"{LAKE_NAME if text in lakes else ''}>{escape(text)}</text>"
        for text, x, y, angle, size in decor.get("other_labels", ())
        if size
    )
    return (
        f'<g font-style="italic" text-anchor="middle" fill="#2e281c" letter-spacing="1.6">'
        f"{texts}</g>"
    )


LAKE_NAME = ' fill="#eef5f2"'


def _title(board: Board) -> str:
    """Return the title between two double rules; the page draws the legend beneath it."""
    title = ornaments_of(board.id).title
    if title is None:
        return ""
    (x, y), wide, foot = title.at, title.half, title.foot
    rules = f"h{2 * wide:g}M{-wide:g} "
    return (
        f'<g transform="translate({x} {y})" text-anchor="middle"><g stroke="var(--map-gold)" '
        f'opacity=".8"><path d="M{-wide:g}-34{rules}{foot:g}h{2 * wide:g}" stroke-width=".9"/>'
        f'<path d="M{-wide:g}-31{rules}{foot - 3:g}h{2 * wide:g}{MIDDLE_RULE}" '
        f'stroke-width=".4"/>{DIAMOND}</g><g fill="var(--map-title-soft)">'
        f'<text font-size="12.5" letter-spacing="4.5" y="-12">{title.above}</text><text '
        f'font-size="13" font-style="italic" letter-spacing="1.2" y="32">{title.below}</text></g>'
        f'<text font-size="27.5" letter-spacing="1.2" y="15" fill="var(--map-title)">'
        f"{escape(board.name)}</text></g>"
    )


MIDDLE_RULE = "M-44 42h88"
DIAMOND = '<path d="M0 39l3 3-3 3-3-3z" fill="var(--map-gold)" stroke="none"/>'
