"""The first minutes: from the landing page, or the sign-up, to the dice of the first battle."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import (
    PRIMARY,
    SETTLED,
    code_of,
    first_battle,
    open_table,
    panel_heading,
    play_until,
)
from tests.support.browser.touch import Fingers

LARGE_CARDS = """() => {
  window.cards = 0;
  const count = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
    .forEach((node) => (window.cards += Boolean(node.classList?.contains('event-card'))));
  const animation = document.querySelector('.animation');
  new MutationObserver(count).observe(animation, { childList: true, subtree: true });
}"""
"""Counts in `window.cards` how often an event card is shown large from now on."""

SOUNDS = """() => {
  window.sounds = [];
  for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...given) {
      const animation = document.querySelector('.animation:not([hidden])')?.dataset.kind ?? 'none';
      window.sounds.push(`${this.constructor.name} in ${animation}`);
      return start.apply(this, given);
    };
  }
}"""
"""Lists in `window.sounds` what plays from now on, and during which animation."""
NOISE = "AudioBufferSourceNode"

SKIP_AND_CARD = """async () => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const card = document.querySelector('.animation .event-card');
  // While the card turns over, its near edge looks larger.
  await Promise.all(card.getAnimations().map(({ finished }) => finished));
  const [skip, text] = [box('.animation-skip'), box('.animation .event-card')];
  return {
    overlap: skip.left < text.right && text.left < skip.right
      && skip.top < text.bottom && text.top < skip.bottom,
    clipped: card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth,
  };
}"""
CLIPPED_EVENTS = """() => [...document.querySelectorAll('#latest_events, #latest_events *')]
  .filter((one) => one instanceof HTMLElement && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.outerHTML)"""

CHOICE_IN_SIGHT = """() => {
    const { top, bottom } = document.querySelector(".board-viewport").getBoundingClientRect();
    const badges = [...document.querySelectorAll(".territory.is-choosable .badge-row")];
    return badges.map((badge) => badge.getBoundingClientRect())
        .some((badge) => badge.top >= top && badge.bottom <= bottom);
}"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_play_now_leads_a_stranger_to_a_first_battle(visitor, site, screen):
    stranger = visitor(**screen)
    # Captains capture something in their turns, which the list of turns then shows.
    stranger.play_now("Captain – steady")
    page = stranger.page
    site.hurry(code_of(page))
    page.evaluate(SOUNDS)
    page.get_by_role("button", name="Start", exact=True).click()
    # The deal is described beside the map, or in three steps over it.
    introduction = page.locator(".introduction")
    for told, button in (
        ("You hold 12", "Next"),
        ("Your cards: ", "Next"),
        ("You have hidden armies in", "Next"),
        ("you go first", "Got it"),
    ):
        shown = introduction if screen else page.locator("#latest_events")
        expect(shown).to_contain_text(told)
        expect(shown).to_be_in_viewport(ratio=1)
        if screen:
            introduction.get_by_role("button", name=button).click()
    expect(introduction).to_be_hidden()
    if screen:
        expect(panel_heading(page)).to_be_focused()
        # The map shows again where one may attack from.
        page.wait_for_function(CHOICE_IN_SIGHT)
    rolled = first_battle(page)
    expect(rolled.first).to_be_attached()
    result = page.locator("#move-result")
    expect(result).to_contain_text(": you lost")
    # It does not move the panel.
    top = page.locator("#panel").bounding_box()["y"]
    result.evaluate("line => { line.hidden = true; }")
    assert page.locator("#panel").bounding_box()["y"] == top
    # The sounds are off at first.
    assert page.evaluate("window.sounds") == []
    page.keyboard.press("m")
    assert set(page.evaluate("window.sounds")) == {"OscillatorNode in none"}
    play_until([page], lambda: f"{NOISE} in none" in page.evaluate("window.sounds"))
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    if screen:
        assert_map_obeys_fingers(page)
    # The event card at the end of the attacks appears within the visible part of the page.
    end = page.locator("#panel").get_by_role("link", name="End attacks")
    play_until([page], lambda: panel_heading(page).inner_text() == "Your attacks" and end.count())
    page.emulate_media(reduced_motion="no-preference")
    end.click()
    page.evaluate(LARGE_CARDS)
    stranger.clock.install()
    card = page.locator(".animation .event-card")

    def hold(route):
        answer = route.fetch()
        card.wait_for()
        route.fulfill(response=answer)

    # The card arrives in a push and again in the response, but is shown once.
    page.route("**/moves/", hold)
    page.locator(PRIMARY).first.click()
    expect(card).to_be_in_viewport(ratio=1)
    assert page.evaluate(SKIP_AND_CARD) == {"overlap": False, "clipped": False}
    page.wait_for_function(SETTLED)
    stranger.clock.run_for(15_000)
    assert page.evaluate("window.cards") == 1
    assert f"{NOISE} in card" in page.evaluate("window.sounds")
    page.get_by_text("Speed and sound").click()
    page.get_by_label("Sound volume").select_option("Off")
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(CLIPPED_EVENTS) == []
    # What an opponent did in its turn is listed, and shown again on the map.
    page.unroute("**/moves/")
    stranger.clock.resume()
    page.emulate_media(reduced_motion="reduce")
    # The player's own event card stays until it is closed.
    page.keyboard.press("Escape")
    phrases = page.locator("#turns button")
    play_until([page], phrases.count)
    if screen:
        menu = page.locator("#last-turns summary")
        expect(menu).to_be_in_viewport(ratio=1)
        menu.click()
        expect(phrases.first).to_be_in_viewport(ratio=1)
    phrases.first.click()
    expect(page.locator("#last-turns[open]")).to_have_count(0)
    expect(page.locator(".animation[data-kind=again]")).to_be_visible()


def assert_map_obeys_fingers(page):
    """Pinch and double-tap the map."""
    fingers = Fingers(page)
    before = fingers.map_width()
    fingers.spread()
    spread = fingers.map_width()
    assert spread > 1.5 * before
    # The first double tap returns to the whole map, the second enlarges it.
    fingers.double_tap()
    assert fingers.map_width() < spread
    fingers.double_tap()
    assert fingers.map_width() > 1.2 * before


@pytest.mark.covers("signing up, opening a table, muster, a first attack")
def test_signing_up_and_opening_a_table_leads_to_a_first_battle(visitor):
    player = visitor()
    player.sign_up("novice")
    page = player.page
    open_table(page, pace="at once", seat_3="closed", seat_4="closed")
    page.get_by_role("button", name="Start game").click()
    rolled = first_battle(page)
    expect(rolled.first).to_be_attached()


def test_the_form_shows_on_a_phone_held_sideways(visitor):
    page = visitor(viewport={"width": 740, "height": 360}).page
    page.goto("/")
    form = page.locator(".landing-play")
    for control in (*form.locator("select").all(), form.get_by_role("button", name="Play now")):
        expect(control).to_be_in_viewport(ratio=1)
