"""Panels with everything that they can hold: all that is needed to decide is above the buttons."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import NEXT_FRAME, choose_attack_by_land

PHONES = ((390, 844), (360, 740))
SIDEWAYS = ((740, 360), (667, 375))
TABLETS = ((768, 1024), (820, 1180))
HIDDEN = """() => {
    const option = (value, label, note) =>
        `<label class="option"><input type="radio" name="reveal" value="${value}">`
        + `<span class="option-label">${label}</span>${note}</label>`;
    const note = ' <span class="option-note">you then roll 2 dice</span>';
    const group = '<fieldset class="field option-group" data-field="reveal">'
        + '<legend>Your hidden armies here</legend>'
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
    document.getElementById("panel").dataset.has += " lead warning";
    const note = "After attacking, you can’t play Reinforcements or Diplomats this turn.";
    scroll.insertAdjacentHTML("afterbegin", `<p class="panel-lead">${note}</p>`);
    const warning = "13 armies in Romania could fight their way to your castle in Galicia. "
        + "We suggest keeping 11 armies there. Even then, the chance of losing it before your "
        + "next turn is about 10%.";
    document.querySelector("#odds").insertAdjacentHTML("afterend",
        '<p class="keep-warning shortened"><span class="shortened-text"></span>'
        + '<button type="button" class="shortened-more" hidden>more</button></p>');
    document.querySelector(".shortened-text").textContent = warning;
}"""
"""Gives the panel of an attack a note on cards, and a warning about the garrison."""
INTERRUPTED = """([lead, removed, foot, has]) => {
    document.getElementById("panel").dataset.has = has;
    const scroll = document.querySelector("#panel .panel-scroll");
    const others = scroll.querySelectorAll(`.panel-lead, .keep-warning, ${removed}`);
    others.forEach((one) => one.remove());
    scroll.insertAdjacentHTML("afterbegin", `<p class="panel-lead">${lead}</p>`);
    document.querySelector("#panel .panel-foot").innerHTML = `${foot}
        <p class="panel-links"><a class="button quiet small" id="link-2">Choose another attack</a>
        <a class="button quiet small">End attacks …</a></p>`;
}"""
"""Makes the panel of an attack that of one that a card interrupted."""
LIKELY_TO_FAIL = [
    "Captain Birch played a Fortification, so you may think again. "
    "You can attack with 8 armies (1 must stay) against 6 armies.",
    ".hero-choice",
    '<button class="button submit-button">Attack Smolensk once with 3 dice</button>'
    '<form class="inline-form"><button class="button primary">Stop this attack</button></form>',
    "attack modes lead reckless links",
]
WITH_A_HERO = [
    "Your attack was interrupted: Recruit Elm played a Fortification. "
    "You can attack with 10 armies (1 must stay) against 15 armies.",
    ".odds-bonuses",
    '<button class="button primary submit-button">Attack Smolensk until it falls</button>',
    "attack modes hero lead links",
]
BONUSES = """() => {
    document.querySelector("#panel .panel-back")?.remove();
    document.querySelector("#panel-heading").textContent = "Attack Hollow Highlands again?";
    const bonus = (text) => `<li><strong>+1</strong> ${text} <a class="rule" href="#">?</a></li>`;
    document.querySelector("#odds").insertAdjacentHTML("beforeend", `<ul class="odds-bonuses">
        ${bonus("in attack: events in force")}${bonus("in defence: Fortification")}</ul>`);
}"""
"""Gives this panel the heading between two battles, and two bonuses."""
BELOW_BUTTONS = """(selector) => {
    const button = document.querySelector("#panel :is(.panel-foot, button.primary)");
    const edge = Math.min(button.getBoundingClientRect().top, innerHeight);
    return [...document.querySelectorAll(selector)]
        .filter((one) => one.offsetWidth > 1 && one.getBoundingClientRect().bottom > edge)
        .map((one) => one.textContent.trim());
}"""
"""The texts of those elements that end below the upper edge of the buttons."""
ANSWERS = "#panel .option-group .option-label"
BAR = "(one) => getComputedStyle(one).borderLeftColor"
HREFS = "(links) => links.map((link) => link.href.split('#')[0])"
TARGETS_BY_LAND = "#panel a.pick[data-role=target]:not([data-route])"
WAYS = "#panel :is(.attack-mode, .hero-choice, .keep-warning)"


@pytest.mark.covers("a defence with a card and hidden armies")
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


def test_an_interrupted_attack_with_a_hero_and_bonuses_shows_all_ways_upright(visitor):
    person, covered = visitor(has_touch=True), {}
    person.sit_alone("interrupted-hero", "own_hero")
    page = person.page
    choose_attack_by_land(page)
    page.evaluate(INTERRUPTED, WITH_A_HERO)
    page.evaluate(BONUSES)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        covered[width] = page.evaluate(BELOW_BUTTONS, WAYS)
    assert {width: texts for width, texts in covered.items() if texts} == {}


def open_warned_attack(page):
    """Open an attack by land from the castle, beside which there is a warning."""
    for source in page.locator("#panel a.pick[href*=source]").evaluate_all(HREFS):
        page.goto(source)
        for target in page.locator(TARGETS_BY_LAND).evaluate_all(HREFS):
            page.goto(target)
            if page.locator(".keep-warning").count():
                return
    raise AssertionError("No attack has a warning.")


def test_a_warning_follows_the_number_to_stop_at(visitor):
    person = visitor()
    person.sit_alone("keeper", "own_hero", ruleset="castle")
    page = person.page
    open_warned_attack(page)
    warning, number = page.locator(".keep-warning"), page.locator("#press")
    number.fill("1")
    number.press("Tab")
    expect(warning).to_contain_text("Only 1 army could be left in ")
    alarmed = warning.evaluate(BAR)
    most = number.get_attribute("max")
    number.fill(most)
    number.press("Tab")
    expect(warning).not_to_contain_text("Only 1 army")
    # It is red only while fewer armies would stay than the page suggests.
    assert warning.evaluate(BAR) != alarmed
    expect(page.locator("#attack-button-text")).to_contain_text(f"or you’re down to {most}")


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


CUT_SHORT = """() => [...document.querySelectorAll("#status, #status *")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())"""
"""The texts of the status that end with an ellipsis."""
IN_BATTLE = """(name) => {
    document.querySelector(".status-detail").innerHTML = `<span class="status-round">Round 2</span>
        <span class="status-target">attacking Lordship of the Isles: Sulward</span>`;
    document.querySelector("#turns").innerHTML =
        '<li><b>Elm</b><span class="is-loss">lost</span></li>';
    document.querySelector("#last-turns").hidden = false;
    document.querySelector(".status-row").dataset.turns = "shown";
    if (name) document.querySelector(".status-headline").textContent = `${name}’s turn`;
}"""
"""Shows in the status that an attack goes on, beside the menu of the last turns."""


def test_an_interrupted_attack_shows_all_ways_and_a_whole_headline(visitor):
    person, covered, cut = visitor(has_touch=True), {}, {}
    person.sit_alone("interrupted", "own_attacks", ruleset="castle")
    page = person.page
    choose_attack_by_land(page)
    page.evaluate(INTERRUPTED, LIKELY_TO_FAIL)
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(IN_BATTLE, "")
        covered[width] = page.evaluate(BELOW_BUTTONS, WAYS)
        cut[width] = page.evaluate(CUT_SHORT)
        # The menu keeps its name, although the list in it has a loss.
        expect(page.locator("#last-turns summary span")).to_be_in_viewport(ratio=1)
    assert {width: texts for width, texts in covered.items() if texts} == {}
    assert {width: texts for width, texts in cut.items() if texts} == {}
    page.evaluate("() => document.getElementById('status').classList.remove('is-asked')")
    for name in ("General Cedar", "A traveller from the Northern Province"):
        page.evaluate(IN_BATTLE, name)
        headline = page.locator(".status-headline")
        assert headline.evaluate("line => line.scrollWidth <= line.clientWidth + 1")


AWAITED = """() => {
    document.querySelector(".status-detail").innerHTML = `<span class="status-round">Round 2</span>
        <span class="status-target">attacking Lordship of the Isles: Sulward</span>
        <span class="status-waiting">waiting for General Cedar</span>`;
}"""
"""Shows in the status that an attack waits for its defender."""


def test_the_status_of_a_phone_has_room_for_the_awaited_defender(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("patient", "own_attacks")
    page = person.page
    page.evaluate(AWAITED)
    expect(page.locator(".status-detail")).to_have_text(
        "Waiting for General Cedar", use_inner_text=True
    )
    assert page.evaluate(CUT_SHORT) == []
