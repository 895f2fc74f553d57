"""The colours of liveries and of the map, and the fonts."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from PIL import ImageFont

from games.drawing.display.liveries import NEUTRAL, NOBODY

INK = "#38281a"
PAPER = "#f3e9cf"
CARD = "#fbf4e0"
ABROAD = "#b3a88c"
LAKE = "#7fa9b1"
SEA, GLOW = "#b4cdcc", "#eaf4ee"
WATERLINE = "#5f8f97"
SEA_NAME = "#2b5663"
ROUTE, ROUTE_EDGE = "#7c1d12", "#f6efdc"
NAME, HALO = "#221509", "#f6ecd2"
TITLE, SOFT, GOLD = "#3a2a14", "#6d5524", "#8d6f2f"
BRIGHT_EDGE = "#fff8e6"
PANEL = "#f7f0dd"


class Ink(NamedTuple):
    """A livery's colour, a darker one for its pattern, and the colour of its emblem."""

    hue: str
    deep: str
    emblem: str


# The style sheets site.css and board.css have the same colours.
LIVERIES = {
    "0": Ink("#ae212a", "#6d0f16", "#fff"),
    "1": Ink("#c0672b", "#7c3a0f", "#1d1206"),
    "2": Ink("#6079a3", "#324970", "#0e1420"),
    "3": Ink("#ebb636", "#926609", "#241a02"),
    "4": Ink("#55236e", "#32104a", "#fff"),
    "5": Ink("#429b7d", "#1b5f48", "#06190f"),
    "6": Ink("#dd7f97", "#9c3c56", "#2b0d14"),
    "7": Ink("#24408a", "#14265a", "#fff"),
    "8": Ink("#5f5148", "#332a24", "#fff"),
    "9": Ink("#e0b040", "#8c6609", "#241a02"),
    "10": Ink("#529352", "#255c2a", "#06190a"),
    "11": Ink("#9f82c9", "#5b3f8c", "#160a28"),
    "12": Ink("#b3262e", "#6d0f16", "#fff"),
    "13": Ink("#2f5aa8", "#183468", "#fff"),
    "14": Ink("#2f8f6f", "#0f4a37", "#04170f"),
    "15": Ink("#e6b53a", "#8f6608", "#241a02"),
    "16": Ink("#3a3440", "#17131b", "#fff"),
    "17": Ink("#e394b4", "#9c4468", "#2b0d18"),
    NEUTRAL: Ink("#5a6068", "#2c3036", "#fff"),
    NOBODY: Ink("#e0d6be", "#8a7c5e", "#2a2218"),
}

BOLD = "fonts/eb-garamond-wide-600-normal.woff2"
"""Latin, Greek and Cyrillic letters, for names."""
PLAIN = "fonts/eb-garamond-latin-400-normal.woff2"
ITALIC = "fonts/eb-garamond-latin-400-italic.woff2"


@lru_cache(maxsize=64)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one of the fonts in a size in pixels."""
    # The basic layout is the same everywhere; the other one depends on a library of the system.
    return ImageFont.truetype(
        settings.ROOT / "static" / name, size, layout_engine=ImageFont.Layout.BASIC
    )


def writable(text: str) -> str:
    """Return a text without marks of direction; "" if the bold font lacks one of its characters."""
    plain = "".join(sign for sign in text if sign not in _ISOLATES)
    bold = font(BOLD, 20)
    missing = bytes(bold.getmask(_IN_NO_FONT))
    return "" if any(bytes(bold.getmask(sign)) == missing for sign in plain) else plain


_ISOLATES = "\u2066\u2067\u2068\u2069"
_IN_NO_FONT = "\uffff"
