"""The drawings of all three boards: adjoining borders, relief, dotted sea lines, lanes."""

import json
import re
from itertools import combinations, pairwise
from math import dist

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.drawing.board.badges import badge_offsets
from games.drawing.board.context import board_context, map_of
from games.drawing.board.geometry import contains, edges, joined, rings, strewn, stroked
from games.drawing.board.ink import coast, lakes, shapes
from games.drawing.board.marks import way_path
from games.drawing.board.sea_arrows import dotted, gates
from games.drawing.board.sea_lanes import is_clear, lane
from games.drawing.board.sea_zones import drawn_zones, zone_area
from games.drawing.board.simplify import simplified
from games.management.board_art.glyphs import GLYPHS, SIZES
from games.management.board_art.scatter import covers, keep_free
from games.management.commands.draw_boards import BOARDS
from rules.board import load_board

BOARDED = [load_board(name) for name in BOARDS]
FLANAESS, EUROPE, WORLD = BOARDED[:3]
FOLDER = settings.ROOT / "static" / "drawing" / "board"

on_every_board = pytest.mark.parametrize("board", BOARDED, ids=repr)


def sea_lines(board):
    return [each for each in board.connections if each.kind == "sea"]


def drawn(board, file):
    return (FOLDER / board.id / file).read_text(encoding="utf-8")


def breadth(ring):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(ring))) / 2


# Simplified outlines


@on_every_board
def test_thinned_neighbours_share_their_border_and_nobody_else_does(board):
    sides = {
        key: {frozenset(side) for ring in rings(shapes(board)[key]) for side in edges(ring)}
        for key in board.territories
    }
    touching = {
        frozenset(pair) for pair in combinations(sides, 2) if sides[pair[0]] & sides[pair[1]]
    }
    by_land = {frozenset((each.a, each.b)) for each in board.connections if each.kind == "land"}
    assert len(by_land) == {"flanaess": 80, "europe": 83, "world": 57}[board.id]
    assert touching == by_land


@on_every_board
def test_thinned_outlines_stay_where_they_were(board):
    thin = shapes(board)
    for key, drawing in board.drawing["territories"].items():
        before, after = rings(drawing["path"]), rings(thin[key])
        assert len(after) == len(before)
        assert sum(map(breadth, after)) == pytest.approx(sum(map(breadth, before)), rel=0.04)
        assert contains(after, tuple(drawing["badge"]))


def test_a_straight_border_keeps_its_ends_only():
    square = "M0 0l5 0 5 0 0 5 0 5-10 0z"
    beside = "M10 0l10 0 0 10-10 0 0-5z"
    thin = simplified({"square": square, "beside": beside}, 0.4)
    assert {len(rings(path)[0]) for path in thin.values()} == {4}
    assert len(joined(thin.values())[0]) == 6


# Relief


def placed(board):
    """Every glyph in drawing order: its kind, size and place."""
    kinds = {kind[0]: kind for kind in GLYPHS}
    marked = re.findall(
        r'd="(M[^"h]*)(?:h0)?" marker-start="url\(#([a-z])(\d)\)"', drawn(board, "relief.svg")
    )
    return [
        (kinds[kind], SIZES[int(step)], round(x, 1), round(y, 1))
        for line, kind, step in marked
        for x, y in stroked(line)[0]
    ]


@on_every_board
def test_no_tree_stands_on_a_badge(board):
    glyphs, free = placed(board), keep_free(board)
    assert len(glyphs) > (800 if board is FLANAESS else 150)
    for kind, size, x, y in glyphs:
        assert not any(covers(box, kind, x, y, size * 0.8) for box in free), (kind, x, y)


@pytest.mark.parametrize("board", [EUROPE, WORLD], ids=repr)
def test_trees_stand_on_land_and_clear_of_names(board):
    land, water = rings(coast(board)), rings(lakes(board, is_abroad=False))
    names = [drawing["label"] for drawing in board.drawing["territories"].values()]
    for kind, _, x, y in placed(board):
        assert contains(land, (x, y)) and not contains(water, (x, y)), (kind, x, y)
        for name in names:
            assert abs(x - name["x"]) > name["width"] / 2 or abs(y - name["y"]) > name["size"] / 2


def test_a_tree_before_another_is_drawn_later():
    glyphs = placed(FLANAESS)
    close = [
        (first, second)
        for first, second in combinations(range(len(glyphs)), 2)
        if abs(glyphs[first][2] - glyphs[second][2]) < 8
        and abs(glyphs[first][3] - glyphs[second][3]) < 8
    ]
    assert len(close) > 20
    for first, second in close:
        assert glyphs[first][3] <= glyphs[second][3]


# Dotted lines


@on_every_board
def test_every_dotted_line_is_drawn_over_the_sea(board):
    outlines, kept = drawn(board, "outlines.svg"), json.loads(drawn(board, "lanes.json"))["lines"]
    land = rings(coast(board))
    assert (
        len(sea_lines(board)) == {"flanaess": 10, "europe": 8, "world": 26}[board.id] == len(kept)
    )
    for each in sea_lines(board):
        path = re.search(rf'<path id="line-{each.a}-{each.b}" d="([^"]+)"', outlines)[1]
        for piece in stroked(path):
            # A line may pass an islet, but not run over land from end to end.
            assert not all(contains(land, point) for point in strewn(piece, 1))
        assert f"{each.a} {each.b}" in kept


@on_every_board
def test_an_attack_over_a_dotted_line_follows_it_both_ways(board):
    badges = {key: tuple(each["badge"]) for key, each in board.drawing["territories"].items()}
    for each in sea_lines(board):
        there = dotted(board, each.a, each.b)
        assert dotted(board, each.b, each.a) == [piece[::-1] for piece in there[::-1]]
        if len(there) == 1:
            (line,) = there
            to_a, to_b = badges[each.a], badges[each.b]
            ends = dist(line[0], to_a) + dist(line[-1], to_b)
            assert ends <= dist(line[0], to_b) + dist(line[-1], to_a)
        assert re.fullmatch(r"[-M\d. LQ]+", way_path(board, each.a, each.b))
    assert dotted(board, *next((c.a, c.b) for c in board.connections if c.kind == "land")) == []


def test_the_way_from_alaska_to_kamchatka_leaves_the_map_at_both_edges():
    west, east = dotted(WORLD, "alaska", "kamchatka")
    assert west[0][0] > 0 > west[-1][0]
    assert east[0][0] > 1200 > east[-1][0]
    assert way_path(WORLD, "alaska", "kamchatka").count("M") == 2
    assert all(
        len(dotted(board, each.a, each.b)) == 1
        for board in BOARDED
        for each in sea_lines(board)
        if {each.a, each.b} != {"alaska", "kamchatka"}
    )
    text = drawn(WORLD, "outlines.svg")
    assert ">to Kamchatka</text>" in text and ">to Alaska</text>" in text


def dots(outlines, name):
    """Return the number of dots of a dotted line, from its length and dash pattern."""
    path, apart = re.search(
        rf'<path id="line-{name}" d="([^"]+)"(?: stroke-dasharray=".1 ([\d.]+)")?/>', outlines
    ).groups()
    length = sum(dist(a, b) for piece in stroked(path) for a, b in pairwise(piece))
    return 1 + length / (float(apart or 6.4) + 0.1)


@on_every_board
def test_every_dotted_line_has_dots_enough_to_be_found(board):
    outlines = drawn(board, "outlines.svg")
    for each in sea_lines(board):
        assert dots(outlines, f"{each.a}-{each.b}") >= 3.8, each


def test_an_arrow_at_either_edge_says_where_a_line_leaves_the_map():
    places = [(gate["x"], gate["way"]) for gate in gates(WORLD)]
    assert sorted(places) == [(0, -1), (1200, 1)]
    assert {gate["y"] for gate in gates(WORLD)} == {131}
    assert gates(FLANAESS) == gates(EUROPE) == []
    html = render_to_string("drawing/board/_board.html", {"board": board_context(WORLD)})
    assert html.count('class="map-edge-arrow"') == 2


def test_signs_do_not_cover_names_or_the_edge():
    signs = {
        board.id: {place["id"]: place["sign"] for place in map_of(board.id)["places"]}
        for board in BOARDED
    }
    below = {
        name: {key for key, sign in each.items() if sign == "0 25"} for name, each in signs.items()
    }
    assert below == {
        "flanaess": set(),
        "europe": {"norway", "venice", "bulgaria"},
        "world": {"central_america", "peru", "japan", "indonesia"},
    }
    # Greenland’s shield is on the left, and its badge almost at the upper edge.
    assert signs["world"]["greenland"] == "22 -14"
    assert not any(signs["flanaess"].values())


@on_every_board
def test_a_small_picture_has_all_groups_and_little_weight(board):
    picture = drawn(board, "thumbnail.svg")
    assert len(picture) < 10_000
    for group in board.groups.values():
        land = re.search(rf'fill="{group.color}" d="([^"]+)"', picture)[1]
        assert land.count("M") >= 1


# Seas


@pytest.mark.parametrize("board", [FLANAESS, EUROPE], ids=repr)
def test_lanes_touch_no_land(board):
    shore = [edge for ring in rings(coast(board)) for edge in edges(ring)]
    sailed = 0
    kept = json.loads(drawn(board, "lanes.json"))
    for zone, sea in kept["seas"].items():
        for first, second in combinations(sea["ports"], 2):
            way = lane(kept, zone, first, second)
            assert lane(kept, zone, second, first) == way[::-1]
            for a, b in pairwise(way):
                assert is_clear(a, b, shore), (first, second)
                sailed += 1
    assert sailed > 300


@pytest.mark.parametrize("board", [FLANAESS, EUROPE], ids=repr)
def test_every_coast_has_a_port_in_its_own_sea(board):
    for zone, sea in json.loads(drawn(board, "lanes.json"))["seas"].items():
        water = zone_area(board, zone)
        for key in board.on_sea(zone):
            assert contains(water, tuple(sea["ports"][key])), (zone, key)


def test_the_black_sea_lies_apart():
    assert list(drawn_zones(EUROPE)) == ["black_sea"]
    inland, open_sea = zone_area(EUROPE, "black_sea"), zone_area(EUROPE, "main_sea")
    names = EUROPE.drawing["seas"]
    for key, sea in names.items():
        assert contains(inland, tuple(sea["label"])) == (key == "black_sea")
        assert contains(open_sea, tuple(sea["label"])) == (key != "black_sea")
    assert '<path id="zone-black_sea"' in drawn(EUROPE, "outlines.svg")


def test_turkey_has_a_port_on_either_coast():
    seas = json.loads(drawn(EUROPE, "lanes.json"))["seas"]
    assert {zone for zone in seas if "turkey" in seas[zone]["ports"]} == {"main_sea", "black_sea"}
    north, south = (seas[zone]["ports"]["turkey"] for zone in ("black_sea", "main_sea"))
    assert north[1] < EUROPE.drawing["territories"]["turkey"]["badge"][1] < south[1]
    # A voyage on one sea does not enter the other.
    assert way_path(EUROPE, "turkey", "ukraine", ("black_sea",)) != way_path(
        EUROPE, "turkey", "ukraine"
    )


# Shields beside badges


@pytest.mark.parametrize("board", [EUROPE, WORLD], ids=repr)
def test_strongholds_do_not_cover_badge_shield_or_name(board):
    free = keep_free(board)
    for key, drawing in board.drawing["territories"].items():
        hung, (x, y), name = badge_offsets(board, key), drawing["badge"], drawing["label"]
        castle = x + hung.castle, y - hung.up
        assert dist(castle, (x, y)) >= 24
        assert hung.castle * hung.shield < 0 or hung.up >= 16
        assert (
            abs(castle[0] - name["x"]) > name["width"] / 2
            or abs(castle[1] - name["y"]) > name["size"] / 2
        )
        assert any(left <= castle[0] <= right and t <= castle[1] <= b for left, t, right, b in free)


def test_no_castle_is_cut_by_the_edge_of_the_map_on_a_phone():
    css = (settings.ROOT / "static" / "drawing" / "board" / "board.css").read_text()
    largest = max(float(scale) for scale in re.findall(r"--badge-scale: ([\d.]+)", css))
    wide, walls = float(EUROPE.view_box.split()[2]), 8
    for key in (key for empire in EUROPE.empires.values() for key in empire.territories):
        x, castle = (
            EUROPE.drawing["territories"][key]["badge"][0],
            badge_offsets(EUROPE, key).castle,
        )
        assert x + (castle - walls) * largest >= 0, key
        assert x + (castle + walls) * largest <= wide, key


def test_every_castle_of_an_empire_stands_in_its_land():
    for key in (key for empire in EUROPE.empires.values() for key in empire.territories):
        drawing, hung = EUROPE.drawing["territories"][key], badge_offsets(EUROPE, key)
        x, y = drawing["badge"]
        assert contains(rings(drawing["path"]), (x + hung.castle, y - hung.up)), key
        assert contains(rings(drawing["path"]), (x + hung.shield, y)), key
