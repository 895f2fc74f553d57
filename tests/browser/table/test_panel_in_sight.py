"""The question of the panel is never covered by the button that answers it."""

from playwright.sync_api import expect

from tests.support.browser.tables import SETTLED, open_table, panel_heading

PHONE = {"width": 390, "height": 844}
BELOW = 6
"""The pixels of the page that stay visible below the heading."""
STEP = 20
WHAT_IS_SEEN = """() => {
    const heading = document.getElementById('panel-heading');
    const box = heading.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).id;
}"""


def test_the_question_is_visible_above_its_button(visitor):
    person = visitor(viewport=PHONE)
    person.sign_up("camper")
    page = person.page
    open_table(page, ruleset="headquarters", setup="quick", pace="at once")
    page.get_by_role("button", name="Begin the game").click()
    page.get_by_role("button", name="Place them so").click()
    expect(panel_heading(page)).to_have_text("Mark your headquarters")
    # Other players' moves would scroll it.
    expect(page.locator(".status-detail")).not_to_contain_text("waiting for")
    page.wait_for_function(SETTLED)
    page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
    heading = panel_heading(page).bounding_box()
    height = round(heading["y"] + heading["height"]) + BELOW
    page.set_viewport_size({**PHONE, "height": height})
    assert page.evaluate(WHAT_IS_SEEN) == "panel-heading"
    # No part of it shows from beneath the question.
    lead = page.locator(".panel-lead").last.bounding_box()
    end = lead["y"] + lead["height"]
    for seen in range(height, round(end) + STEP, STEP):
        page.set_viewport_size({**PHONE, "height": seen})
        assert page.locator("#compose button.primary").bounding_box()["y"] >= end


def test_the_next_step_scrolls_to_its_start(visitor):
    person = visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    person.play_now()
    page = person.page
    link = page.get_by_role("link", name="Choose everything myself")
    expect(link).to_be_visible()
    page.wait_for_function(SETTLED)
    # The heading is above the edge, the link just below the sticky part.
    link.evaluate("(one) => window.scrollBy(0, one.getBoundingClientRect().top - 80)")
    asked = panel_heading(page).inner_text()
    link.tap()
    expect(panel_heading(page)).not_to_have_text(asked)
    page.wait_for_function(SETTLED)
    assert page.evaluate(WHAT_IS_SEEN) == "panel-heading"
