"""Pictures of positions: colours, sizes, names, and nothing that a view does not show."""

import random
import re
from collections import Counter
from functools import cache
from io import BytesIO
from math import dist

import pytest
from django.conf import settings
from PIL import Image, ImageColor

from games.drawing.display.liveries import NOBODY
from games.drawing.pictures import inks
from games.drawing.pictures.ground import ground_of
from games.drawing.pictures.map_picture import (
    LARGE,
    MARGIN,
    PATTERN,
    PREVIEW,
    WASH,
    map_png,
    picture_of,
)
from games.drawing.pictures.outlines import outline
from rules import RULESETS, view
from rules.board import load_board
from tests.support.rules.bot_tables import Table
from tests.support.rules.twins import twin_of

NAMES = ("Anna", "Maximilian von Hohenlohe-Wald", "Łukasz", "Ελένη", "Иван", "W" * 30)
BOARDS = {"flanaess": "greyhawk", "europe": "castle", "world": "headquarters"}


@cache
def state_on(board):
    """Return a position in the second round of a game of six."""
    table = Table(("random",) * 6, 3, ruleset=RULESETS[BOARDS[board]], quick=True, rounds=5)
    return table.play(lambda state: state.round > 1).state


def test_nobody_is_eliminated_before_they_have_land():
    start = Table(("random",) * 3, 3, ruleset=RULESETS["greyhawk"], quick=True).state
    rows = picture_of(view(start, None), NAMES, "Set-up", "Three players").players
    assert [row.detail for row in rows if "eliminated" in row.detail] == []
    assert any("no territories yet" in row.detail for row in rows)


def drawn_on(board, names=NAMES, form=PREVIEW):
    picture = picture_of(view(state_on(board), None), names, "Round 2", "Six players")
    return picture, Image.open(BytesIO(map_png(picture, form))).convert("RGB")


def washes_of(livery):
    """Return the colours of an owner's land: between the lines of its pattern, and on them."""
    if livery == NOBODY:
        return [ImageColor.getrgb(inks.PAPER)]
    ink = inks.LIVERIES[livery]
    between = mixed(ImageColor.getrgb(ink.hue), ImageColor.getrgb(inks.PAPER), WASH)
    return [between, mixed(ImageColor.getrgb(ink.deep), between, PATTERN)]


def nearest(washes, pixel):
    """Return the livery of the land whose colour is nearest to that of a pixel."""
    return min(washes, key=lambda livery: min(dist(wash, pixel) for wash in washes[livery]))


def mixed(color, ground, part):
    return tuple(a * part + b * (1 - part) for a, b in zip(color, ground, strict=True))


@pytest.mark.parametrize("board", BOARDS)
def test_every_territory_has_its_owners_colour(board):
    picture, image = drawn_on(board)
    scale = PREVIEW.scale(load_board(board))
    ground = ground_of(board, round(scale, 3))
    corner = MARGIN, (image.height - ground.below.height) // 2
    washes = {place.livery: washes_of(place.livery) for place in picture.places}
    for place in picture.places:
        shape, (x, y) = ground.shapes[place.territory]
        here = image.crop(
            (
                x + corner[0],
                y + corner[1],
                x + corner[0] + shape.width,
                y + corner[1] + shape.height,
            )
        )
        seen = [
            color
            for color, inside in zip(
                here.get_flattened_data(), shape.get_flattened_data(), strict=True
            )
            if inside == 255
        ]
        near = Counter(nearest(washes, pixel) for pixel in seen)
        # On small islands, dark borders and names outnumber the land.
        assert place.livery in dict(near.most_common(2)), (place, near)


@pytest.mark.parametrize("board", BOARDS)
def test_a_preview_has_the_size_that_sites_expect(board):
    _, image = drawn_on(board)
    assert image.size == (1200, 630)


def test_a_large_picture_shows_the_names_of_the_territories():
    _, image = drawn_on("world", form=LARGE)
    assert image.width > 2000
    scale = LARGE.scale(load_board("world"))
    label = load_board("world").drawing["territories"]["brazil"]["label"]
    x, y = (MARGIN + label[axis] * scale for axis in "xy")
    written = image.crop((round(x - 20), round(y - 8), round(x + 20), round(y + 8)))
    assert min(sum(color) for color in written.get_flattened_data()) < 3 * 70


def test_a_picture_is_another_one_when_anything_on_it_changes():
    picture, image = drawn_on("world")
    renamed, other = drawn_on("world", ("Berta", *NAMES[1:]))
    assert picture.digest != renamed.digest
    assert image.tobytes() != other.tobytes()
    again, _ = drawn_on("world")
    assert again.digest == picture.digest


def test_a_name_that_the_font_cannot_write_becomes_the_colour():
    names = ("שרה", "李娜", *NAMES[2:])
    picture, _ = drawn_on("world", names)
    written = {player.livery: player.name for player in picture.players}
    assert [written["12"], written["13"], written["14"]] == ["Red", "Blue", "Łukasz"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_spectators_picture_shows_no_secret(board):
    state = state_on(board)
    pictures = {
        picture_of(view(each, None), NAMES, "", "")
        for each in (state, *(twin_of(state, None, random.Random(number)) for number in range(5)))
    }
    assert len(pictures) == 1
    if board != "world":
        assert any(view(state, player.seat).hidden for player in state.players)


def test_the_colours_are_those_of_the_style_sheets():
    site = (settings.ROOT / "static/site/site.css").read_text("utf-8")
    board = (settings.ROOT / "static/drawing/board/board.css").read_text("utf-8")
    hues = dict(re.findall(r"--livery-(\w+): (#\w+);", site))
    emblems = dict(re.findall(r"--livery-(\w+)-ink: (#\w+);", site))
    deep = dict(re.findall(r"^\.livery-(\w+) \{.*?--hue-deep: (#\w+);", board, re.MULTILINE))
    found = {name: inks.Ink(hues[name], deep[name], emblems[name]) for name in inks.LIVERIES}
    assert found == inks.LIVERIES


def test_paths_are_read_with_arcs_and_curves():
    (circle,) = outline("M-10 0a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z")
    assert all(x * x + y * y == pytest.approx(100) for x, y in circle)
    (curved,) = outline("M0 0q5 10 10 0t10 0H30v5")
    assert [curved[10], curved[20], *curved[-2:]] == [(10, 0), (20, 0), (30, 0), (30, 5)]
    assert min(y for _, y in curved) == pytest.approx(-5)
