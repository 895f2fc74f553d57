"""Panels with everything that they can hold: all that is needed to decide is above the buttons."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import choose_attack_by_land

PHONES = ((390, 844), (360, 740))
SIDEWAYS = ((740, 360), (667, 375))
TABLETS = ((768, 1024), (820, 1180))
HIDDEN = """() => {
    const option = (value, label, note) =>
        `<label class="option"><input type="radio" name="reveal" value="${value}">`
        + `<span class="option-label">${label}</span>${note}</label>`;
    const note = ' <span class="option-note">you then roll 2 dice</span>';
    const group = '<fieldset class="field option-group"><legend>Your hidden armies here</legend>'
        + option(0, "Keep them hidden", "") + option(1, "Reveal 3 armies", note) + "</fieldset>";
    const last = document.querySelector("#panel fieldset:has([name=scope])");
    last.insertAdjacentHTML("beforebegin", group);
    document.querySelector("#panel .odds-line").insertAdjacentHTML("afterend",
        '\\n<p class="odds-line">38% to lose it with your hidden armies.</p>');
}"""
"""Adds what a defender with hidden armies in the territory is asked."""
NOTED = """() => {
    const scroll = document.querySelector("#panel .panel-scroll");
    scroll.querySelectorAll(".panel-lead, .keep-warning").forEach((one) => one.remove());
    const note = "After attacking, you can’t play Reinforcements or Diplomats this turn.";
    scroll.insertAdjacentHTML("afterbegin", `<p class="panel-lead">${note}</p>`);
    const warning = "We suggest keeping 11 armies in Galicia, your castle. Even then, the chance "
        + "of losing it before your next turn is about 10%. 13 armies in Romania "
        + "could fight their way to it.";
    document.querySelector("#odds").insertAdjacentHTML("afterend",
        `<p class="keep-warning" tabindex="0">${warning}</p>`);
}"""
"""Gives the panel of an attack a note on cards, and a warning about the garrison."""
BELOW_BUTTONS = """(selector) => {
    const button = document.querySelector("#panel :is(.panel-foot, button.primary)");
    const edge = Math.min(button.getBoundingClientRect().top, innerHeight);
    return [...document.querySelectorAll(selector)]
        .filter((one) => one.offsetWidth > 1 && one.getBoundingClientRect().bottom > edge)
        .map((one) => one.textContent.trim());
}"""
"""The texts of those elements that end below the upper edge of the buttons."""
ANSWERS = "#panel .option-group .option-label"
WAYS = "#panel :is(.attack-mode, .hero-choice, .keep-warning)"


def test_a_defence_with_a_card_and_hidden_armies_shows_all_choices(visitor):
    person, covered = visitor(has_touch=True), {}
    for ruleset in ("castle", "greyhawk"):
        person.sit_alone(f"full-{ruleset}", "own_defence", ruleset=ruleset)
        person.page.evaluate(HIDDEN)
        for width, height in (*PHONES, *SIDEWAYS, *TABLETS):
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.locator(ANSWERS).count() == 7
            covered[ruleset, width] = person.page.evaluate(BELOW_BUTTONS, ANSWERS)
    assert {size: texts for size, texts in covered.items() if texts} == {}


@pytest.mark.parametrize("ruleset", ["castle", "greyhawk"])
def test_an_attack_with_a_card_a_note_and_a_warning_shows_all_ways(visitor, ruleset):
    person, covered = visitor(has_touch=True), {}
    person.sit_alone(f"warned-{ruleset}", "own_hero", ruleset=ruleset)
    page = person.page
    choose_attack_by_land(page)
    page.evaluate(NOTED)
    for width, height in (*PHONES, *TABLETS):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(WAYS).count() == 4
        covered[width] = page.evaluate(BELOW_BUTTONS, WAYS)
    assert {width: texts for width, texts in covered.items() if texts} == {}


def test_a_warning_stays_whole_so_that_the_button_stays_in_place(visitor):
    person = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    person.sit_alone("warning-reader", "own_hero", ruleset="castle")
    page = person.page
    choose_attack_by_land(page)
    page.evaluate(NOTED)
    warning = page.locator(".keep-warning")
    before = warning.bounding_box()["height"]
    warning.tap()
    whole = warning.bounding_box()["height"]
    assert whole > before
    page.locator("#panel-heading").evaluate("heading => heading.focus()")
    expect(warning).not_to_be_focused()
    assert warning.bounding_box()["height"] == whole
