"""Liveries on all boards: colour, pattern and emblem; continents and their armies."""

import re
from itertools import combinations

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.drawing.board import context as board_context
from games.drawing.display.emblems import EMBLEMS
from games.drawing.display.liveries import (
    PATTERNS,
    ground_name,
    liveries,
    livery_of,
    player_livery,
    unowned_livery,
)
from rules.board import load_board
from tests.support.visitors.markup import one_line

FLANAESS, EUROPE, WORLD = BOARDED = [load_board(name) for name in ("flanaess", "europe", "world")]
STATIC = settings.ROOT / "static"

on_every_board = pytest.mark.parametrize("board", BOARDED, ids=repr)


@pytest.fixture(autouse=True)
def plain_names(settings):
    """Unhashed file names: no static files are collected for these tests."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def css(name):
    return (STATIC / name).read_text(encoding="utf-8")


def colours():
    """Every livery's colour, by its name."""
    return dict(re.findall(r"--livery-(\w+): (#\w+);", css("site/site.css")))


def page(board, territories=None):
    context = {"board": board_context.board_context(board, territories)}
    return one_line(render_to_string("drawing/board/_board.html", context))


# Colour, pattern, emblem


@pytest.mark.parametrize(("board", "first"), [(FLANAESS, 0), (EUROPE, 6)], ids=repr)
def test_players_wear_the_colours_of_their_empire(board, first):
    numbers = [livery_of(board, key) for key in board.empires]
    assert numbers == list(range(first, first + 6))
    for number, (key, empire) in zip(numbers, board.empires.items(), strict=True):
        assert colours()[str(number)] == empire.color
        assert player_livery(board, 3, key) == number
        assert ground_name(board, key) == f"empire-{number}"
    assert player_livery(board, 3, None) is None
    assert livery_of(board, None) is None


def test_players_without_an_empire_wear_the_colours_of_their_seat():
    assert [player_livery(WORLD, seat, None) for seat in range(6)] == [12, 13, 14, 15, 16, 17]


@on_every_board
def test_no_two_liveries_of_a_board_are_alike(board):
    worn = liveries(board)
    assert len(worn) == (6 if board.empires else 7)
    for part in ("pattern", "emblem"):
        assert len({each[part] for each in worn}) == len(worn)
    assert len({colours()[each["name"]] for each in worn}) == len(worn)


def test_every_livery_is_dressed():
    assert len(EMBLEMS) == 19 == len(set(EMBLEMS.values()))
    assert len(set(PATTERNS)) == 6
    look, shown = css("drawing/board/board.css"), colours()
    for name in EMBLEMS:
        assert f".livery-{name} {{" in look
        assert f"--wash: url(#pattern-{name});" in look
        assert name in shown


def seen_without(colour, cone):
    """A colour as seen without one type of cone (Machado et al. 2009), as linear RGB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return [sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in cone]


PROTAN = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
PLAIN = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def lab(linear):
    """Convert linear RGB to CIE L*a*b* (D65)."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        max(sum(weight * part for weight, part in zip(row, linear, strict=True)), 0) / most
        for row, most in zip(rows, white, strict=True)
    )
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@on_every_board
@pytest.mark.parametrize("cone", [PLAIN, PROTAN, DEUTAN], ids=["all", "no red", "no green"])
def test_the_colours_of_a_board_are_told_apart(board, cone):
    shown = {
        each["name"]: lab(seen_without(colours()[each["name"]], cone)) for each in liveries(board)
    }
    for first, second in combinations(shown, 2):
        apart = sum((a - b) ** 2 for a, b in zip(shown[first], shown[second], strict=True)) ** 0.5
        assert apart > 15, (first, second)


# On the page


@on_every_board
def test_a_page_defines_what_its_board_wears(board):
    html = page(board)
    for each in liveries(board):
        for what in ("arms", "pattern", "emblem"):
            assert html.count(f' id="{what}-{each["name"]}"') == 1
    identities = re.findall(r'\sid="([^"]+)"', html)
    assert len(identities) == len(set(identities))
    assert not re.search(r"\sstyle=|\son\w+=|<script", html)
    assert html.count('class="territory ') == len(board.territories)


@on_every_board
def test_the_style_knows_the_size_and_the_pictures_of_a_board(board):
    rule = re.search(
        rf'\.board\[data-board="{board.id}"\] {{(.*?)}}', css("drawing/board/board.css"), re.DOTALL
    )[1]
    wide, high = board.view_box.split()[2:]
    assert f"--wide: {wide};" in rule and f"--high: {high};" in rule
    for picture in re.findall(r'url\("(.*?)"\)', rule):
        assert (STATIC / "drawing" / "board" / picture).is_file()
    assert (" data-wide" in page(board)) == (int(wide) > int(high))


def test_continents_are_listed_with_their_bonus():
    html = page(WORLD)
    plates = re.findall(
        r'class="continent-label (continent-\d)".*?class="continent-label-name"[^>]*>(.*?)<'
        r".*?>(\+\d)<",
        html,
    )
    assert plates == [
        ("continent-0", "North America", "+5"),
        ("continent-1", "South America", "+2"),
        ("continent-2", "Europe", "+5"),
        ("continent-3", "Africa", "+3"),
        ("continent-4", "Asia", "+7"),
        ("continent-5", "Australia", "+2"),
    ]
    assert ">Continents</button>" in html
    assert ">Empires</button>" in page(EUROPE)
    for number, continent in enumerate(WORLD.groups.values()):
        assert f".continent-{number} {{ --ground: {continent.color}; }}" in css(
            "drawing/board/board.css"
        )


def test_empires_are_named_with_their_arms():
    legend = re.search(r'class="board-legend">(.*)', page(EUROPE))[1]
    assert re.findall(r"#arms-(\d+)", legend) == ["6", "7", "8", "9", "10", "11"]
    assert re.findall(r"<text[^>]*>(.*?)<", legend) == [
        *(empire.name for empire in EUROPE.empires.values()),
        "Independent",
    ]
    assert {ground_name(EUROPE, key) for key in ("italy", "spain", "scandinavia")} == {
        "empire-none"
    }


def test_the_neutral_army_has_a_look_of_its_own():
    assert unowned_livery(WORLD, 3) == board_context.NEUTRAL
    assert unowned_livery(WORLD, 0) is unowned_livery(FLANAESS, 3) is None
    context = board_context.territory_context(WORLD, "peru", board_context.NEUTRAL, 3)
    assert context["says"] == "the neutral side, 3 armies"
    html = page(WORLD, {"peru": context})
    assert 'id="t-peru" class="territory-badges badge-row livery-neutral"' in html
    assert 'href="#arms-neutral"' in html


def test_headquarters_are_no_castle():
    shown = board_context.territory_context(WORLD, "peru", 13, 3, 15, "", "bob")
    assert (shown["keep"], shown["castle"]) == ("headquarters", "15")
    assert shown["says"] == "bob, 3 armies, headquarters"
    assert 'class="livery-15" href="#headquarters"' in page(WORLD, {"peru": shown})
    castle = board_context.territory_context(EUROPE, "paris", 7, 3, 7, "", "bob")
    assert castle["keep"] == "castle"
