"""How long event cards are shown over the map, and how one goes on."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.animations import DELIVER
from tests.support.browser.tables import wait_for_first_pushes

CARD = """<div id="latest_events"><div class="event-card" data-animation="card"{}>
    <p class="event-player">Elm drew an event card</p><h3>Plague</h3>
    <p class="event-text">Some die.</p></div></div>"""
OWN, OTHERS = CARD.format(" data-stays"), CARD.format("")
NEWS = '<div id="latest_events"><p data-animation="news">Elm captured Almor.</p></div>'
TWO_ANIMATIONS = NEWS.replace("</p>", '</p><p data-animation="news">Elm captured Rauxes.</p>')
ANSWER = ""
"""The response to the move that drew the card, after the push."""
QUESTION = f'{NEWS}<span id="asked"></span>'
READ = 3_000
"""Milliseconds after which a short card has been read at a brisk pace."""


@pytest.fixture
def player(visitor):
    """A guest at a table with animations, whose clock stands still."""
    one = visitor(reduced_motion="no-preference")
    one.quick_play("own_attacks")
    # A push that waits makes animations shorter.
    wait_for_first_pushes(one.page)
    one.stop_clock()
    return one


@pytest.mark.covers("event cards and animations")
@pytest.mark.sources
def test_a_card_that_concerns_the_viewer_stays_until_they_go_on(player):
    page = player.page
    card = page.locator(".animation .event-card")
    page.locator("#panel-heading").focus()
    page.evaluate(DELIVER, [OWN, ANSWER])
    button = page.get_by_role("button", name="Continue")
    expect(button).to_be_focused()
    expect(button).to_have_accessible_description("Elm drew an event card Plague Some die.")
    player.clock.run_for(90_000)
    expect(card).to_be_visible()
    # The animation of the next push follows instead of being skipped.
    page.evaluate(DELIVER, [NEWS])
    page.keyboard.press("Enter")
    expect(page.locator(".animation")).to_contain_text("Elm captured Almor.")
    expect(page.locator("#panel-heading")).to_be_focused()
    assert page.evaluate("window.applied") == 3


@pytest.mark.sources
def test_no_card_keeps_a_decision_waiting(player):
    page = player.page
    card = page.locator(".animation .event-card")
    page.evaluate(DELIVER, [OWN, QUESTION])
    player.clock.run_for(READ - 1_500)
    expect(card).to_be_visible()
    player.clock.run_for(1_500)
    expect(card).to_be_hidden()


@pytest.mark.sources
def test_the_cards_of_others_close_by_themselves_and_show_their_time(player):
    page = player.page
    page.evaluate(DELIVER, [OTHERS])
    button = page.locator(".animation").get_by_role("button", name="Continue")
    expect(button).to_have_class("button small animation-skip is-timed")
    expect(button).not_to_be_focused()
    player.clock.run_for(READ)
    expect(page.locator(".animation")).to_be_hidden()


@pytest.mark.sources
def test_a_card_takes_no_focus_from_a_message_and_escape_closes_it(player):
    page = player.page
    page.get_by_role("tab", name="Chat").click()
    page.locator("#say-text").fill("Half a mess")
    page.evaluate(DELIVER, [OWN])
    expect(page.locator(".animation .event-card")).to_be_visible()
    page.keyboard.type("age")
    expect(page.locator("#say-text")).to_have_value("Half a message")
    page.keyboard.press("Escape")
    expect(page.locator(".animation")).to_be_hidden()


@pytest.mark.sources
def test_a_response_overtaken_by_its_push_makes_animations_no_shorter(player):
    animation = player.page.locator(".animation")

    def length(*pushes):
        player.page.evaluate(DELIVER, list(pushes))
        expect(animation).to_be_visible()
        for steps in range(1, 100):
            player.clock.run_for(50)
            if animation.is_hidden():
                return steps
        raise AssertionError("The animation does not end.")

    assert length(TWO_ANIMATIONS, ANSWER) == length(TWO_ANIMATIONS)
