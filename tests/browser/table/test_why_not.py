"""Pressing an enemy territory that cannot be attacked says why."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param({}, id="desktop", marks=pytest.mark.covers("impossible targets")),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_a_pressed_territory_says_why_it_cannot_be_attacked(visitor, screen):
    person = visitor(**screen)
    person.sit_alone(f"wonderer{len(screen)}", "own_attacks", ruleset="classic")
    page = person.page
    page.locator(CHOSEN_ON_MAP).first.click()
    expect(page.locator("#panel-heading")).to_contain_text("Attack from")
    heading = page.locator("#panel-heading").inner_text()
    page.wait_for_function(SETTLED)
    target = page.locator("#board .territory:not(.is-choosable, .is-chosen)")
    told = page.locator("#panel .notice")
    for place in range(target.count()):
        target.nth(place).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(SETTLED)
        if told.count():
            break
    expect(told).to_contain_text("You can’t attack")
    expect(page.locator("#board-says")).to_contain_text("You can’t attack")
    expect(page.locator("#panel-heading")).to_have_text(heading)
