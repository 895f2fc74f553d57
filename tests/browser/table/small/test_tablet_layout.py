"""The table on a tablet: what a decision needs is above the buttons, and tabs and news stay."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import NEXT_FRAME, choose_attack_by_land

UPRIGHT = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
NOTED = """() => {
    const scroll = document.querySelector("#panel .panel-scroll");
    scroll.querySelectorAll(".panel-lead").forEach((lead) => lead.remove());
    const note = "After attacking, you can’t play Reinforcements or Diplomats this turn.";
    scroll.insertAdjacentHTML("afterbegin", `<p class="panel-lead">${note}</p>`);
}"""
"""Gives the panel of an attack the note that it has for a player who holds both cards."""
FACTS = (".odds-headline", ".panel-lead", ".attack-mode", ".hero-choice .option-group > *")
"""What an attack is decided by: the odds, the note, the ways to attack, and the card."""
BELOW_BUTTONS = """(selectors) => {
    const edge = document.querySelector("#panel .panel-foot").getBoundingClientRect().top;
    return selectors.filter((selector) => {
        const found = [...document.querySelectorAll(`#panel ${selector}`)];
        return !found.length || found.some((one) => one.getBoundingClientRect().bottom > edge);
    });
}"""
"""Which of these parts are missing, or not above the buttons at the panel's lower edge."""
BAR = """() => {
    const { left, top, right, bottom } = document.querySelector(".tab-bar").getBoundingClientRect();
    return [left, top, right, bottom];
}"""
CARDS = """() => {
    const list = document.querySelector("#hand ul"), card = list.querySelector("li");
    const all = { ambassador: "Diplomat", fortification: "Marshall", hero: "General",
        mercenaries: "Reinforcements", assassin: "Spy", fleet: "Admiral" };
    list.replaceChildren(...Object.entries(all).map(([kind, name]) => {
        const other = card.cloneNode(true);
        other.className = `card-${kind}`;
        other.querySelector("b")?.remove();
        other.querySelector("h3").textContent = name;
        return other;
    }));
    document.querySelector("#playable").className = "can-ambassador can-hero can-mercenaries";
    const heights = [...document.querySelectorAll("#hand li, .hidden-army")]
        .map((chip) => chip.getBoundingClientRect().height);
    const marks = [...list.children].map((chip) => getComputedStyle(chip, "::after"))
        .filter(({ content }) => content !== "none")
        .map(({ content, position, textIndent }) => [content, position, textIndent]);
    return [Math.min(...heights), Math.max(...heights), marks];
}"""
"""Fills the hand with all kinds of card; returns the heights of the chips, and their marks."""
HINT = ".hint:not([hidden])"
IS_CUT = """(hint) => {
    const { left, right, top, bottom } = hint.getBoundingClientRect();
    const edge = document.querySelector(".tab-bar").getBoundingClientRect().top;
    const place = hint.parentElement.getBoundingClientRect();
    return hint.scrollHeight > hint.clientHeight + 1 || left >= place.right || right > innerWidth
        || top < 0 || bottom > edge + 1;
}"""
"""Whether a part of a hint is out of sight."""
STARTS = """() => ["odds-headline", "attack-modes"].map((name) =>
    document.querySelector(`#panel .${name}`).getBoundingClientRect().top)"""


def test_odds_ways_and_card_of_an_attack_are_above_the_buttons(visitor):
    person = visitor(**UPRIGHT)
    person.sit_alone("upright-attacker", "own_hero", ruleset="castle")
    page = person.page
    choose_attack_by_land(page)
    page.evaluate(NOTED)
    assert page.evaluate(BELOW_BUTTONS, FACTS) == []
    # The odds are beside the first way to attack.
    odds, ways = page.evaluate(STARTS)
    assert abs(odds - ways) < 16
    # Rolling once adds a line to the odds.
    page.locator("#how-once").check()
    expect(page.locator("#panel .odds-headline")).to_contain_text("your highest die wins")
    assert page.evaluate(BELOW_BUTTONS, FACTS) == []


def test_the_hand_stays_in_sight_below_a_wide_map(visitor):
    person = visitor(**UPRIGHT)
    person.sit_alone("upright-holder", "own_attacks", ruleset="castle")
    page = person.page
    cards = page.locator("#hand li")
    assert cards.count() > 0
    for scroll in (0, 10_000):
        page.locator(".table-sheet").evaluate("(sheet, y) => sheet.scrollTo(0, y)", scroll)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)


def tap_twice(page, name):
    """Tap the middle of a tab twice at the same place, as quickly as a finger may."""
    box = page.get_by_role("tab", name=name).bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("ruleset", ["castle", "greyhawk"])
def test_the_tabs_stay_when_a_drawer_opens_or_closes(visitor, site, ruleset):
    code, sessions = site.prepare(
        "table", people=[f"{ruleset}-one", f"{ruleset}-two"], captains=0, ruleset=ruleset
    )
    deciding, waiting = visitor(**UPRIGHT), visitor(**UPRIGHT)
    deciding.sit_alone(f"{ruleset}-alone", "own_attacks", ruleset=ruleset)
    waiting.sit(code, sessions[0])
    if waiting.page.locator("#asked").count():
        waiting.page.locator("#panel button.primary").first.click()
    expect(waiting.page.locator("#panel-heading")).to_have_text("Waiting")
    for page in (deciding.page, waiting.page):
        bar = page.evaluate(BAR)
        for name in ("Fairness", "Orders"):
            drawer = page.locator(".is-drawer")
            tap_twice(page, name)
            expect(drawer).to_be_visible()
            expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
            assert page.evaluate(BAR) == bar
            # Nothing in the drawer was pressed.
            assert page.evaluate("document.activeElement.closest('.tab, form')") is None
            page.get_by_role("button", name="Close").tap()
            expect(drawer).to_have_count(0)
            assert page.evaluate(BAR) == bar


@pytest.mark.parametrize(
    ("ruleset", "until"),
    [("greyhawk", "own_attacks"), ("castle", "own_defence"), ("greyhawk", "own_spoils")],
)
def test_hints_are_whole_or_folded_into_a_button(visitor, ruleset, until):
    person = visitor(**UPRIGHT)
    person.sit_alone(f"hinted-{ruleset}-{until}", until, ruleset=ruleset)
    page = person.page
    page.evaluate("() => document.fonts.ready")
    for size in ((768, 1024), (820, 1180)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate(NEXT_FRAME)
        hint, button = page.locator(HINT), page.get_by_role("button", name="Help", exact=True)
        assert hint.count() == 1
        if hint.is_hidden():
            button.tap()
            expect(button).to_have_attribute("aria-expanded", "true")
            assert hint.evaluate(IS_CUT) is False
            button.scroll_into_view_if_needed()
            button.tap()
            expect(hint).to_be_hidden()
        else:
            expect(button).to_be_hidden()
            assert hint.evaluate(IS_CUT) is False


def test_cards_below_a_wide_map_have_one_height_and_say_that_they_are_playable(visitor):
    person = visitor(**UPRIGHT)
    person.sit_alone("upright-collector", "own_attacks", ruleset="castle")
    assert person.page.locator(".hidden-army").count() > 0
    least, most, marks = person.page.evaluate(CARDS)
    assert least == most
    words = [['"playable"', "static", "0px"], ['"in an attack"', "static", "0px"]]
    assert marks == [words[0], words[1], words[0]]


NEWS = """([headlines, rolls]) => {
    const side = '<div class="side livery-none"><p><b>Captain Birch</b> Lordship of the Isles</p>'
        + "<strong>4</strong></div>";
    const dice = '<b class="die-5">5</b><s class="die-3">3</s>';
    const roll = `<li><span class="attack-dice">${dice}</span>
        <span class="defence-dice">${dice}</span><span class="losses">0 : −1</span>
        <p>Highest 6 : 6 <span class="attack-bonus">+1 Hero</span> <span>+1 Fortification</span>
        </p></li>`;
    const attack = `<div class="attack">${side}${side}<ol>${roll}</ol>
        <p class="attack-total">3 rolls. You lost 2. They lost 3.</p></div>`;
    document.getElementById("latest_events").innerHTML = attack.repeat(rolls)
        + headlines.map((each) => `<p class="is-headline">${each}</p>`).join("");
}"""
"""Shows the latest events: these headlines, and this number of attacks."""
BELOW_EVENTS = """() => {
    const column = document.querySelector(".latest-events").parentElement;
    return [...column.children].filter((one) => one.offsetHeight).map((one) => one.offsetTop);
}"""
"""Where everything in the column of the latest events begins."""
CUT_OFF = """() => {
    const box = document.querySelector(".latest-events");
    const fade = getComputedStyle(box, "::after");
    const isFading = fade.position === "sticky" && fade.backgroundImage.includes("gradient");
    box.scrollTo(0, box.scrollHeight);
    const end = box.getBoundingClientRect().bottom - (isFading ? parseFloat(fade.height) : 0);
    const isReached = document.getElementById("latest_events").getBoundingClientRect()
        .bottom <= end + 1;
    return !(isFading && isReached) && box.scrollHeight > box.clientHeight;
}"""
"""Whether a part of the news is out of sight without a fade, or below the fade after scrolling."""


@pytest.mark.parametrize("ruleset", ["castle", "greyhawk"])
def test_news_move_nothing_and_fade_where_they_do_not_fit(visitor, ruleset):
    person = visitor(**UPRIGHT)
    person.sit_alone(f"{ruleset}-reader", "own_attacks", ruleset=ruleset)
    page = person.page
    headlines = ["You lost a Fortification.", "You captured See of Medegia."]
    for size in ((768, 1024), (820, 1180), (1024, 768)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate(NEXT_FRAME)
        places = []
        for news in ([[], 0], [headlines[:1], 0], [[], 1], [headlines[:1], 1], [headlines, 1]):
            page.evaluate(NEWS, news)
            places.append(page.evaluate(BELOW_EVENTS))
            assert not page.evaluate(CUT_OFF), (size, news)
        assert all(each == places[0] for each in places), (size, places)
