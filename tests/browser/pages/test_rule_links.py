"""A rule cited at a table opens beside the map, in the version for that table's game."""

import re

from playwright.sync_api import expect

LED = """rules => rules.map(rule => {
    const link = document.createElement("a");
    link.href = `/rules/#${rule}`;
    document.getElementById("panel").append(link);
    link.focus();
    return link.getAttribute("href");
})"""


def test_rule_links_lead_to_this_games_rulebook(visitor):
    person = visitor()
    person.sit_alone("reader-of-rules", ruleset="castle")
    page = person.page
    # A single evaluate call: a push may redraw the panel between two calls.
    assert page.evaluate(LED, ["SET-9", "EVT-1"]) == ["/rules/castle/#SET-9", "/rules/#EVT-1"]
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
    beside.get_by_role("link", name="All the rules").click()
    expect(page).to_have_url(re.compile(f"/rules/castle/#{rule}$"))
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
