"""Answers that arrive after later pushes, and answers that never arrive."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import PRIMARY, READY

SHOWN = "() => document.getElementById('version').dataset.version"
ASKED_ANEW = """before => {
    const offer = document.getElementById('panel').dataset.offer;
    return Boolean(document.getElementById('asked'))
        && offer !== before && offer === document.getElementById('panel-key').dataset.offer;
}"""
UP_TO_DATE = """async () => {
    const changes = document.getElementById('live').dataset.changes;
    const version = document.getElementById('version').dataset.version;
    return (await fetch(`${changes}?have=${version}`)).status === 204;
}"""

MARKER = '<div id="version"'
WHOLE_MARKER = f'{MARKER} data-whole="true"'

WATCH = """() => {
    const marker = () => document.getElementById('version').dataset.version;
    window.seen = [];
    const note = () => { if (window.seen.at(-1) !== marker()) window.seen.push(marker()); };
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(note).observe(document.body, all);
}"""
"""Records every version that a page shows from now on."""

TOLD_NOTHING = "() => !document.getElementById('notice').textContent.trim()"


@pytest.mark.parametrize(
    "is_whole", [pytest.param(False, marks=pytest.mark.covers("a late response")), True]
)
def test_a_late_response_does_not_revert_the_page(visitor, is_whole):
    player = visitor()
    page = player.page
    player.quick_play()
    page.wait_for_function(READY)

    def hold(route):
        before = page.locator("#panel").get_attribute("data-offer")
        answer = route.fetch()
        # A response has the whole table if the server no longer has the version the page showed.
        text = answer.text().replace(MARKER, WHOLE_MARKER) if is_whole else answer.text()
        page.wait_for_function(ASKED_ANEW, arg=before)
        shown.append(page.evaluate(SHOWN))
        late.extend(re.findall(r'<div id="version"[^>]* data-version="(\w+)"', text))
        page.evaluate(WATCH)
        route.fulfill(response=answer, body=text)

    shown, late = [], []
    page.route("**/moves/", hold)
    with page.expect_request_finished(lambda request: request.method == "POST"):
        page.locator(PRIMARY).first.click()
    page.wait_for_function(READY)
    page.wait_for_function(UP_TO_DATE)
    assert late and not set(late) & set(page.evaluate("window.seen")) - set(shown)


@pytest.mark.parametrize(
    "status",
    [None, pytest.param(502, marks=pytest.mark.covers("a lost response")), "waiting"],
)
def test_a_request_without_a_response_is_reported_and_can_be_resent(visitor, status):
    player = visitor(viewport={"width": 390, "height": 844})
    page = player.page
    player.quick_play()
    page.wait_for_function(READY)

    def lose(route):
        if status is None:
            route.abort()
        elif status != "waiting":
            route.fulfill(status=status, body="Bad gateway")

    page.route("**/moves/", lose)
    patience = page.evaluate("htmx.config.timeout")
    if status == "waiting":
        page.evaluate("htmx.config.timeout = 500")
    button = page.locator(PRIMARY).first
    button.click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("No answer.")
    expect(notice).to_be_in_viewport()
    page.unroute("**/moves/")
    page.evaluate("(patience) => { htmx.config.timeout = patience; }", patience)
    with page.expect_response("**/moves/") as answer:
        button.click()
    assert answer.value.status == 200
    page.wait_for_function(TOLD_NOTHING)
    player.forgive("htmx:", "[object")


SOON = 20_000  # milliseconds; a silent socket alone is noticed after 45 seconds


def test_a_choice_without_a_response_reports_the_lost_connection(visitor):
    player = visitor()
    page = player.page
    player.quick_play()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    player.context.set_offline(True)
    page.get_by_role("link", name="Set up my own armies").click()
    lost = page.locator("#connection")
    expect(lost).to_contain_text("Connection lost", timeout=SOON)
    unsent = page.locator("#notice #unsent")
    expect(unsent).to_contain_text("Not sent")
    page.locator(PRIMARY).first.click()
    expect(unsent).to_have_count(1)
    player.context.set_offline(False)
    expect(lost).to_be_hidden()
    page.get_by_role("link", name="Set up my own armies").click()
    expect(page.get_by_role("link", name="Set up my own armies")).to_have_count(0)
    expect(unsent).to_have_count(0)
    player.forgive("WebSocket connection to", "[object Event]", "Event", "htmx:")
