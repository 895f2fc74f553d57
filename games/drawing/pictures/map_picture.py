"""The picture of a position: the map in the players' colours, and a panel with their names.

A picture shows what its view shows and nothing else: a spectator's view of a running game has no
hidden armies and no hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw

from games.drawing.board.ink import size
from games.drawing.board.territories import (
    TerritoryContext,
    territory_context,
    territory_contexts,
)
from games.drawing.display.counts import territories as territory_count
from games.drawing.display.liveries import (
    NOBODY,
    livery_name,
    livery_title,
    player_livery,
)
from games.drawing.pictures import inks, panel
from games.drawing.pictures.ground import Ground, ground_of
from games.drawing.pictures.inks import BOLD, LIVERIES, font
from games.drawing.pictures.panel import PlayerRow
from games.drawing.pictures.signs import HALF, arms, badge, keep
from rules import View
from rules.board import Board, load_board
from rules.sentences.words import armies as army_count

WASH, PATTERN = 0.58, 0.42
"""The opacity of a livery's colour on land, and of its pattern."""
SMALLEST = 0.66
"""The least scale of badges: their numbers are 12 pixels high."""
MARGIN = 18
LETTERS = 18.0
"""The height of the numbers, in drawing units."""
MOST_KEPT = 16
"""The number of finished pictures kept, of at most half a megabyte each."""


@dataclass(frozen=True, slots=True)
class Place:
    """A territory: its owner's livery, the armies, and whose stronghold or headquarters it is.

    The signs are offset from the badge: `shield` and `keep_at` to the side, `keep_up` upwards.
    """

    territory: str
    livery: str
    armies: int
    shield: int
    keep: str
    keep_livery: str
    keep_at: float
    keep_up: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """Everything that is drawn on a picture."""

    board: str
    title: str
    text: str
    places: tuple[Place, ...]
    players: tuple[PlayerRow, ...]

    @property
    def digest(self) -> str:
        """Return a short name for the contents: it changes when anything to be seen does."""
        return sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Format:
    """The size of a picture: the box of the map, and the width of the panel beside it."""

    map_width: int
    map_height: int
    panel_width: int = 0
    is_padded: bool = True

    def scale(self, board: Board) -> float:
        """Return the map's scale, in pixels per drawing unit."""
        width, height = size(board)
        return min(self.map_width / width, self.map_height / height)


PREVIEW = Format(840, 594)
"""For link previews and letters: 1200 by 630 pixels, whatever the map's shape."""
LARGE = Format(1560, 1600, panel_width=620, is_padded=False)
"""For downloads: large enough to read the names on the map."""


def picture_of(view: View, names: Sequence[str], title: str, text: str) -> MapPicture:
    """Return the picture of a view; `names` are the players' names by seat."""
    return MapPicture(view.board.id, title, text, places_of(view), tuple(_rows(view, names)))


def places_of(view: View) -> tuple[Place, ...]:
    """Return all territories of a view as they are drawn."""
    nameless = [""] * len(view.players)
    return tuple(map(_place, territory_contexts(view, nameless).values()))


def bare_place(board: Board, territory: str, livery: str) -> Place:
    """Return a territory with one army of a livery."""
    return replace(_place(territory_context(board, territory, armies=1)), livery=livery)


def _place(context: TerritoryContext) -> Place:
    return Place(
        context["territory"],
        context["livery"],
        context["armies"],
        context["shield"],
        context["keep"],
        context["castle"] or "",
        context["castle_at"],
        context["castle_up"],
    )


def _rows(view: View, names: Sequence[str]) -> Iterator[PlayerRow]:
    """Yield a row for each player: the best first once the game is over, else by seat."""
    seats = [each.seat for each in view.players]
    if view.outcome and view.outcome.places:
        seats = [seat for tied in view.outcome.places for seat in tied]
    for seat in seats:
        empire, held = view.player(seat).empire, view.held_by(seat)
        number = sum(view.armies(territory) for territory in held)
        color = livery_title(view.board, seat, empire)
        land = _ELIMINATED if view.player(seat).eliminated else _NO_LAND
        counts = f"{territory_count(len(held))}, {army_count(number)}" if held else land
        name = inks.writable(names[seat]) or color
        detail = f"{color} · {counts}" if empire and name != color else counts
        yield PlayerRow(livery_name(player_livery(view.board, seat, empire)), name, detail)


_ELIMINATED, _NO_LAND = "eliminated", "no territories yet"


@lru_cache(maxsize=MOST_KEPT)
def map_png(picture: MapPicture, form: Format = PREVIEW) -> bytes:
    """Draw a picture as a PNG file."""
    board = load_board(picture.board)
    drawn = draw_map(picture.places, board, form.scale(board))
    if form.is_padded:
        width, height = 1200, 630
    else:
        width = drawn.width + form.panel_width + 3 * MARGIN
        height = drawn.height + 2 * MARGIN
    image = Image.new("RGB", (width, height), inks.PANEL)
    corner = MARGIN, (height - drawn.height) // 2
    panel.frame(image, corner, drawn.size)
    image.paste(drawn, corner)
    left = drawn.width + 2 * MARGIN
    box = left, MARGIN, width - MARGIN, height - MARGIN
    panel.write(image, box, picture.title, picture.text, picture.players)
    file = BytesIO()
    # A palette makes the file a quarter as large, in a third of the time.
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def draw_map(places: Sequence[Place], board: Board, scale: float) -> Image.Image:
    """Draw a board's map with the owners, armies and strongholds of its territories."""
    ground = ground_of(board.id, round(scale, 3))
    image = ground.below.copy()
    for livery in sorted({place.livery for place in places} - {NOBODY}):
        held = [place.territory for place in places if place.livery == livery]
        _wash(image, ground, livery, held)
    image.paste(ground.above, mask=ground.above)
    pen = ImageDraw.Draw(image)
    larger = max(scale, SMALLEST)
    for place in places:
        _signs(image, pen, board, place, scale, larger)
    return image


def _wash(image: Image.Image, ground: Ground, livery: str, held: list[str]) -> None:
    """Lay a livery's colour and pattern over its territories."""
    mask = Image.new("L", image.size)
    for territory in held:
        shape, corner = ground.shapes[territory]
        mask.paste(255, corner, shape)
    image.paste(LIVERIES[livery].hue, mask=mask.point(lambda value: value * WASH))
    lines = ImageChops.multiply(mask, ground.patterns[livery])
    image.paste(LIVERIES[livery].deep, mask=lines.point(lambda value: value * PATTERN))


def _signs(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    board: Board,
    place: Place,
    scale: float,
    larger: float,
) -> None:
    """Draw a territory's badge with its armies, its owner's shield and a stronghold."""
    x, y = (each * scale for each in board.drawing["territories"][place.territory]["badge"])

    def put(sign: Image.Image, aside: float = 0, up: float = 0) -> None:
        left, top = x + (aside - HALF) * larger, y - (up + HALF) * larger
        image.paste(sign, (round(left), round(top)), sign)

    # Enlarged badges leave no room for shields; patterns and rings tell owners apart.
    if place.livery != NOBODY and larger <= scale:
        put(arms(place.livery, larger), place.shield)
    if place.armies:
        put(badge(place.livery, larger))
        letters = font(BOLD, round(LETTERS * larger * (1 if place.armies < 100 else 0.85)))
        baseline = y + 0.33 * letters.size
        pen.text((x, baseline), str(place.armies), inks.NAME, letters, "ms")
    if place.keep_livery:
        put(keep(place.keep, place.keep_livery, larger), place.keep_at, place.keep_up)
