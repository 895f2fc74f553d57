"""Phones held upright: the whole map is shown above a lowered panel."""

from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, SETTLED

OUTSIDE = """(territories) => {
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    return [...document.querySelectorAll(`${territories} .badge-row`)].filter((badge) => {
        const { left, right, top, bottom } = badge.getBoundingClientRect();
        return left < map.left || right > map.right || top < map.top || bottom > map.bottom;
    }).length;
}"""
"""How many of these territories have their number outside of the visible map."""
ALL, SOURCES = ".territory", ".territory.is-choosable"
MAP_WIDTH = "() => document.querySelector('.board-layers').getBoundingClientRect().width"


def test_the_whole_map_gets_the_room_of_the_panel(visitor):
    person = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    person.sit_alone("overlooker", "own_attacks")
    page = person.page
    assert page.evaluate(OUTSIDE, ALL)
    sources = page.evaluate(OUTSIDE, SOURCES)
    page.get_by_role("button", name="Whole map").click()
    expect(page.locator(".table-sheet")).to_have_attribute("data-height", "low")
    page.wait_for_function(f"all => !({OUTSIDE})(all)", arg=ALL)
    assert page.evaluate(MAP_WIDTH) > 0.95 * 390
    page.get_by_role("button", name="Expand the panel").click()
    expect(page.locator(".table-sheet")).to_have_attribute("data-height", "half")
    page.evaluate(NEXT_FRAME)
    assert page.evaluate(OUTSIDE, SOURCES) == sources
    # It is shown until the next choice, unlike a panel that the player has lowered.
    for control, height in (("Whole map", "half"), ("Collapse the panel", "low")):
        page.get_by_role("button", name=control).click()
        page.locator(f"{CHOSEN_ON_MAP}[data-role=source]").first.click()
        page.wait_for_function(SETTLED)
        expect(page.locator(".table-sheet")).to_have_attribute("data-height", height)
        page.locator("#panel-back").click()
        page.wait_for_function(SETTLED)
