"""Where the column scrolls, the newest line of the log and a message being written are seen."""

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
    && document.querySelector("#panel.is-deciding:not(.is-awaiting-defence)") !== null
    && !document.querySelector(".htmx-settling")"""
"""Whether the panel shows another decision of the player than this one."""


NEW_QUESTION = """(question) => {
    document.getElementById("panel-heading").textContent = question;
    window.htmx.trigger(document.body, "htmx:afterSettle", {});
}"""


@pytest.mark.parametrize(
    ("size", "ruleset"),
    [
        ("upright", "greyhawk"),
        ("tablet", "classic"),
        ("phone", "greyhawk"),
        ("sideways", "classic"),
    ],
)
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


def test_a_new_question_does_not_scroll_away_the_message_being_written(visitor):
    person = visitor(viewport={"width": 740, "height": 360}, has_touch=True)
    person.sit_alone("writer", "own_attacks")
    page = person.page
    page.get_by_role("tab", name="Chat").click()
    message = page.get_by_label("Message everyone")
    message.click()
    page.evaluate(NEW_QUESTION, "Will you defend?")
    page.evaluate(NEXT_FRAME)
    expect(message).to_be_in_viewport(ratio=1)
    message.blur()
    page.evaluate(NEW_QUESTION, "Will you attack?")
    expect(page.locator("#panel-heading")).to_be_in_viewport(ratio=1)
