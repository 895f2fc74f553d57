"""A hand in a browser: names fit on their cards, no card covers text, and a press plays it."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import choose_attack_by_land, panel_heading

WIDE, LOW, PHONE, SIDEWAYS = (
    {"width": width, "height": height}
    for width, height in ((1440, 900), (1366, 768), (390, 844), (740, 360))
)
FILLED = """([kinds, slips, seen]) => {
    const cards = document.querySelector('#hand ul');
    const slip = document.querySelector('#hidden .hidden-army');
    const names = ['Diplomat', 'Reinforcements', 'Admiral', 'Marshall', 'General', 'Spy'];
    const card = cards.querySelector('li');
    document.querySelector('.hand-spied')?.remove();
    cards.replaceChildren(...names.slice(0, kinds).map((name) => {
        const other = card.cloneNode(true);
        other.querySelector('b')?.remove();
        other.querySelector('h3').textContent = name;
        other.insertAdjacentHTML('beforeend', '<b>× 2</b>');
        return other;
    }));
    slip.parentElement.replaceChildren(...Array.from({length: slips}, () => slip.cloneNode(true)));
    if (seen) cards.insertAdjacentHTML('afterend',
        '<p class="hand-spied"><span class="tag">only you see this</span> In the hand of Bruno ' +
        'this turn: Reinforcements × 2, General × 2, Marshall and Diplomat.</p>');
}"""
TOO_WIDE = """() => [...document.querySelectorAll('#hand h3')].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const words = range.getBoundingClientRect(), card = name.parentElement.getBoundingClientRect();
    return words.left < card.left || words.right > card.right || words.bottom > card.bottom;
}).map((name) => name.textContent)"""

OVERFLOWING = """() => {
    const cards = [...document.querySelectorAll('#hand li')];
    const [kind] = cards[0].className.match(/card-\\w+/)[0].split('-').slice(1);
    document.getElementById('playable').classList.add(`can-${kind}`);
    return cards.filter((card) => card.scrollWidth > card.clientWidth).map(({ id }) => id);
}"""
"""The cards, all of them playable, whose words are wider than the card."""

ADD_STEP = """() => {
    const step = document.createElement("button");
    step.dataset.role = "use-reveal";
    step.addEventListener("click", () => { window.revealed = true; });
    document.querySelector("#panel").append(step);
}"""
"""Adds the panel's step that reveals hidden armies."""
COVERED = """() => {
    const told = document.querySelector('#track p').getBoundingClientRect();
    return told.bottom > document.querySelector('#hand li').getBoundingClientRect().top;
}"""


def filled(page, hand, what):
    """Fill the hand and measure it at once, before any push; return the result."""
    return page.evaluate(f"hand => {{ ({FILLED})(hand); return ({what})(); }}", hand)


@pytest.fixture
def page(visitor, site):
    """A table of two people after the deal; nothing changes until one of them moves."""
    person = visitor(viewport=WIDE)
    names = ["castellan", "burgrave"]
    code, sessions = site.prepare(
        "table", people=names, captains=0, until="in_a_round", ruleset="castle"
    )
    person.sit(code, sessions[0])
    for dealt in ("#hand li", "#hidden .hidden-army"):
        person.page.wait_for_selector(dealt)
    return person.page


def test_card_names_fit_and_nothing_is_covered(page):
    for size in (WIDE, LOW):
        page.set_viewport_size(size)
        for kinds, slips in ((3, 1), (4, 2), (6, 3)):
            assert filled(page, [kinds, slips, True], COVERED) is False, (size, kinds, slips)
    for size in (WIDE, LOW, PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        for kinds in (3, 4, 5, 6):
            for slips in (1, 2):
                assert filled(page, [kinds, slips, False], TOO_WIDE) == [], (size, kinds, slips)
    for size in (PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        for slips in (1, 2):
            assert filled(page, [3, slips, False], OVERFLOWING) == [], (size, slips)


@pytest.mark.covers("the hand")
def test_a_press_on_a_playable_card_opens_its_step(visitor):
    person = visitor(viewport=WIDE)
    person.sit_alone("player-of-cards", "own_attacks")
    page = person.page
    pick = page.locator("#panel [data-card]").first
    name = pick.locator(".pick-name").inner_text()
    card = page.locator(f"#own-{pick.get_attribute('data-card')}")
    card.click()
    expect(panel_heading(page)).to_contain_text(name.split()[0])
    page.locator("#panel-back").click()
    pick.wait_for()
    card.press("Enter")
    expect(panel_heading(page)).to_contain_text(name.split()[0])


def test_a_press_on_a_playable_card_leads_to_it_from_every_step_of_an_attack(visitor):
    person = visitor(viewport={"width": 768, "height": 1024}, has_touch=True)
    person.sit_alone("player-in-attack", "own_attacks", ruleset="castle")
    page = person.page
    kind = page.locator("#panel .play-cards [data-card]").first.get_attribute("data-card")
    choose_attack_by_land(page)
    heading = panel_heading(page).inner_text()
    assert heading.startswith("Attack ")
    page.locator(f"#own-{kind}").tap()
    expect(panel_heading(page)).not_to_have_text(heading)
    expect(page.locator("#panel [name=move]").first).to_be_attached()


@pytest.mark.parametrize("until", ["own_hero", "own_defence"])
def test_a_press_on_a_card_of_an_answer_points_out_its_choice(visitor, until):
    person = visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    person.sit_alone(f"pointer-{until}", until, ruleset="castle")
    page = person.page
    if until == "own_hero":
        choose_attack_by_land(page)
    kind = until.replace("own_defence", "fortification").replace("own_", "")
    play = page.locator(f"#panel [name={kind}][value=yes]")
    page.locator(f"#own-{kind}").tap()
    group = page.locator("#panel .is-pointed-out")
    expect(group).to_be_in_viewport(ratio=1)
    expect(group.locator(f"[name={kind}]")).to_have_count(2)
    # The player may only want to read about the card.
    expect(play).not_to_be_checked()


@pytest.mark.covers("hidden armies on the map")
def test_a_press_on_hidden_armies_opens_the_step_that_reveals_them_or_their_seal(visitor):
    person = visitor()
    person.sit_alone("hider", "own_attacks", ruleset="castle")
    page = person.page
    armies, seals = page.locator("#hidden .hidden-army").first, page.locator("#tab-seals")
    # Whether they could be revealed depends on the cards that the bots have played.
    page.evaluate("document.querySelector('#panel [data-role=use-reveal]')?.remove()")
    armies.click()
    expect(seals).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(seals).to_be_hidden()
    page.evaluate(ADD_STEP)
    armies.click()
    assert page.evaluate("window.revealed") is True
    expect(seals).to_be_hidden()


@pytest.mark.parametrize("size", [WIDE, PHONE, {"width": 768, "height": 1024}])
def test_a_new_card_is_marked_until_it_is_pressed_and_needs_no_room(visitor, size):
    person = visitor(viewport=size, has_touch=True)
    person.sit_alone(f"drawer-{size['width']}", "own_spoils")
    hand = person.page.locator("#hand")
    mark = hand.locator(".card-new")
    expect(mark).to_have_text("New")
    marked = hand.bounding_box()
    mark.locator("..").click()
    expect(mark).to_have_count(0)
    plain = hand.bounding_box()
    assert (plain["width"], plain["height"]) == (marked["width"], marked["height"])
