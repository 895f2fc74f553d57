"""A circle from its founding to its first game, with a mouse, a narrow phone, and large text."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults

NARROW = {"width": 360, "height": 740}


def _width(page):
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.covers("a circle, its invitation, its settings, its channels and its new game")
def test_a_circle_begins_its_first_game(visitor):
    founder, friend = visitor(), visitor(viewport=NARROW)
    founder.become("circle-founder-of-long-n")
    friend.become("circle-friend")
    page, phone = founder.page, friend.page
    page.goto("/circles/")
    assert grave_faults(page) == []
    page.get_by_label("Name").fill("The Knights of the Long Sunday Table")
    page.get_by_role("button", name="Create circle").click()
    circle = page.url
    link = page.get_by_label("Invite link").input_value()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    page.get_by_label("Or invite by name").fill("nobody at all")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_label("Or invite by name")).to_have_value("nobody at all")
    expect(page.get_by_role("alert")).to_contain_text("Nobody has that name")
    assert grave_faults(page) == []

    phone.goto(link)
    assert grave_faults(phone) == []
    assert _width(phone) <= NARROW["width"]
    phone.get_by_role("button", name="Join the circle").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(re.compile("Long Sunday"))

    page.goto(circle)
    page.get_by_role("link", name="New game for the circle").click()
    assert grave_faults(page) == []
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_role("heading", name="Invite players")).to_be_visible()
    phone.goto(circle)
    assert grave_faults(phone) == []
    assert _width(phone) <= NARROW["width"]
    phone.get_by_role("button", name=re.compile("^Join")).click()
    # A table for two begins with its second player.
    expect(phone.locator("#board, #panel").first).to_be_attached()

    page.goto(circle)
    page.get_by_role("link", name="Post this circle’s games to a chat channel").click()
    assert grave_faults(page) == []
    page.get_by_label("Address of the webhook").fill("https://hookshot.invalid/webhook/key")
    page.get_by_role("button", name="Connect and send a test").click()
    expect(page.get_by_role("heading", name="hookshot.invalid")).to_be_visible()
    assert grave_faults(page) == []
    phone.goto(f"{circle}webhooks/")
    expect(phone.get_by_text("added by circle-founder")).to_be_visible()
    assert _width(phone) <= NARROW["width"]
    page.goto(f"{circle}settings/")
    assert grave_faults(page) == []
    page.get_by_label("Open a game every month").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("the next one opens on 1")).to_be_visible()
    phone.goto(f"{circle}leave/")
    assert grave_faults(phone) == []
    phone.get_by_role("button", name="Leave").click()
    expect(phone.get_by_text("You left the circle")).to_be_visible()
