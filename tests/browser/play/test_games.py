"""Whole games with the bundles in a real browser: against captains, and watching generals."""

import random

import pytest
from playwright.sync_api import expect

from games.drawing.display.bot_levels import BOT_CHOICES, CHARACTERS, bot_name
from tests.support.browser.animations import (
    ANIMATIONS_SEEN,
    BURSTS,
    FAST_ANIMATIONS,
    WATCH_ANIMATIONS,
)
from tests.support.browser.axe import grave_faults
from tests.support.browser.clicker import SENDING, Clicker
from tests.support.browser.tables import code_of

MOST_CLICKS = 1500


@pytest.mark.parametrize(
    ("ruleset", "seed", "pace", "rounds"),
    [
        ("greyhawk", 4, "calm", 2),
        ("castle", 4, "quick", 1),
        ("classic", 4, "at once", 2),
        pytest.param(
            *("headquarters", 4, "bursts", 1),
            marks=pytest.mark.covers("a whole game: headquarters, sets, reinforcing, fortifying"),
        ),
    ],
)
def test_a_clicking_robot_plays_a_quick_game_to_the_end(visitor, site, ruleset, seed, pace, rounds):
    player = visitor(reduced_motion="no-preference")
    shown_pace = "calm" if pace == "bursts" else pace
    player.context.add_init_script(FAST_ANIMATIONS)
    player.context.add_init_script(f'const PACE = "{shown_pace}"; {WATCH_ANIMATIONS}')
    if pace == "bursts":
        player.context.add_init_script(BURSTS)
    player.sit_alone(f"clicker-{ruleset}", ruleset=ruleset, rounds=rounds)
    clicker = Clicker(player.page, random.Random(seed))
    assert clicker.play_to_the_end(MOST_CLICKS), player.page.locator("#panel").inner_text()
    expect(player.page.locator("#outcome-headline")).to_be_visible()
    # The outcome has the layout for it as soon as it arrives.
    expect(player.page.locator(".players")).to_be_hidden()
    shown, early = player.page.evaluate(ANIMATIONS_SEEN)
    assert early is None
    assert bool(shown) == (pace != "at once")
    assert "entries match" in site.prepare("audit", code=code_of(player.page))
    assert grave_faults(player.page) == []


def test_a_spectator_watches_generals_of_every_character_to_the_end(visitor, site):
    names = ["general", *CHARACTERS, "general"]
    code = site.prepare("bots", names=names, ruleset="classic", rounds=2)
    page = visitor().page
    page.goto(f"/games/{code}/")
    titles = [bot_name(BOT_CHOICES[name], seat) for seat, name in enumerate(names)]
    expect(page.locator("#outcome-headline")).to_be_visible()
    for title in titles:
        expect(page.locator("#outcome")).to_contain_text(title)
    assert "entries match" in site.prepare("audit", code=code)


class OutcomeAtLast(random.Random):
    """Replaces the panel with the outcome after the robot has counted the panel's controls."""

    def __init__(self, page):
        super().__init__()
        self.page = page

    def randrange(self, number):
        """Show the outcome; choose the first control, which is now the button for a rematch."""
        self.page.set_content(RUNNING.replace("<section id=panel>", OUTCOME))
        return 0


RUNNING = """<b id=asked></b><section id=panel>
    <button class=primary onclick="document.title = 'pressed'">Press</button></section>"""
OUTCOME = "<section id=panel><h2 id=outcome>You won</h2>"


@pytest.mark.covers("the robot that clicks games")
def test_the_robot_never_presses_a_button_of_the_outcome(browser):
    page = browser.new_page()
    for chance, title in ((random.Random(4), "pressed"), (OutcomeAtLast(page), "")):
        page.set_content(RUNNING)
        page.evaluate("document.title = ''")
        Clicker(page, chance).click(SENDING)
        assert page.title() == title
    page.close()
