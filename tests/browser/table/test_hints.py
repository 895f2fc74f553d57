"""Hints: dismissing one moves nothing, and the button of a folded one keeps the focus."""

import pytest
from playwright.sync_api import expect

PLACES = """() => [
    document.querySelector(".table-sheet").scrollTop,
    Math.round(document.querySelector(".tab-bar").getBoundingClientRect().top),
]"""


@pytest.mark.covers("hints")
def test_dismissing_a_hint_moves_nothing_until_the_decision_changes(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.quick_play("own_attacks")
    page = person.page
    hints = page.locator("#hints .hint:visible")
    shown = hints.get_attribute("data-hint")
    hints.get_by_role("button", name="Got it").scroll_into_view_if_needed()
    before = page.evaluate(PLACES)
    with page.expect_response("**/hints/"):
        hints.get_by_role("button", name="Got it").tap()
    expect(page.locator(f"#hints [data-hint={shown}]")).to_have_count(0)
    assert page.evaluate(PLACES)[0] == before[0]
    assert abs(page.evaluate(PLACES)[1] - before[1]) <= 20
    page.locator("#panel a[href*='end=yes']").click()
    page.get_by_role("button", name="End attacks").click()
    expect(page.locator(".keeps-hints")).to_have_count(0)


def test_the_button_of_a_folded_hint_keeps_the_focus(visitor):
    person = visitor()
    person.quick_play("own_attacks")
    button = person.page.locator("#panel-hint")
    button.focus()
    # The hint is folded again, as after every push.
    person.page.evaluate("() => window.dispatchEvent(new Event('resize'))")
    expect(button).to_be_focused()
