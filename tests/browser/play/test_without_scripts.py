"""Without scripts: from the landing page to a first battle with plain forms and links."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import code_of
from tests.support.visitors.patience import wait_until

MOST_STEPS = 60
COLUMN = ("top", "board", "actions-column", "cards", "sidebar")
"""The parts of the table, from top to bottom on a phone."""


@pytest.mark.covers("the landing page, Play now, pages without scripts")
def test_play_now_works_without_scripts_up_to_the_first_battle(visitor, site):
    stranger = visitor(java_script_enabled=False)
    stranger.play_now()
    page = stranger.page
    site.hurry(code_of(page))
    page.get_by_role("button", name="Start", exact=True).click()
    for _ in range(MOST_STEPS):
        wait_until(lambda: _is_asked(page))
        if _own_battle(page).count():
            break
        _step(page)
    expect(_own_battle(page).locator("li:last-child .attack-dice > *").first).to_be_visible()


def test_on_a_phone_without_scripts_everything_is_in_one_column(visitor):
    stranger = visitor(java_script_enabled=False, viewport={"width": 390, "height": 844})
    stranger.play_now()
    page = stranger.page
    page.get_by_role("button", name="Start", exact=True).click()
    shown = [page.locator(f".table-{part}").bounding_box() for part in COLUMN]
    for above, below in pairwise(shown):
        assert above["y"] + above["height"] <= below["y"]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in shown)


def _own_battle(page):
    """Return the attack among the latest events, made by the visitor."""
    mine = page.locator(".side:first-child b", has_text=re.compile("^You$"))
    return page.locator("#latest_events .attack", has=mine)


def _is_asked(page):
    """Reload the table after the bots' moves; say whether the visitor must decide."""
    if not page.locator("#asked").count():
        page.reload()
    return page.locator("#asked").count()


def _step(page):
    """Send a form if there is one, else make a choice."""
    send = page.locator("#panel button.primary:enabled:visible")
    picks = page.locator("#panel .picks a.pick:not(.is-chosen)[data-territory]:visible")
    if send.count():
        send.first.click()
    elif picks.count():
        picks.first.click()
    else:
        page.locator("#panel").get_by_role("link", name="End attacks").click()
