"""An enlarged map shows both sides of an opponent's battle, and then the player's view again."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.animations import DELIVER
from tests.support.browser.tables import NEXT_FRAME

SIZES = {"phone": (390, 844), "sideways": (740, 360), "upright": (768, 1024), "tablet": (1024, 768)}
FAR_APART = """() => {
    const middle = (territory) => {
        const { x, y } = territory.querySelector(".badge-row").getBoundingClientRect();
        return [x, y];
    };
    const all = [...document.querySelectorAll(".territory")];
    const distance = ([one, other]) => Math.hypot(
        ...middle(one).map((coordinate, axis) => coordinate - middle(other)[axis]));
    const pairs = all.flatMap((one) => all.map((other) => [one, other]));
    pairs.sort((one, other) => distance(other) - distance(one));
    return pairs[0].map(({ id }) => id.replace("terr-", ""));
}"""
"""The two territories farthest from each other, as of a fleet that sails far."""
IN_SIGHT = """() => {
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    return [...document.querySelectorAll(".board-animation .animation-armies")].map((number) => {
        const { left, right, top, bottom } = number.getBoundingClientRect();
        return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
    });
}"""
"""For both sides of the battle that is shown, whether their number is on the visible map."""
VIEW = """() => {
    const badge = document.querySelector(".territory .badge-row");
    const { x, y, width } = badge.getBoundingClientRect();
    return [x, y, width].map(Math.round);
}"""


LOWEST = """() => {
    const height = (territory) => territory.querySelector(".badge-row").getBoundingClientRect().y;
    const all = [...document.querySelectorAll(".territory")];
    all.sort((one, other) => height(other) - height(one));
    return all.slice(0, 2).map(({ id }) => id.replace("terr-", ""));
}"""
"""The two territories nearest to the lower edge of the map."""
COVERED = """(territories) => {
    const line = document.getElementById("move-result").getBoundingClientRect();
    return territories.filter((id) => {
        const badge = document.querySelector(`#terr-${id} .badge-row`).getBoundingClientRect();
        return badge.top < line.bottom && line.top < badge.bottom;
    });
}"""


def battle(source, target, result=""):
    """Return what a push says about a battle between two territories."""
    sides = "".join(
        f'<div class="side livery-none" data-at="{at}" data-armies="5"><p>{at}</p>'
        "<strong>5</strong></div>"
        for at in (source, target)
    )
    roll = '<li data-left="4 5"><span class="losses">−1 : 0</span></li>'
    attributes = f' data-result="{result}"' if result else ""
    attack = f'<div class="attack" data-animation="attack"{attributes}>{sides}<ol>{roll}</ol></div>'
    return f'<div id="latest_events">{attack}</div>'


@pytest.mark.parametrize(
    "size", [pytest.param("phone", marks=pytest.mark.covers("a battle")), *[*SIZES][1:]]
)
@pytest.mark.sources
def test_a_battle_is_in_sight_and_then_the_view_of_the_player_returns(visitor, size):
    viewport = dict(zip(("width", "height"), SIZES[size], strict=True))
    person = visitor(viewport=viewport, has_touch=True, reduced_motion="no-preference")
    person.sit_alone(f"onlooker-{size}", "own_attacks", ruleset="castle")
    page = person.page
    page.evaluate("() => { document.querySelector('#pace').dataset.pace = 'calm'; }")
    places = page.evaluate(FAR_APART)
    for _ in range(4):
        page.locator("[data-zoom=in]").click()
    page.evaluate(NEXT_FRAME)
    before = page.evaluate(VIEW)
    person.stop_clock()
    page.evaluate(DELIVER, [battle(*places)])
    person.clock.run_for(200)
    assert page.evaluate(IN_SIGHT) == [True, True]
    person.clock.run_for(20_000)
    assert page.evaluate("() => document.querySelector('.animation').hidden")
    assert page.evaluate(VIEW) == before


@pytest.mark.sources
def test_a_view_that_the_player_chooses_during_a_battle_stays(visitor):
    person = visitor(viewport={"width": 1024, "height": 768}, reduced_motion="no-preference")
    person.sit_alone("onlooker-who-moves", "own_attacks", ruleset="castle")
    page = person.page
    page.evaluate("() => { document.querySelector('#pace').dataset.pace = 'calm'; }")
    places = page.evaluate(FAR_APART)
    for _ in range(4):
        page.locator("[data-zoom=in]").click()
    person.stop_clock()
    page.evaluate(DELIVER, [battle(*places)])
    person.clock.run_for(200)
    page.locator("[data-zoom=in]").click()
    chosen = page.evaluate(VIEW)
    person.clock.run_for(20_000)
    assert page.evaluate("() => document.querySelector('.animation').hidden")
    assert page.evaluate(VIEW) == chosen


@pytest.mark.sources
def test_the_result_of_an_attack_covers_none_of_its_territories(visitor):
    person = visitor(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    person.sit_alone("reader-of-results", "own_attacks")
    page = person.page
    places = page.evaluate(LOWEST)
    page.evaluate(DELIVER, [battle(*places, result="Captured: you lost 1, they lost 2.")])
    expect(page.locator("#move-result")).to_be_visible()
    page.evaluate(NEXT_FRAME)
    assert page.evaluate(COVERED, places) == []


@pytest.mark.parametrize(
    ("places", "pieces"), [(["alaska", "kamchatka"], 2), (["alaska", "alberta"], 1)]
)
@pytest.mark.sources
def test_an_arrow_over_the_edge_of_the_world_is_in_two_pieces(visitor, places, pieces):
    person = visitor(reduced_motion="no-preference")
    person.sit_alone(f"circumnavigator-{pieces}", "own_attacks", ruleset="classic")
    page = person.page
    page.evaluate("() => { document.querySelector('#pace').dataset.pace = 'calm'; }")
    person.stop_clock()
    page.evaluate(DELIVER, [battle(*places)])
    arrow = page.locator("path.animation-arrow").get_attribute("d")
    assert arrow.count("M") == pieces
    width = page.locator(".board-viewport").bounding_box()["width"]
    assert page.locator("path.animation-arrow").bounding_box()["width"] > width / 2 * (pieces - 1)
