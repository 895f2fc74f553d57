"""The outlines and names of a board, used from the page: they take its fonts and colours."""

from html import escape
from typing import Any

from games.atlas_ink import svg
from rules.board import Board


def outlines(board: Board) -> str:
    """Return the outlines of territories (by id) and sea zones, the names and the title."""
    drawings = board.drawing["territories"]
    land = "".join(f'<path id="{key}" d="{drawings[key]["path"]}"/>' for key in drawings)
    decor = board.drawing["decor"]
    abroad = "".join(decor.get(name, "") for name in ("other_lands", "rakers"))
    lands = f'<g id="lands">{land}<path d="{abroad}"/></g>'
    islands = "".join(
        f'<path id="isles-{key}" d="{each["enclosure"]}"/>'
        for key, each in drawings.items()
        if "enclosure" in each
    )
    zones = "".join(
        f'<path id="zone-{key}" d="{sea["area"]}"/>'
        for key, sea in board.drawing.get("seas", {}).items()
        if "area" in sea
    )
    rivers = "".join(
        f'<path id="river-{key}" d="{path}"/>'
        for key, path in board.drawing.get("rivers", {}).items()
        if key in board.river_borders
    )
    names = (
        f'<g id="names">{_names(board)}{_other_names(board)}</g>'
        f'<g id="sea-names">{_sea_names(board)}</g><g id="title">{_title(board)}</g>'
    )
    return svg(board, lands, islands, zones, rivers, names)


def _names(board: Board) -> str:
    labels = [each["label"] for each in board.drawing["territories"].values()]
    return _labels(labels, "land") + _labels(labels, "sea")


def _labels(labels: list[dict[str, Any]], ground: str) -> str:
    texts = "".join(
        f'<text x="{label["x"]:g}" y="{_line_at(label, line)}"{_size_of(label)}>'
        f"{escape(text)}</text>"
        for label in labels
        if label.get("on", "land") == ground
        for line, text in enumerate(label["lines"])
    )
    return (
        f'<g text-anchor="middle" font-size="13.4" font-weight="600" letter-spacing=".2" '
        f'fill="var(--map-name-{ground})" stroke="var(--map-halo-{ground})" stroke-width="2.8" '
        f'stroke-opacity=".86" paint-order="stroke" stroke-linejoin="round">{texts}</g>'
    )


def _line_at(label: dict[str, Any], line: int) -> str:
    height = label.get("size", 13.2) * 0.98
    return f"{label['y'] + 4 + height * (line - (len(label['lines']) - 1) / 2):.1f}"


def _size_of(label: dict[str, Any]) -> str:
    return "" if label.get("size", 13.2) == 13.2 else f' font-size="{label["size"]:g}"'


def _sea_names(board: Board) -> str:
    def lines(sea: dict[str, Any]) -> str:
        size, count = sea["size"], len(sea["lines"])
        return "".join(
            f'<text y="{size * (1.12 * (line - (count - 1) / 2) + 0.3):.1f}">{escape(text)}</text>'
            for line, text in enumerate(sea["lines"])
        )

    names = "".join(
        f'<g font-size="{sea["size"]}" letter-spacing="{sea["track"]}" transform="translate'
        f'({sea["label"][0]} {sea["label"][1]})rotate({sea["angle"]})">{lines(sea)}</g>'
        for sea in board.drawing.get("seas", {}).values()
    )
    return (
        f'<g font-style="italic" fill="var(--map-sea-name)" opacity=".85" '
        f'text-anchor="middle">{names}</g>'
    )


def _other_names(board: Board) -> str:
    """Return the names of what is no territory: other lands, lakes, rivers."""
    decor = board.drawing["decor"]
    texts = "".join(
        f'<text font-size="{size}" transform="translate({x} {y})rotate({angle})"'
        f"{LAKE_NAME if text in LAKES else ''}>{escape(text)}</text>"
        for text, x, y, angle, size in decor.get("other_labels", ())
        if size
    )
    label = decor.get("river_label")
    river = (
        f'<path id="river-line" d="{label["path"]}" fill="none"/><text font-size="{label["size"]}" '
        f'fill="#e4f3f6" stroke="#17384c" stroke-width="2.6" stroke-opacity=".8" '
        f'paint-order="stroke" letter-spacing="2"><textPath href="#river-line" startOffset="50%">'
        f"{escape(label['text'])}</textPath></text>"
        if label
        else ""
    )
    return (
        f'<g font-style="italic" text-anchor="middle" fill="#2e281c" letter-spacing="1.6">'
        f"{texts}{river}</g>"
    )


LAKES = ("Nyr Dyv",)
LAKE_NAME = ' fill="#eef5f2"'


def _title(board: Board) -> str:
    """Return the title between two double rules; the page draws the empires beneath it."""
    if board.id not in TITLES:
        return ""
    x, y, above, below = TITLES[board.id]
    return (
        f'<g transform="translate({x} {y})" text-anchor="middle"><g stroke="var(--map-gold)" '
        f'opacity=".8"><path d="M-132-34h264M-132 118h264" stroke-width=".9"/><path d="M-132-31h264'
        f'M-132 115h264M-44 42h88" stroke-width=".4"/><path d="M0 39l3 3-3 3-3-3z" '
        f'fill="var(--map-gold)" stroke="none"/></g><g fill="var(--map-title-soft)">'
        f'<text font-size="12.5" letter-spacing="4.5" y="-12">{above}</text><text font-size="13" '
        f'font-style="italic" letter-spacing="1.2" y="32">{below}</text></g><text '
        f'font-size="27.5" letter-spacing="1.2" y="15" fill="var(--map-title)">'
        f"{escape(board.name)}</text></g>"
    )


TITLES = {"flanaess": (850, 62, "WORLD OF GREYHAWK", "Greyhawk Castle Risk")}
"""Where a board's title stands, and the lines above and below the board's name."""
