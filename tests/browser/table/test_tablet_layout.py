"""The table on a tablet held upright: what a decision needs is above the buttons."""

from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED

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
STARTS = """() => ["odds-headline", "attack-modes"].map((name) =>
    document.querySelector(`#panel .${name}`).getBoundingClientRect().top)"""


def test_odds_ways_and_card_of_an_attack_are_above_the_buttons(visitor):
    person = visitor(**UPRIGHT)
    person.sit_alone("upright-attacker", "own_hero", ruleset="castle")
    page = person.page
    for role in ("source", "target"):
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").last.click()
        page.wait_for_function(SETTLED)
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
