"""Whole games in a real browser: alone against a captain, and two people at one table."""

import random

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults
from tests.support.browser.clicker import Clicker
from tests.support.browser.tables import code_of, open_table

MOST_CLICKS = 1500


@pytest.mark.parametrize(
    ("ruleset", "seed"), [("greyhawk", 4), ("castle", 4), ("classic", 4), ("headquarters", 4)]
)
def test_a_clicking_robot_plays_a_quick_game_to_the_end(visitor, site, ruleset, seed):
    player = visitor(reduced_motion="no-preference")
    player.sign_up(f"clicker-{ruleset}")
    open_table(player.page, ruleset=ruleset, setup="quick", pace="at once", rounds="2")
    player.page.get_by_role("button", name="Begin the game").click()
    player.page.wait_for_selector("#panel")
    clicker = Clicker(player.page, random.Random(seed))
    assert clicker.play_to_the_end(MOST_CLICKS), player.page.locator("#panel").inner_text()
    expect(player.page.locator("#outcome-headline")).to_be_visible()
    assert "entries match" in site.manage("audit", code_of(player.page))
    assert grave_faults(player.page) == []
