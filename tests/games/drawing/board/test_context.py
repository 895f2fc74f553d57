"""The board as rendered: static files, pushed territories, marks, voyages."""

import gzip
import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games.drawing.board import context as board_context
from games.drawing.board.geometry import contains, edges, joined, rings, written
from games.management.board_art.files import files
from games.management.board_art.scatter import BADGE_BOX
from games.management.commands.draw_boards import BOARDS
from games.storage.store.stored_game import load
from rules import view
from rules.board import load_board
from rules.cards import EventCard
from rules.events.attack import AttackDeclared, BattleFought, MovedIn

FLANAESS = load_board("flanaess")
DRAWN = [load_board(name) for name in BOARDS]
STATIC = settings.ROOT / "static"


@pytest.mark.parametrize("board", DRAWN, ids=repr)
def test_no_selection_sign_covers_the_name_of_a_territory(board):
    names = [drawing["label"] for drawing in board.drawing["territories"].values()]
    for key, drawing in board.drawing["territories"].items():
        offset = board_context._place(board, key)["sign"] or "0 -25"
        x, y = (
            at + by for at, by in zip(drawing["badge"], map(float, offset.split()), strict=True)
        )
        for name in names:
            half, high = name["width"] / 2, name["size"] * len(name["lines"]) / 2
            is_clear = abs(x - name["x"]) >= half + 7 or abs(y - name["y"]) >= high + 7
            assert is_clear, (key, name["lines"])


@pytest.fixture(autouse=True)
def plain_names(settings):
    """Unhashed file names: no static files are collected for these tests."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture(scope="module", params=BOARDS)
def drawn(request):
    return {
        f"{request.param}/{name}": text for name, text in files(load_board(request.param)).items()
    }


def pushed(context):
    return render_to_string("drawing/board/_territory.html", {**context, "is_swap": True})


# Static files


def test_text_along_a_path_is_on_the_page(drawn):
    """WebKit does not draw it from another file."""
    assert [name for name, text in drawn.items() if "<textPath" in text] == []
    page = render_to_string(
        "drawing/board/_board.html", {"board": board_context.board_context(FLANAESS)}
    )
    [path] = re.findall(r'<textPath\s+href="#([\w-]+)"', page)
    assert f'<path id="{path}"' in page and "Grayflood" in page


def test_board_files_match_the_board_data(drawn):
    for name, text in drawn.items():
        assert (STATIC / "drawing" / "board" / name).read_text(encoding="utf-8") == text, name


def test_board_files_are_small(drawn):
    assert sum(len(gzip.compress(text.encode(), 9)) for text in drawn.values()) < 46_000


@pytest.mark.parametrize("name", BOARDS)
def test_every_territory_has_an_outline_a_badge_and_a_name(name):
    board = load_board(name)
    text = (STATIC / "drawing" / "board" / name / "outlines.svg").read_text(encoding="utf-8")
    for key, drawing in board.drawing["territories"].items():
        assert f'<path id="{key}" d="M' in text
        assert contains(rings(drawing["path"]), tuple(drawing["badge"]))
        for line in drawing["label"]["lines"]:
            assert f">{line}</text>" in text


def test_an_outline_joined_and_written_is_read_again():
    square, beside = "M0 0l10 0 0 10-10 0z", "M10 0l5 0 0 10-5 0z"
    outline = joined([square, beside])
    assert len(outline) == 1
    assert rings(written(outline)) == outline
    assert {frozenset(edge) for edge in edges(outline[0])} == {
        frozenset(edge)
        for edge in pairwise([(0, 0), (10, 0), (15, 0), (15, 10), (10, 10), (0, 10), (0, 0)])
    }


def test_a_shield_and_a_stronghold_stand_where_the_map_is_kept_free():
    for key in FLANAESS.territories:
        context = board_context.territory_context(FLANAESS, key)
        sides = context["shield"], context["castle_at"]
        left, _, right, _ = BADGE_BOX
        if sides[0] > 0:
            left, right = -right, -left
        assert all(left <= side <= right for side in sides)
        assert sides[0] * sides[1] < 0


@pytest.mark.parametrize("name", BOARDS)
def test_referenced_svg_ids_exist(name):
    html = render_to_string(
        "drawing/board/_board.html", {"board": board_context.board_context(load_board(name))}
    )
    used = set(re.findall(r'href="/static/([^"#]+)#([^"]+)"', html))
    assert {file for file, _ in used} == {
        "drawing/board/signs.svg",
        f"drawing/board/{name}/outlines.svg",
    }
    for file, identity in used:
        assert f' id="{identity}"' in (STATIC / file).read_text(encoding="utf-8")
    within = set(re.findall(r'href="#([^"]+)"', html))
    assert within <= set(re.findall(r'\sid="([^"]+)"', html))


# Pushed territories


@pytest.mark.parametrize("board", DRAWN, ids=repr)
def test_a_pushed_territory_is_small(board):
    for key in board.territories:
        context = board_context.territory_context(
            board, key, 13, 23, 13, "your hidden armies", "Guest Heron 4821"
        )
        assert len(pushed(context).strip().encode()) <= 450
        plain = board_context.territory_context(board, key, 13, 23, None, "", "Guest Heron 4821")
        assert len(pushed(plain).strip().encode()) <= 360


def test_a_name_is_escaped():
    context = board_context.territory_context(
        FLANAESS, "idee", 1, 2, None, "", '"><script>x</script>'
    )
    assert "<script" not in pushed(context)
    assert 'data-says="&#34;&gt;' in pushed(context)


def test_a_territory_names_its_owner():
    def says(*more):
        return board_context.territory_context(FLANAESS, "idee", *more)["says"]

    assert says() == "nobody yet"
    assert says(2, 1, None, "", "bob") == "bob, 1 army"
    assert (
        says(2, 4, 2, "your hidden armies", "bob")
        == "bob, 4 armies, a stronghold, your hidden armies"
    )


def test_the_board_shows_owners_and_only_own_hidden_armies(bots_game):
    state = load(bots_game.code).state()
    names = ["ash", "birch", "cedar", "elm"]
    for seat in (None, 0, 1):
        seen = view(state, seat)
        contexts = board_context.territory_contexts(seen, names)
        assert {key for key, each in contexts.items() if each["hidden"]} == set(seen.hidden)
        for key, context in contexts.items():
            owner = seen.owner(key)
            livery = None if owner is None else seen.player(owner).empire
            assert context["livery"] == str(board_context.livery_of(FLANAESS, livery))
            assert context["armies"] == seen.armies(key)
            assert context["says"].startswith(names[owner])


# Marks


def marks(context):
    return render_to_string("drawing/board/_marks.html", context)


def test_an_attack_is_one_arrow():
    declared = AttackDeclared(0, 1, "idee", "irongate")
    fought = BattleFought(
        0, 1, "idee", "irongate", (6,), (1,), (), (), 6, 1, ("attacker",), 0, 1, 3, 0
    )
    moved = MovedIn(0, "idee", "irongate", 2)
    context = board_context.marks_context(FLANAESS, (), [declared, fought, moved], {0: 2, 1: 4})
    assert [(arrow["kind"], arrow["livery"]) for arrow in context["arrows"]] == [("moved", "2")]
    arrows = render_to_string("drawing/board/_arrows.html", context)
    assert arrows.count('class="arrow ') == 1


def test_cards_in_force_are_drawn_where_they_apply():
    cards = [EventCard.AERDI_STORMS, EventCard.WOODLAND_DEFENDERS, EventCard.GRAYFLOOD_OVERFLOWS]
    context = board_context.marks_context(FLANAESS, [*cards, EventCard.MAD_OVERKING])
    assert context["zones"] == ["aerdi_sea"]
    assert context["rivers"] == ["grayflood"]
    bearing = {sign: set() for sign in ("storm", "woods", "flood")}
    for each in context["signs"]:
        bearing[each["sign"]].add(each["territory"])
    assert bearing["storm"] == set(FLANAESS.on_sea("aerdi_sea"))
    assert bearing["woods"] == {key for key, one in FLANAESS.territories.items() if one.wooded}
    assert bearing["flood"] == set().union(*FLANAESS.river_borders["grayflood"])
    assert 'data-says="Woods: defenders get +1 here."' in marks(context)


def test_two_signs_hang_side_by_side():
    cards = [EventCard.MOUNTAIN_STORMS, EventCard.WOODLAND_DEFENDERS]
    signs = [
        each
        for each in board_context.marks_context(FLANAESS, cards)["signs"]
        if each["territory"] == "ratik"
    ]
    assert len({each["aside"] for each in signs}) == len(signs) == 2


# Voyages


def test_every_voyage_has_a_line():
    for source, territory in FLANAESS.territories.items():
        for target, route in FLANAESS.voyages(source, 7).items() if territory.seas else ():
            arrow = AttackDeclared(0, 1, source, target, route, 3)
            (drawn_arrow,) = board_context.marks_context(FLANAESS, (), [arrow])["arrows"]
            assert re.fullmatch(r"M[-\d. LQ]+", drawn_arrow["path"]), (source, target)


# The board on a page


def test_a_board_at_rest_and_a_board_in_play(bots_game):
    seen = view(load(bots_game.code).state(), None)
    contexts = board_context.territory_contexts(seen, ["ash", "birch", "cedar", "elm"])
    at_rest = render_to_string(
        "drawing/board/_board.html", {"board": board_context.board_context(FLANAESS)}
    )
    live = board_context.board_context(
        FLANAESS, contexts, board_context.marks_of(seen), is_live=True
    )
    in_play = render_to_string("drawing/board/_board.html", {"board": live})
    for html in (at_rest, in_play):
        assert html.count('class="territory ') == len(FLANAESS.territories)
        assert not re.search(r"\sstyle=|\son\w+=|<script", html)
        identities = re.findall(r'\sid="([^"]+)"', html)
        assert len(identities) == len(set(identities))
    assert "data-live" in in_play
    assert "data-live" not in at_rest
    assert 'href="#badge"' not in at_rest


def test_cached_parts_are_inserted():
    names = [f"{kind}-{key}" for key in FLANAESS.territories for kind in "wt"]
    html = {name: mark_safe(f"<g id='{name}'/>") for name in names}
    html["marks"] = mark_safe("<g id='marks'/>")
    page = render_to_string(
        "drawing/board/_board.html", {"board": board_context.board_context(FLANAESS, html=html)}
    )
    for part in html.values():
        assert page.count(part) == 1
    assert 'class="territory-badges' not in page
