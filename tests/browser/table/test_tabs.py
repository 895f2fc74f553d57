"""The tabs of wide screens stay in place: a second press would otherwise hit something else."""

import pytest
from playwright.sync_api import expect

SIZES = ((1024, 768), (1280, 720), (1440, 900), (1920, 1080))
TABS = """() => [...document.querySelectorAll(".tab-bar button")].flatMap((tab) => {
    const { left, top, right, bottom } = tab.getBoundingClientRect();
    return [left, top, right, bottom];
})"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".tab-bar button")].filter((tab) => {
    const { left, top, width, height } = tab.getBoundingClientRect();
    return !tab.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).length"""


@pytest.mark.parametrize("ruleset", ["greyhawk", "castle", "classic"])
def test_tabs_stay_when_a_drawer_opens_or_closes(visitor, ruleset):
    person = visitor(viewport={"width": 1280, "height": 720})
    person.sit_alone(f"tabs-{ruleset}", "own_attacks", ruleset=ruleset)
    page = person.page
    drawer = page.locator(".is-drawer")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        before = page.evaluate(TABS)
        assert page.evaluate(OUT_OF_SIGHT) == 0
        for name in ("Fairness", "Orders"):
            page.get_by_role("tab", name=name).dblclick()
            expect(drawer).to_be_visible()
            assert page.evaluate(TABS) == pytest.approx(before, abs=1)
            assert page.evaluate(OUT_OF_SIGHT) == 0
        save = drawer.get_by_role("button", name="Save orders")
        save.scroll_into_view_if_needed()
        expect(save).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Close", exact=True).click()
        expect(drawer).to_have_count(0)
        assert page.evaluate(TABS) == pytest.approx(before, abs=1)
