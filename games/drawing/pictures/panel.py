"""The panel beside a map: a title, a sentence, and a row for each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from games.drawing.pictures import inks
from games.drawing.pictures.inks import BOLD, PLAIN, font
from games.drawing.pictures.signs import HALF, arms

Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge."""

TITLE_LINES, TEXT_LINES = 3, 2


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the panel: the livery, the name, and what to say about them."""

    livery: str
    name: str
    detail: str


def frame(image: Image.Image, corner: tuple[int, int], size: tuple[int, int]) -> None:
    """Draw two golden lines around a map."""
    pen = ImageDraw.Draw(image)
    (left, top), (width, height) = corner, size
    for off, thick in ((3, 2), (6, 1)):
        box = left - off, top - off, left + width + off - 1, top + height + off - 1
        pen.rectangle(box, outline=inks.GOLD, width=thick)


def write(
    image: Image.Image, box: Box, title: str, text: str, players: Sequence[PlayerRow]
) -> None:
    """Write the panel into its box; long names are cut."""
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = box
    left, wide = left + 8, right - left - 16
    unit = min(wide / 14, (bottom - top) / 20)
    y = float(top) + 0.4 * unit
    for words, face, letters, color, most in (
        (title, BOLD, 1.6, inks.TITLE, TITLE_LINES),
        (text, PLAIN, 0.95, inks.SOFT, TEXT_LINES),
    ):
        used = font(face, round(letters * unit))
        for line in wrapped(words, used, wide, most):
            pen.text((left, y), line, color, used)
            y += 1.15 * used.size
    y += 0.7 * unit
    pen.line((left, y, left + wide, y), inks.GOLD, 2)
    _rows(image, (left, round(y + 0.7 * unit), left + wide, bottom), unit, players)


def _rows(image: Image.Image, box: Box, unit: float, players: Sequence[PlayerRow]) -> None:
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = box
    step = min(2.7 * unit, (bottom - top) / max(1, len(players)))
    scale = round(unit / 12.5, 3)
    beside = left + round(2.1 * unit)
    bold = font(BOLD, round(1.12 * unit))
    for number, player in enumerate(players):
        y = top + number * step
        sign = arms(player.livery, scale)
        middle = left + 0.8 * unit, y + 1.05 * unit
        corner = tuple(round(each - HALF * scale) for each in middle)
        image.paste(sign, (corner[0], corner[1]), sign)
        pen.text((beside, y), cut(player.name, bold, right - beside), inks.TITLE, bold)
        plain = _fitting(player.detail, round(0.86 * unit), right - beside)
        text = cut(player.detail, plain, right - beside)
        pen.text((beside, y + 1.2 * unit), text, inks.SOFT, plain)


def _fitting(text: str, letters: int, width: float) -> FreeTypeFont:
    """Return the plain font, smaller by up to a quarter if a text is too long."""
    longest = font(PLAIN, letters).getlength(text)
    return font(PLAIN, max(round(0.75 * letters), min(letters, int(letters * width / longest))))


def wrapped(text: str, used: FreeTypeFont, width: float, most: int) -> list[str]:
    """Break a text into at most `most` lines of a width; what does not fit is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (used.getlength(longer) <= width or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, used, width) for line in lines]


def cut(text: str, used: FreeTypeFont, width: float) -> str:
    """Return a text, or its beginning with an ellipsis if it is too long."""
    if used.getlength(text) <= width:
        return text
    while text and used.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"
