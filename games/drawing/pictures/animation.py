"""A game as an animated map: a GIF of evenly spaced positions, without names."""

from io import BytesIO
from itertools import cycle

from PIL import Image

from games.drawing.display.liveries import liveries
from games.drawing.pictures.map_picture import (
    Format,
    Place,
    bare_place,
    draw_map,
    places_of,
)
from rules import View
from rules.board import Board

FRAMES = 72
"""The maximum number of positions in an animation."""
SECONDS, LAST_SECONDS = 18.0, 2.0
"""How long all positions but the last are shown, and how long the last one is."""
SMALL = Format(560, 540)
COLORS = 96
MOST_BYTES = 2_000_000


class Animation:
    """Collects the frames of one game, drawn one by one."""

    def __init__(self, board: Board) -> None:
        self._board, self._scale = board, SMALL.scale(board)
        self._palette = self._all_colors()
        self._frames: list[Image.Image] = []
        self._places: tuple[Place, ...] = ()

    def _all_colors(self) -> Image.Image:
        """Return an image with the palette of all frames: a map on which all liveries own land."""
        worn = cycle([str(each["name"]) for each in liveries(self._board)])
        places = [bare_place(self._board, key, next(worn)) for key in self._board.territories]
        image = draw_map(places, self._board, self._scale)
        return image.quantize(COLORS, Image.Quantize.MEDIANCUT)

    def add(self, view: View) -> None:
        """Draw the next position; one that looks like the last is left out of the file."""
        places = places_of(view)
        if places == self._places and self._frames:
            self._frames.append(self._frames[-1])
            return
        self._places = places
        image = draw_map(places, self._board, self._scale)
        self._frames.append(image.quantize(palette=self._palette, dither=Image.Dither.NONE))

    def file(self) -> bytes:
        """Return the animation as a GIF file, which repeats for ever.

        A file that would be too large has every second position, or fewer.
        """
        step = 1
        while len(file := self._file(step)) > MOST_BYTES and step < len(self._frames):
            step += 1
        return file

    def _file(self, step: int) -> bytes:
        first, *others = self._frames[::-step][::-1]
        each = round(1000 * SECONDS / (len(others) or 1))
        times = [each] * len(others) + [round(1000 * LAST_SECONDS)]
        file = BytesIO()
        first.save(
            file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
        )
        return file.getvalue()
