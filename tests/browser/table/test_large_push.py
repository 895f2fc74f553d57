"""The largest push, a whole set-up at once, causes few layouts of the page."""

from playwright.sync_api import expect

# The first push redraws every territory twice: its plate and the marks on it.
PARTS = 90
WATCH = """() => {
  window.told = [];
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => window.told.push(detail));
}"""
IS_THERE = "parts => new Set(window.told).size >= parts"
SWAPPED_AND_TOLD = "() => [new Set(window.told).size, window.told.length]"


def test_a_large_push_swaps_each_part_once_with_few_layouts(visitor):
    player = visitor()
    player.play_now()
    page = player.page
    begin = page.get_by_role("button", name="Start", exact=True)
    expect(begin).to_be_visible()
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = layouts(session)
    begin.click()
    # After all captains have mustered too.
    page.wait_for_function(IS_THERE, arg=PARTS)
    swapped, told = page.evaluate(SWAPPED_AND_TOLD)
    assert told == swapped
    assert layouts(session) - before < swapped / 4


def layouts(session):
    """Return how many layouts a page has done, from its DevTools session."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")
