"""A turn composed ahead on a phone, by forms, and carried out while the page looks on."""

import re
from contextlib import suppress

from playwright.sync_api import TimeoutError, expect

from tests.browser.tables import LOOK, MOST_LOOKS, SETTLED, code_of, panel_heading

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_a_turn_is_composed_on_a_phone_and_played(visitor, site):
    guest = visitor(**PHONE)
    guest.play_now()
    page, code = guest.page, code_of(guest.page)
    site.hurry(code)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_function(SETTLED)
    # Bots may be before the guest: the plan is kept until the turn comes.
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
    page.get_by_role("button", name="Commit the plan").click()
    expect(page.get_by_role("button", name=re.compile("plan"))).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    # Whatever becomes of it, its owner is told; nobody presses anything but to defend.
    over = page.locator("#log-lines li", has_text=re.compile("Your plan answered|switched off"))
    defend = page.locator("#panel button.primary:enabled:visible")
    for _ in range(MOST_LOOKS):
        with suppress(TimeoutError):
            over.first.wait_for(state="attached", timeout=LOOK)
            return
        page.wait_for_function(SETTLED)
        if "attacked" in panel_heading(page).inner_text() and defend.count():
            defend.first.click()
    raise AssertionError(page.locator("#status, #plan, #panel-heading").all_inner_texts())


def attack(page):
    """Add the first attack that is offered, whatever comes of it."""
    page.get_by_role("link", name="Attack", exact=True).click()
    page.locator(".plan-pick").first.click()
    page.locator(".plan-pick").first.click()
    page.get_by_label("Go on with the next step").check()
    page.get_by_role("button", name="Add this step").click()
