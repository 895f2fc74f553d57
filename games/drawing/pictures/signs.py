"""The small marks of a picture: badges, coats of arms, strongholds and headquarters."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

from django.conf import settings
from PIL import Image, ImageChops, ImageColor, ImageDraw

from games.drawing.board.geometry import Point
from games.drawing.display.emblems import EMBLEMS
from games.drawing.pictures.inks import BRIGHT_EDGE, CARD, INK, LIVERIES
from games.drawing.pictures.outlines import outline

FINE = 4
"""Signs are drawn at this multiple of their size, then reduced."""
HALF = 24
"""Half the width and height of a sign's image, in drawing units."""
MOST_KEPT = 400
SHIELD = "M-8-9.5H8v9c0 5-3.6 8.4-8 10-4.4-1.6-8-5-8-10z"
EMBLEM_AT, EMBLEM_SIZE = (-5.6, -7.6), 11.2 / 24
EMPTY_RING = "#b5a98a"


class Stroke(NamedTuple):
    """A path with its fill, its line's colour and width; "" for no fill or no line."""

    path: str
    fill: str = ""
    line: str = ""
    width: float = 0
    shift: Point = (0, 0)
    scale: float = 1


@lru_cache(maxsize=MOST_KEPT)
def badge(livery: str, scale: float) -> Image.Image:
    """Return the disc on which a territory's armies are written."""
    hue = LIVERIES[livery].hue
    ring = EMPTY_RING if livery == "none" else hue
    return _drawn(
        scale,
        Stroke(_circle(13.9, 1), "#9d8f78"),
        Stroke(_circle(13), CARD, INK, 1.2),
        Stroke(_circle(10.6), _mixed(hue, CARD, 0.3), ring, 2.2),
    )


@lru_cache(maxsize=MOST_KEPT)
def arms(livery: str, scale: float) -> Image.Image:
    """Return a player's coat of arms."""
    ink = LIVERIES[livery]
    shield = Stroke(SHIELD, ink.hue, BRIGHT_EDGE, 1.2)
    if livery not in EMBLEMS:
        return _drawn(scale, shield)
    emblem = Stroke(EMBLEMS[livery], ink.emblem, shift=EMBLEM_AT, scale=EMBLEM_SIZE)
    return _drawn(scale, shield, emblem)


@lru_cache(maxsize=MOST_KEPT)
def keep(name: str, livery: str, scale: float) -> Image.Image:
    """Return the sign of a stronghold ("castle") or of headquarters with its owner's flag."""
    return _drawn(scale, *_sign_strokes(name, LIVERIES[livery].hue))


def _sign_strokes(name: str, hue: str) -> Iterable[Stroke]:
    """Read a sign from the file that the pages use too."""
    colors = {"var(--hue)": hue, "var(--map-card)": CARD, "var(--map-ink)": INK, "none": ""}
    file = settings.ROOT / "static/drawing/board/signs.svg"
    tree = ElementTree.parse(file)  # noqa: S314 - the site's own file
    group = next(each for each in tree.iter() if each.get("id") == name)
    size = float((group.get("transform") or "scale(1)").removeprefix("scale(").removesuffix(")"))
    for path in group:
        yield Stroke(
            path.attrib["d"],
            colors[path.attrib["fill"]],
            colors[path.attrib["stroke"]],
            float(path.attrib["stroke-width"]),
            scale=size,
        )


def _drawn(scale: float, *strokes: Stroke) -> Image.Image:
    """Return a square transparent image with the paths around its centre."""
    size = round(2 * HALF * scale)
    # Transparent ink: its edges are blended with it when the image is reduced.
    image = Image.new("RGBA", (size * FINE, size * FINE), (*ImageColor.getrgb(INK), 0))
    pen, enlarged = ImageDraw.Draw(image), scale * FINE
    for stroke in strokes:
        middle = size * FINE / 2
        dx, dy = middle + stroke.shift[0] * enlarged, middle + stroke.shift[1] * enlarged
        factor = enlarged * stroke.scale
        rings = [[(dx + x * factor, dy + y * factor) for x, y in r] for r in outline(stroke.path)]
        if stroke.fill:
            image.paste(ImageColor.getrgb(stroke.fill), mask=_even_odd(image.size, rings))
        for ring in rings:
            if stroke.line:
                closed = [*ring, ring[0], ring[1]] if stroke.fill else ring
                pen.line(closed, stroke.line, round(stroke.width * enlarged), joint="curve")
    return image.reduce(FINE)


def _even_odd(size: tuple[int, int], rings: list[list[Point]]) -> Image.Image:
    mask = Image.new("1", size)
    for ring in rings:
        piece = Image.new("1", size)
        ImageDraw.Draw(piece).polygon(ring, fill=1)
        mask = ImageChops.logical_xor(mask, piece)
    return mask


def _circle(radius: float, y: float = 0) -> str:
    half, wide = f"a{radius} {radius} 0 1 1 ", 2 * radius
    return f"M{-radius} {y}{half}{wide} 0{half}{-wide} 0z"


def _mixed(color: str, ground: str, part: float) -> str:
    pairs = zip(ImageColor.getrgb(color), ImageColor.getrgb(ground), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)
