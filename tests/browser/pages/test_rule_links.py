"""A rule cited at a table opens beside the map, in the version for that table's game."""

import re

import pytest
from playwright.sync_api import expect

LED = """rules => rules.map(rule => {
    const link = document.createElement("a");
    link.href = `/rules/#${rule}`;
    document.getElementById("panel").append(link);
    link.focus();
    return link.getAttribute("href");
})"""

MISSED = """([selector, size]) => {
    const missed = [];
    for (const link of document.querySelectorAll(selector)) {
        link.scrollIntoView({ block: "center" });
        const { right, top, bottom } = link.getBoundingClientRect();
        const middle = (top + bottom) / 2, half = size / 2 - 1;
        for (const x of [right - 1, right - size + 1])
            for (const y of [middle - half, middle, middle + half])
                if (document.elementFromPoint(x, y) !== link) missed.push([link.href, x, y]);
    }
    return missed;
}"""
"""The points of a square, as large as a target should be, that do not press the link."""
REDRAW_PANEL = """() => {
    const before = document.getElementById("panel");
    window.htmx.trigger(document.getElementById("panel-key"), "stale");
    return new Promise((done) => {
        const look = () => before.isConnected ? setTimeout(look, 20) : done();
        look();
    });
}"""
"""Has the panel fetched again, and waits until it is replaced."""
SCROLLED = """() => [...document.querySelectorAll(".table-actions-column *")].filter((box) =>
    getComputedStyle(box).overflowX === "auto" && box.scrollWidth > box.clientWidth).length"""
"""How many boxes of the column with the panel scroll sideways."""


@pytest.mark.parametrize(("size", "has_touch"), [(24, False), (32, True)])
def test_rule_links_are_large_targets(visitor, size, has_touch):
    person = visitor(viewport={"width": 768, "height": 1024}, has_touch=has_touch)
    person.sit_alone(f"presser-of-rules-{size}", "own_attacks")
    page = person.page
    assert page.evaluate(MISSED, ["#panel header a.rule", size]) == []
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#orders legend a.rule").first).to_be_visible()
    questions = "#orders [open] > .order legend a.rule"
    assert page.locator(questions).count()
    assert page.evaluate(MISSED, [questions, size]) == []
    assert page.evaluate(SCROLLED) == 0


@pytest.mark.covers("the rulebook beside a table")
def test_rule_links_lead_to_this_games_rulebook(visitor):
    person = visitor()
    person.sit_alone("reader-of-rules", "own_attacks", ruleset="castle")
    page = person.page
    led = ["/rules/castle/#SET-9", "/rules/castle/#FOR-1"]
    assert page.evaluate(LED, ["SET-9", "FOR-1"]) == led
    cited = page.locator("#panel a.rule").first
    rule = cited.get_attribute("href").partition("#")[2]
    cited.click()
    beside = page.get_by_role("dialog", name="The rule")
    expect(beside.get_by_role("link", name=rule, exact=True).first).to_be_visible()
    assert page.evaluate("location.pathname").startswith("/games/")
    expect(beside.locator(".rule-text :is(.ruling, .source):visible")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(cited).to_be_focused()
    cited.click()
    expect(beside).to_be_visible()
    # A push may replace the panel while the rule is open.
    page.evaluate(REDRAW_PANEL)
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(page.locator(f"#panel a.rule[href$='#{rule}']").first).to_be_focused()
    cited.click()
    beside.get_by_role("link", name="All the rules").click()
    expect(page).to_have_url(re.compile(f"/rules/castle/#{rule}$"))
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
