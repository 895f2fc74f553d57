"""Where the whole column scrolls, the newest line of the log is in sight if the log is."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, SETTLED

SIZES = {"upright": (768, 1024), "tablet": (1024, 768), "phone": (390, 844), "sideways": (740, 360)}
LEAST = 44
"""The height in pixels from which on the log is in sight."""

NEWEST_AND_EDGE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const lines = [...document.querySelectorAll("#log-lines > li")];
    const newest = lines.findLast(({ offsetHeight }) => offsetHeight > 0);
    const edge = Math.min(box(".table-sheet").bottom, innerHeight);
    const { bottom } = newest.getBoundingClientRect();
    return { room: edge - box("#tab-log").top, newest: bottom, edge };
}"""

IS_NEW = """(offer) => document.getElementById("panel").dataset.offer !== offer
    && !document.querySelector(".htmx-settling")"""
"""Whether the panel shows another decision than this one."""


@pytest.mark.parametrize("ruleset", ["classic", "greyhawk"])
@pytest.mark.parametrize("size", SIZES)
def test_the_newest_line_is_in_sight_with_the_log(visitor, size, ruleset):
    width, height = SIZES[size]
    person = visitor(viewport={"width": width, "height": height}, has_touch=True)
    person.sit_alone(f"log-{size}-{ruleset}", "own_attacks", ruleset=ruleset)
    page = person.page

    def look():
        page.wait_for_function(SETTLED)
        page.evaluate(NEXT_FRAME)
        page.evaluate(NEXT_FRAME)
        found = page.evaluate(NEWEST_AND_EDGE)
        if found["room"] >= LEAST:
            assert found["newest"] <= found["edge"] + 1, found

    look()
    for role in ("source", "target"):
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").first.click()
        look()
    # A panel that arrives after the tab is opened would scroll it out of sight.
    offer = page.locator("#panel").get_attribute("data-offer")
    page.locator("#attack-button-text").click()
    page.wait_for_function(IS_NEW, arg=offer)
    look()
    # The chat has room for its messages and for the field below them.
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_label("Message everyone")).to_be_in_viewport(ratio=1)
    assert page.locator("#tab-talk").bounding_box()["height"] > 2 * LEAST
    page.get_by_role("tab", name="Log").click()
    look()
