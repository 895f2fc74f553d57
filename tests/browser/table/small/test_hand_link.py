"""On phones, a link leads to the hand, which is far below the panel, and another one back."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import choose_attack_by_land

SIZES = {"upright": (390, 844), "sideways": (740, 360)}
LINK = ".to-hand:visible"


@pytest.fixture(params=SIZES)
def seat(request, visitor):
    """A function that seats a player, by name, who may attack; it returns the page on a phone."""
    width, height = SIZES[request.param]

    def sit(name):
        size = {"width": width, "height": height}
        person = visitor(viewport=size, has_touch=True, is_mobile=True)
        person.sit_alone(f"{name}-{request.param}", "own_second_attacks")
        return person.page

    return sit


def test_a_link_leads_to_the_hand_and_one_back(seat):
    page = seat("holder")
    hand, heading = page.locator("#hand li").first, page.locator("#panel-heading")
    expect(hand).not_to_be_in_viewport()
    choose_attack_by_land(page)
    page.locator(LINK).click()
    expect(hand).to_be_in_viewport(ratio=0.9)
    back = page.get_by_role("link", name=f"Back to: {heading.inner_text()}")
    expect(back).to_be_in_viewport(ratio=1)
    back.click()
    expect(heading).to_be_in_viewport(ratio=1)
    expect(heading).to_be_focused()


def test_the_link_works_beside_a_lowered_panel(seat):
    page = seat("low-holder")
    handle = page.get_by_role("button", name="Collapse the panel")
    if handle.is_visible():
        handle.click()
    page.locator(LINK).click()
    expect(page.locator("#hand li").first).to_be_in_viewport(ratio=0.9)


def test_the_link_closes_an_open_drawer(seat):
    page = seat("drawers")
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#panel")).to_be_hidden()
    page.locator(LINK).click()
    expect(page.locator("#hand li").first).to_be_in_viewport(ratio=0.9)
    page.get_by_role("link", name="Back to: ").click()
    expect(page.locator("#panel-heading")).to_be_in_viewport(ratio=1)
