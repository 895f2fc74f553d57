"""The log folds the claims and placements of the set-up, live as on a fresh page."""

import re

from playwright.sync_api import expect

from tests.support.browser.tables import READY, play_until

SHOWN_LINES = """() => [...document.querySelectorAll('#log-lines > li')]
    .filter((line) => getComputedStyle(line).display !== 'none')
    .map((line) => line.textContent.replace(/\\s+/g, ' ').trim())"""


def test_the_log_folds_the_set_up(visitor):
    player = visitor()
    player.sit_alone("settler")
    page = player.page
    placed = page.locator("#log-lines [data-run=placements]")
    play_until([page], placed.count)
    page.wait_for_function(READY)
    # A page that saw every push shows the same lines as one that was loaded now.
    live = page.evaluate(SHOWN_LINES)
    assert [line[:17] for line in live if line.startswith("4 players")] == [
        "4 players claimed",
        "4 players placed ",
    ]
    fresh = player.context.new_page()
    fresh.goto(page.url)
    fresh.wait_for_function(READY)
    expect(fresh.locator(".log-run")).not_to_have_count(0)
    shown = fresh.evaluate(SHOWN_LINES)
    assert live[-len(shown) :] == shown
    # The player's own placements show once, though the log has them twice.
    secret = page.locator("#log-lines [data-kind=mustered]")
    assert secret.count()
    expect(secret.locator("visible=true")).to_have_count(0)
    # The button unfolds the lines, and the filter leaves one player's.
    page.get_by_role("button", name="Enlarge").click()
    head = page.get_by_role("button", name=re.compile("4 players placed"))
    expect(head).to_have_attribute("aria-expanded", "false")
    expect(placed.first).to_be_hidden()
    head.press("Enter")
    expect(head).to_have_attribute("aria-expanded", "true")
    expect(placed.first).to_be_visible()
    page.get_by_label("Show lines about").select_option(label="settler")
    expect(page.get_by_role("button", name=re.compile("^You claimed"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("4 players"))).to_have_count(0)
    page.get_by_label("Show lines about").select_option(label="All players")
    expect(page.get_by_role("button", name=re.compile("4 players claimed"))).to_be_visible()


def test_without_scripts_all_lines_show(visitor):
    player = visitor(java_script_enabled=False)
    code, [session] = player.site.prepare("table", people=["scriptless"], until="in_a_round")
    player.log_in(session)
    player.page.goto(f"/games/{code}/log/?round=0")
    expect(player.page.get_by_text(" claimed ").first).to_be_visible()
    assert player.page.locator("[data-run=claims]:visible").count() > 30
    expect(player.page.locator("[data-kind=mustered]:visible")).to_have_count(0)
