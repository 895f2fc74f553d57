"""A push that redraws every territory causes few layouts and searches of the page."""

import pytest

from tests.support.browser.tables import NEXT_FRAME, wait_for_first_pushes

WATCH = """() => {
  window.told = [];
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => window.told.push(detail));
  const search = document.querySelectorAll;
  document.querySelectorAll = (selector) => {
    window.searches += 1;
    return search.call(document, selector);
  };
}"""
PUSH = """() => {
  const parts = [...document.querySelectorAll(".board .territory-badges")];
  const { version } = document.getElementById("version").dataset;
  const marker = `<div id="version" data-since="${version}" data-version="pushed" hidden></div>`;
  const message = `${marker}<svg>${parts.map(({ outerHTML }) => outerHTML).join("")}</svg>`;
  const options = { detail: { message }, bubbles: true, cancelable: true };
  window.told.length = window.searches = 0;
  document.body.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage", options));
  const { told, searches } = window;
  return [parts.length, new Set(told).size, told.length, searches];
}"""
"""Receives a frame that replaces every territory; returns their number, swaps, events and searches.

Counts at once: the page may soon catch up from a version that the server does not know.
"""


@pytest.mark.covers("large pushes")
def test_a_large_push_swaps_each_part_once_with_few_layouts_and_searches(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    wait_for_first_pushes(page)
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = layouts(session)
    number, swapped, told, searches = page.evaluate(PUSH)
    page.evaluate(NEXT_FRAME)
    assert number > 40
    # The version changes too.
    assert told == swapped == number + 1
    assert layouts(session) - before < number / 4
    # htmx searches for each part; the page's own scripts, once for all of them.
    assert searches < 3 * number


def layouts(session):
    """Return how many layouts a page has done, from its DevTools session."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")
