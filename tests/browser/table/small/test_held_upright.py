"""Phones held upright: the whole map, and the way to the hand and back."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, SETTLED, choose_attack_by_land

UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
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


@pytest.fixture
def seat(visitor):
    """A function that opens a table on a phone held upright; it returns the page."""

    def sit(name, until, **context):
        person = visitor(**UPRIGHT, **context)
        person.sit_alone(name, until)
        return person.page

    return sit


def test_the_whole_map_gets_the_room_of_the_panel(seat):
    page = seat("overlooker", "own_attacks")
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


@pytest.mark.parametrize("is_low", [False, True])
def test_a_link_leads_to_the_hand_and_one_back(seat, is_low):
    page = seat(f"holder-upright-{is_low}", "own_second_attacks")
    hand, heading = page.locator("#hand li").first, page.locator("#panel-heading")
    expect(hand).not_to_be_in_viewport()
    choose_attack_by_land(page)
    if is_low:
        page.get_by_role("button", name="Collapse the panel").click()
    page.locator(".board-tools .to-hand").click()
    expect(hand).to_be_in_viewport(ratio=0.9)
    back = page.get_by_role("link", name=f"Back to: {heading.inner_text()}")
    expect(back).to_be_in_viewport(ratio=0.8)
    back.click()
    expect(heading).to_be_in_viewport(ratio=1)
    expect(heading).to_be_focused()


def test_the_link_to_the_hand_closes_an_open_drawer(seat):
    page = seat("drawers-upright", "own_second_attacks")
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#panel")).to_be_hidden()
    page.locator(".board-tools .to-hand").click()
    expect(page.locator("#hand li").first).to_be_in_viewport(ratio=0.9)
