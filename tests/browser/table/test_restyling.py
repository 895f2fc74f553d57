"""Changes of the map restyle the map alone, not the whole table."""

import json

import pytest

from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, wait_for_first_pushes

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
MOST_RESTYLED = 200
"""Many more elements than one territory has, and far fewer than the page has."""


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_moving_over_the_map_restyles_only_a_few_elements(visitor, browser, size):
    width, height = size
    person = visitor(viewport={"width": width, "height": height})
    person.sit_alone(f"restyler-{width}", "own_attacks")
    page = person.page
    # They restyle nearly as many elements themselves.
    wait_for_first_pushes(page)
    page.evaluate(NEXT_FRAME)
    source = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]").first
    territory = page.locator(f"#terr-{source.get_attribute('data-territory')}")
    territory.focus()
    browser.start_tracing(page=page, categories=TRACED)
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    territory.locator(".badge-row").hover()
    page.locator("#panel-heading").hover()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [
        event["args"]["elementCount"]
        for event in events
        if event["name"] == "UpdateLayoutTree" and "elementCount" in event.get("args", {})
    ]
    assert restyled
    assert max(restyled) < MOST_RESTYLED, restyled
