"""What never changes on the pictures of a board, drawn once: sea, land, borders and names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot
from typing import cast

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.drawing.board.geometry import Point
from games.drawing.board.ink import abroad, coast, far_coast, lakes, size
from games.drawing.board.ornaments import ornaments_of
from games.drawing.display.liveries import LiveryPattern, liveries
from games.drawing.pictures import inks
from games.drawing.pictures.inks import BOLD, ITALIC, font
from games.drawing.pictures.outlines import outline
from rules.board import Board, load_board

FINE = 2
"""Grounds are drawn at this multiple of their size, then reduced."""
MOST_KEPT = 6
"""The number of grounds kept: two sizes for each board."""
TILE_FINE = 4
"""Tiles of patterns are drawn at this multiple of their size, then reduced."""
DOTS_APART = 6.4
WITH_NAMES = 1.2
"""The least scale at which the names on the map can be read."""
WATERLINES = ((13, 0.8, 70), (8.4, 0.9, 105), (4.2, 1.0, 140))
"""Each line's distance from the coast, its width and its opacity, of 255."""
RIVERS = {
    "nesser": (("#1f4a5e", 3.4), ("#6fa9bd", 1.7)),
    "grayflood": (("#173f56", 6.4), ("#5fb0d0", 4.0), ("#c2e6ee", 1.1)),
}

Shape = tuple[Image.Image, tuple[int, int]]
"""A mask and the position of its upper left corner."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The constant layers of a board at one scale.

    `below` is bare land and sea, `above` the borders and names that lie over the owners' colours.
    `shapes` are the territories, `patterns` the lines of each livery over the whole map.
    """

    below: Image.Image
    above: Image.Image
    shapes: dict[str, Shape]
    patterns: dict[str, Image.Image]


@lru_cache(maxsize=MOST_KEPT)
def ground_of(board_id: str, scale: float) -> Ground:
    """Draw the constant layers of a board; `scale` is in pixels per drawing unit."""
    board = load_board(board_id)
    brush = Brush(board, scale * FINE)
    land = brush.filled(*_lands(board))
    below = _below(board, brush, land).reduce(FINE)
    waters = brush.filled(lakes(board, is_abroad=False))
    return Ground(
        below=below,
        above=_above(board, brush, land, waters).reduce(FINE),
        shapes=_shapes(board, brush, waters),
        patterns={
            str(each["name"]): _pattern(cast(LiveryPattern, each["pattern"]), scale, below.size)
            for each in liveries(board)
        },
    )


class Brush:
    """Draws paths of one board at one scale, as masks of the size of the map."""

    def __init__(self, board: Board, scale: float) -> None:
        width, height = size(board)
        self.scale = scale
        # A multiple of FINE, so that reducing leaves no part of a pixel.
        self.size = round(width * scale / FINE) * FINE, round(height * scale / FINE) * FINE

    def mask(self) -> Image.Image:
        """Return an empty mask."""
        return Image.new("L", self.size)

    def filled(self, *paths: str) -> Image.Image:
        """Return a mask of areas."""
        mask = self.mask()
        pen = ImageDraw.Draw(mask)
        for ring in self.lines(paths):
            pen.polygon(ring, fill=255)
        return mask

    def stroked(self, width: float, *paths: str, opacity: int = 255) -> Image.Image:
        """Return a mask of lines."""
        mask = self.mask()
        self.stroke(mask, width, paths, opacity)
        return mask

    def stroke(
        self, image: Image.Image, width: float, paths: Iterable[str], color: int | str
    ) -> None:
        """Draw lines on an image."""
        pen, thick = ImageDraw.Draw(image), max(1, round(width * self.scale))
        for line in self.lines(paths):
            pen.line(line, fill=color, width=thick, joint="curve")

    def lines(self, paths: Iterable[str]) -> Iterator[list[Point]]:
        """Yield the points of paths, in pixels."""
        for path in paths:
            for ring in outline(path):
                yield [(x * self.scale, y * self.scale) for x, y in ring]

    def dots(self, image: Image.Image, line: Iterable[Point], radius: float, color: str) -> None:
        """Draw a dot at each point."""
        pen, wide = ImageDraw.Draw(image), radius * self.scale
        for x, y in line:
            px, py = x * self.scale, y * self.scale
            pen.ellipse((px - wide, py - wide, px + wide, py + wide), fill=color)


def _lands(board: Board) -> list[str]:
    """Return the outlines of all land, territories first."""
    own = [each["path"] for each in board.drawing["territories"].values()]
    return [*own, *abroad(board).values()]


def _below(board: Board, brush: Brush, land: Image.Image) -> Image.Image:
    image = _sea(board, brush, land)
    brush.stroke(image, 2.6, [coast(board)], inks.INK)
    image.paste(inks.PAPER, mask=land)
    image.paste(inks.ABROAD, mask=brush.filled(*abroad(board).values()))
    image.paste(inks.LAKE, mask=brush.filled(lakes(board, is_abroad=True)))
    return image


def _sea(board: Board, brush: Brush, land: Image.Image) -> Image.Image:
    """Return the water, with a shelf and thin lines along the coasts."""
    image = Image.new("RGB", brush.size, inks.SEA)
    shelf = _blurred(land, 14 * brush.scale)
    image.paste(inks.GLOW, mask=shelf.point(lambda value: value * 0.75))
    lines = brush.mask()
    for off, width, opacity in WATERLINES:
        brush.stroke(lines, 2 * off + width, [far_coast(board)], opacity)
        brush.stroke(lines, 2 * off - width, [far_coast(board)], 0)
    image.paste(inks.WATERLINE, mask=lines)
    borders = board.drawing.get("sea_borders", ())
    image.paste(inks.SEA_NAME, mask=brush.stroked(1.2, *borders, opacity=70))
    return image


def _blurred(mask: Image.Image, radius: float) -> Image.Image:
    """Return a mask with soft edges, blurred at a quarter of its size."""
    small = mask.reduce(4).filter(ImageFilter.GaussianBlur(radius / 4))
    return small.resize(mask.size)


def _shapes(board: Board, brush: Brush, waters: Image.Image) -> dict[str, Shape]:
    return {
        key: _shape(list(brush.lines([drawing["path"]])), waters)
        for key, drawing in board.drawing["territories"].items()
    }


def _shape(rings: list[list[Point]], waters: Image.Image) -> Shape:
    """Return a territory's mask, without its lakes."""
    columns, rows = zip(*(point for ring in rings for point in ring), strict=True)
    left, top = (int(min(each)) // FINE * FINE for each in (columns, rows))
    wide, high = (
        (int(max(each)) // FINE + 1) * FINE - least
        for each, least in ((columns, left), (rows, top))
    )
    mask = Image.new("L", (wide, high))
    pen = ImageDraw.Draw(mask)
    for ring in rings:
        pen.polygon([(x - left, y - top) for x, y in ring], fill=255)
    mask = ImageChops.subtract(mask, waters.crop((left, top, left + wide, top + high)))
    return mask.reduce(FINE), (left // FINE, top // FINE)


def _pattern(tile: LiveryPattern, scale: float, size: tuple[int, int]) -> Image.Image:
    """Return a livery's pattern over the whole map, as a mask."""
    wide, high = round(tile.width * scale), round(tile.height * scale)
    square = Image.new("L", (wide * TILE_FINE, high * TILE_FINE))
    pen, thick = ImageDraw.Draw(square), scale * TILE_FINE
    for stroke in outline(tile.path):
        line = [
            (x * wide / tile.width * TILE_FINE, y * high / tile.height * TILE_FINE)
            for x, y in stroke
        ]
        if tile.ink:
            (x, y), half = line[0], 1.2 * thick
            pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
        else:
            pen.line(line, fill=255, width=round(thick))
    square = square.reduce(TILE_FINE)
    reach = round(hypot(*size)) if tile.turn else max(size)
    sheet = Image.new("L", (reach, reach))
    for top in range(0, reach, high):
        for left in range(0, reach, wide):
            sheet.paste(square, (left, top))
    if tile.turn:
        sheet = sheet.rotate(-tile.turn, Image.Resampling.BICUBIC)
    left, top = ((reach - each) // 2 for each in size)
    return sheet.crop((left, top, left + size[0], top + size[1]))


# Above the owners' colours


def _above(board: Board, brush: Brush, land: Image.Image, waters: Image.Image) -> Image.Image:
    image = Image.new("RGBA", brush.size, "#38281a00")
    borders = board.drawing["borders"]
    rim = [board.drawing["decor"].get("neutralBorders") or borders.get("rim") or "M0 0"]
    inner, outer = [borders["inner"]], [borders["outer"]]
    _shade(image, brush, land, [coast(board), *inner, *outer])
    _paint(image, inks.LAKE, waters)
    _paint(image, inks.INK, brush.stroked(0.95, *inner, opacity=190))
    _paint(image, inks.INK, brush.stroked(1.7, *rim, opacity=210))
    _paint(image, inks.BRIGHT_EDGE, brush.stroked(4.6, *outer, opacity=90))
    _paint(image, inks.INK, brush.stroked(2.5, *outer))
    rivers = board.drawing.get("rivers", {})
    for key, width in ornaments_of(board.id).rivers.items():
        _paint(image, "#2f6f8c", brush.stroked(width, rivers[key], opacity=180))
    for key, looks in RIVERS.items():
        for color, width in looks:
            brush.stroke(image, width, [rivers[key]] if key in rivers else [], color)
    _routes(board, brush, image)
    if brush.scale / FINE >= WITH_NAMES:
        _sea_names(board, brush, image)
        _names(board, brush, image)
    return image


def _paint(image: Image.Image, color: str, mask: Image.Image) -> None:
    """Lay a colour over a transparent image."""
    layer = Image.new("RGBA", image.size, color)
    layer.putalpha(mask)
    image.alpha_composite(layer)


def _shade(image: Image.Image, brush: Brush, land: Image.Image, paths: list[str]) -> None:
    """Darken the land along its borders, so that realms stand out."""
    soft = _blurred(brush.stroked(9, *paths), 4.5 * brush.scale)
    _paint(image, "#4a2c10", ImageChops.multiply(soft, land).point(lambda value: value * 0.3))


def _routes(board: Board, brush: Brush, image: Image.Image) -> None:
    """Draw the dotted lines over the sea and through passes."""
    for path in filter(None, board.drawing["connections"]):
        for line in outline(path):
            points = list(_evenly(line))
            brush.dots(image, points, 2.3, inks.ROUTE_EDGE)
            brush.dots(image, points, 1.5, inks.ROUTE)


def _evenly(line: tuple[Point, ...]) -> Iterator[Point]:
    """Yield points along a line, DOTS_APART from each other."""
    gone = 0.0
    for a, b in pairwise(line):
        long = dist(a, b)
        while gone < long:
            yield a[0] + (b[0] - a[0]) * gone / long, a[1] + (b[1] - a[1]) * gone / long
            gone += DOTS_APART
        gone -= long


def _names(board: Board, brush: Brush, image: Image.Image) -> None:
    pen = ImageDraw.Draw(image)
    for drawing in board.drawing["territories"].values():
        label = drawing["label"]
        letters = label.get("size", 13.2) + 0.2
        bold = font(BOLD, round(letters * brush.scale))
        for number, text in enumerate(label["lines"]):
            line = label["y"] + letters * 0.98 * (number - (len(label["lines"]) - 1) / 2)
            at = label["x"] * brush.scale, line * brush.scale
            pen.text(
                at,
                text,
                inks.NAME,
                bold,
                "mm",
                stroke_width=round(1.3 * brush.scale),
                stroke_fill=inks.HALO,
            )


def _sea_names(board: Board, brush: Brush, image: Image.Image) -> None:
    for sea in board.drawing.get("seas", {}).values():
        italic = font(ITALIC, round(sea["size"] * brush.scale))
        text = "\n".join(sea["lines"])
        left, top, right, bottom = ImageDraw.Draw(image).multiline_textbbox((0, 0), text, italic)
        written = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
        pen = ImageDraw.Draw(written)
        pen.multiline_text((4 - left, 4 - top), text, 200, italic, align="center")
        turned = written.rotate(-sea["angle"], Image.Resampling.BICUBIC, expand=True)
        x, y = (each * brush.scale for each in sea["label"])
        image.paste(
            inks.SEA_NAME, (round(x - turned.width / 2), round(y - turned.height / 2)), turned
        )
