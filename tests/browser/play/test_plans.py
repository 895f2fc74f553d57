"""A turn plan composed on a phone with forms, and committed with one press."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import SETTLED, code_of

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.covers("a turn plan; a phone")
def test_a_turn_is_composed_on_a_phone_and_committed(visitor, site):
    guest = visitor(**PHONE)
    guest.play_now()
    page, code = guest.page, code_of(guest.page)
    site.hurry(code)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_function(SETTLED)
    # Bots may move before the guest: the plan is kept until the guest's turn.
    page.goto(f"/games/{code}/plan/")
    attack(page)
    page.get_by_role("link", name="End the turn").click()
    page.get_by_role("button", name="Add this step").click()
    page.get_by_role("link", name="Place spoils").click()
    page.locator(".plan-pick").first.click()
    page.get_by_role("button", name="Add this step").click()
    steps = page.locator(".plan-step p")
    expect(steps).to_have_count(3)
    expect(steps.last).to_have_text("End the turn.")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("button", name="Save plan").click()
    # The turn may be over before the page is rendered, but the plan has been accepted.
    expect(page.locator(".messages")).to_contain_text(re.compile("plan has started|Plan saved"))
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_function(SETTLED)
    # The table says that the plan is committed or running, or why it ended.
    told = page.locator("#plan, #log-lines li").filter(has_text=re.compile("[Yy]our plan"))
    expect(told.first).to_be_attached()


def attack(page):
    """Add the first attack offered, and go on to the next step whatever its outcome."""
    page.get_by_role("link", name="Attack", exact=True).click()
    for chosen in ("source", "target"):
        page.locator(".plan-pick").first.click()
        page.wait_for_url(re.compile(f"[?&]{chosen}="))
    page.get_by_label("Go on to the next step").check()
    page.get_by_role("button", name="Add this step").click()
