"""The layout of the table on every kind of screen, measured from bounding boxes."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, SETTLED, panel_heading

SIZES = (
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
UPRIGHT = ((360, 740), (390, 844), (768, 1024))
PHONE = {"width": 390, "height": 844}
FAULTS = """() => {
    const faults = [];
    const box = (one) => one.getBoundingClientRect();
    const find = (selector) => document.querySelector(selector);
    const isUncovered = (one) => {
        const { left, top, width, height } = box(one);
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return Boolean(seen) && (one.contains(seen) || seen.contains(one));
    };
    const expectSeen = (what, one) => {
        const { left, right, top, bottom } = box(one);
        const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        if (!isInside || !isUncovered(one)) faults.push(`${what} is out of sight`);
    };
    const overlap = (a, b) => {
        const [one, other] = [box(a), box(b)];
        return one.right - 1 > other.left && other.right - 1 > one.left
            && one.bottom - 1 > other.top && other.bottom - 1 > one.top;
    };
    expectSeen("the question", find("#panel-heading"));
    const main = find("#panel button.primary");
    if (main) expectSeen("the main button", main);
    const end = find("#panel a[href*='end=yes']");
    if (end) expectSeen("the end of the attacks", end);
    const map = box(find(".board [class^=board-window], .board [class^=board-viewport]"));
    // The buttons are above the map, over its upper edge, or beside it.
    const tools = box(find(".board-zooms"));
    const top = tools.right > map.left ? Math.max(map.top, tools.bottom) : map.top;
    const height = Math.min(map.bottom, innerHeight) - top;
    if (height < 150) faults.push(`the map shows ${height} px`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
    const parts = [".table-panel", ".tabs", ".table-cards", ".table-board", ".table-top"];
    const shown = parts.map(find).filter((one) => one && box(one).height);
    shown.forEach((one, index) => shown.slice(index + 1).forEach((other) => {
        const isSheet = find(".table-sheet").contains(one) !== find(".table-sheet").contains(other);
        const isScrolled = getComputedStyle(find(".table-sheet")).display !== "contents";
        if (!(isSheet && isScrolled) && overlap(one, other)) {
            faults.push(`${one.className} overlaps ${other.className}`);
        }
    }));
    const bar = box(find(".tab-bar"));
    for (const tab of document.querySelectorAll(".tab-bar button")) {
        if (box(tab).right > bar.right + 1) faults.push(`the tab ${tab.textContent} is clipped`);
    }
    const isUpright = matchMedia("(min-width: 46.01rem) and (orientation: portrait)").matches;
    if (isUpright) {
        for (const way of document.querySelectorAll("#panel :is(.attack-mode, .hero-choice)")) {
            expectSeen("a way to attack", way);
        }
    }
    if (matchMedia("(max-width: 46rem) and (min-height: 46rem)").matches) {
        for (const dice of document.querySelectorAll("#panel .die-choice")) {
            expectSeen("a number of dice", dice);
        }
    }
    const isPhone = matchMedia("(max-width: 46rem) and (orientation: portrait)").matches;
    for (const badge of isPhone ? document.querySelectorAll(".is-chosen .badge-row") : []) {
        const { top, bottom } = box(badge);
        if (top < tools || bottom > map.bottom) faults.push("a chosen territory is out of view");
    }
    for (const text of document.querySelectorAll("#panel .die-choice span")) {
        const [inner, outer] = [box(text), box(text.closest(".die-choice"))];
        const isShown = inner.width > 1;
        if (isShown && (inner.left < outer.left || inner.right > outer.right)) {
            faults.push(`${text.textContent} bursts its box`);
        }
    }
    const scroll = find(".panel-scroll");
    const hint = find(".hint:not([hidden])");
    const isCut = getComputedStyle(scroll).overflowY === "auto"
        && scroll.scrollHeight > scroll.clientHeight + 1;
    const isShown = hint && box(hint).height && box(hint).right <= box(find("#hints")).right;
    if (isCut && isShown) {
        faults.push("the hint takes the decision's room");
    }
    const foot = find(".panel-foot");
    // Beside a map, the column ends above the tabs.
    const columnEnd = box(find(".table-sheet")).bottom || innerHeight;
    const edge = Math.min(box(find("#panel")).bottom, innerHeight, columnEnd);
    if (foot && box(foot).bottom < edge - 12) faults.push("choices show below the buttons");
    if (main && box(main).bottom > box(find("#panel")).bottom - 8) {
        faults.push("the main button bulges out of the panel");
    }
    const banner = find(".guest-banner");
    if (banner && box(banner).height) faults.push("an invitation lies on the table");
    const room = find(".tabs .tab:not([hidden])").clientHeight;
    // High windows have room for more of it.
    const least = innerWidth > 1184 && innerHeight > 1000 ? 150 : 60;
    if (room < least) faults.push(`the log has ${room} px`);
    return faults;
}"""
LEAST_COUNT = """() => Math.min(...[...document.querySelectorAll('.territory-badges > text')]
    .filter((text) => text.textContent)
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
"""The size in pixels of the smallest number of armies on the map."""
NAMES_OVER_NUMBERS = """async () => {
    // A change of the scale is noticed in one frame, and the names are drawn in the next.
    for (const _ of Array(3)) await new Promise(requestAnimationFrame);
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect());
    const names = boxes(".marked-names text");
    // The box of a text is higher than its letters.
    const covers = (name) => boxes(".territory .badge-row").some((badge) =>
        badge.right > name.left && badge.left < name.right
        && badge.bottom > name.top + 3 && badge.top < name.bottom - 3);
    return [names.length, names.filter(covers).length];
}"""
"""How many names are drawn on the map, and how many of them cover a number of armies."""
MAP_UNDER_TOOLS = """() => document.querySelector('.board-zooms').getBoundingClientRect().bottom
    - document.querySelector('.board-viewport').getBoundingClientRect().top"""
"""By how many pixels the buttons cover the upper edge of the map."""
PLACES_OF_PARTS = """() => ['.board-tools', '.board-viewport', '.board-layers', '#panel-heading']
    .map((selector) => document.querySelector(selector).getBoundingClientRect())
    .map(({left, top, width}) => [left, top, width])"""
SIDEWAYS_BOXES = """() => ['.board-zooms', '.board-viewport', '.animation']
    .map((selector) => document.querySelector(selector).getBoundingClientRect())
    .map(({left, top, right, bottom}) => [left, top, right, bottom])"""
BELOW_NEWEST_LINE = """() => {
    const tab = document.getElementById('tab-log');
    return tab.scrollHeight - tab.clientHeight - tab.scrollTop;
}"""
PLACES_OF_DICE = """() => [...document.querySelectorAll('#panel .die-choice, #panel .primary')]
    .map((one) => one.getBoundingClientRect()).map(({left, top}) => [left, top])"""
LOG_HEIGHT = "() => document.querySelector('#tab-log').clientHeight"
IS_WHOLE = "(text) => text.scrollWidth <= text.clientWidth"
SHEET_HEIGHT = "() => document.querySelector('.table-sheet').offsetHeight"

MAP_WIDTH = "() => document.querySelector('.board svg').getBoundingClientRect().width"


def shows_above_buttons(page, selector):
    """Return whether an element of the panel ends above the buttons at the panel's lower edge."""
    shown = page.locator(f"#panel {selector}").bounding_box()
    buttons = page.locator("#panel .panel-foot").bounding_box()
    return shown["y"] + shown["height"] <= buttons["y"] + 1


def choose_attack(page):
    """Choose the last attack offered, from the lists of the panel."""
    for role in ("source", "target"):
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").last.click()
        page.wait_for_function(SETTLED)


def faults_of(page, sizes=SIZES):
    """Return what is wrong with the layout of a page, by size of the screen."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        if faults := page.evaluate(FAULTS):
            found[width, height] = faults
    return found


@pytest.mark.parametrize("ruleset", ["greyhawk", "headquarters"])
def test_facts_for_a_decision_are_visible_on_every_screen(visitor, ruleset):
    person = visitor()
    page, found = person.page, []
    for until in ("begun", "own_attacks"):
        person.sit_alone(f"surveyor-{ruleset}-{until}", until, ruleset=ruleset)
        found.append(faults_of(page))
    for role in ("source", "target"):
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").first.click()
        page.wait_for_function(SETTLED)
        # The map shows the choice at the next frame; on a phone it would then come closer.
        page.evaluate(NEXT_FRAME)
        found.append(faults_of(page))
    assert found == [{}, {}, {}, {}]
    # The button and the highlighted way follow the choice.
    button = page.locator("#panel button.primary")
    expect(button).to_contain_text("until it falls")
    for width, height in UPRIGHT:
        page.set_viewport_size({"width": width, "height": height})
        places = []
        for way, words in (("press", "until it falls"), ("once", "once with")):
            page.locator(f"#how-{way}").evaluate("way => way.click()")
            expect(button).to_contain_text(words)
            places.append(page.evaluate(PLACES_OF_DICE))
        assert places[0] == places[1], (width, height)
    narrow = faults_of(page, (*UPRIGHT, (1024, 768))).values()
    faults = [fault for each in narrow for fault in each]
    assert not [fault for fault in faults if "bursts its box" in fault]
    for width, height in ((360, 740), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        assert page.evaluate(LEAST_COUNT) >= 12
    for key, shown in (("?", "#shortcuts"), ("c", "#tab-talk"), ("l", "#tab-log")):
        page.keyboard.press(key)
        expect(page.locator(shown)).to_be_visible()
        page.keyboard.press("Escape")
    for size in (PHONE, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        page.get_by_role("tab", name="Orders").click()
        expect(panel_heading(page)).to_be_hidden()
        # The drawer leaves the map in sight.
        expect(page.locator(".table-sheet")).to_have_attribute("data-height", "half")
        back = page.get_by_role("button", name="Back to: Attack")
        expect(back).to_be_in_viewport(ratio=1)
        back.click()
        expect(panel_heading(page)).to_be_visible()
        expect(page.locator(".table-sheet")).to_have_attribute("data-height", "half")
    page.set_viewport_size(PHONE)
    expect(page.locator(".marked-names text").first).to_be_attached()
    marked, covering = page.evaluate(NAMES_OVER_NUMBERS)
    assert covering == 0
    page.get_by_role("button", name="Zoom in").click()
    enlarged, covering = page.evaluate(NAMES_OVER_NUMBERS)
    assert enlarged > marked and covering == 0
    page.get_by_role("button", name="Whole map").click()
    for width, height in UPRIGHT:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MAP_UNDER_TOOLS) < 2
    page.set_viewport_size(PHONE)
    # On a phone the log opens in the drawer, like every other tab.
    for name in ("Orders", "Log"):
        page.get_by_role("tab", name=name).click()
        expect(panel_heading(page)).to_be_hidden()
    page.get_by_role("button", name="Back to: Attack").click()
    expect(panel_heading(page)).to_be_visible()
    # The log shows its newest lines, even if it was scrolled back before it was closed.
    assert page.evaluate(BELOW_NEWEST_LINE) < 2
    page.locator("#tab-log").evaluate("tab => tab.scrollTo(0, 0)")
    page.get_by_role("button", name="Enlarge").click()
    page.set_viewport_size({"width": 390, "height": 500})
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("tab", name="Log").click()
    assert page.evaluate(BELOW_NEWEST_LINE) < 2


def test_the_sheet_keeps_its_height_through_the_steps_of_an_attack(visitor):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    person = visitor(**phone, reduced_motion="no-preference")
    person.sit_alone("steady", "own_attacks", pace="calm")
    page = person.page
    heights = [page.evaluate(SHEET_HEIGHT)]
    choose_attack(page)
    heights.append(page.evaluate(SHEET_HEIGHT))
    expect(page.locator(".keep-warning")).to_be_attached()
    # Despite the warning, all ways to attack show.
    assert shows_above_buttons(page, ".attack-fields")
    page.locator("#attack-button-text").click()
    page.wait_for_selector(".animation-skip")
    heights.append(page.evaluate(SHEET_HEIGHT))
    assert len(set(heights)) == 1


@pytest.mark.parametrize("ruleset", ["greyhawk", "classic"])
@pytest.mark.parametrize("size", [(740, 360), (667, 375)])
def test_dice_and_buttons_are_beside_the_map_on_a_phone_held_sideways(visitor, ruleset, size):
    phone = {"viewport": dict(zip(("width", "height"), size, strict=True)), "has_touch": True}
    person = visitor(**phone, is_mobile=True, reduced_motion="no-preference")
    person.sit_alone(f"{ruleset}-{size[0]}", "own_attacks", pace="calm", ruleset=ruleset)
    page = person.page
    choose_attack(page)
    assert shows_above_buttons(page, ".attack-fields")
    page.locator("#attack-button-text").click()
    page.wait_for_selector(".animation-skip")
    # The animation soon ends, so all boxes are read at once.
    (_, _, before, end), (map_left, _, map_right, _), (left, top, right, bottom) = page.evaluate(
        SIDEWAYS_BOXES
    )
    assert before <= map_left
    assert end <= size[1]
    assert map_right <= left
    assert top >= 0
    assert right <= size[0]
    assert bottom <= size[1]


@pytest.mark.parametrize(
    "size",
    [pytest.param((360, 740), marks=pytest.mark.covers("a defence")), (740, 360), (667, 375)],
)
def test_all_choices_of_a_defence_show_on_a_phone(visitor, size):
    phone = {"viewport": dict(zip(("width", "height"), size, strict=True)), "has_touch": True}
    person = visitor(**phone, is_mobile=True)
    person.sit_alone(f"defended-{size[0]}", "own_defence")
    panel = person.page.locator("#panel")
    expect(panel.locator("[name=fortification]")).to_have_count(2)
    scopes = panel.locator("fieldset", has=person.page.locator("[name=scope]")).bounding_box()
    button = panel.locator(".primary").bounding_box()
    assert scopes["y"] + scopes["height"] <= button["y"]
    assert button["y"] + button["height"] <= size[1]


DEFENCE = """() => {
    const box = (one) => one.getBoundingClientRect();
    const button = document.querySelector("#panel .primary");
    const groups = [...document.querySelectorAll("#panel .option-group")];
    const part = document.querySelector("#panel .odds-part");
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--danger)";
    const isDanger = getComputedStyle(part).fill === getComputedStyle(probe).color;
    probe.remove();
    return [groups.length, groups.every((group) => box(group).bottom <= box(button).top), isDanger];
}"""
"""How many choices a defence has, whether all are above its button, and the bar is red."""
SCROLLED_DOWN = """() => [".table-sheet", ".panel-scroll"].map((selector) => {
    const part = document.querySelector(selector);
    part.scrollTop = 99;
    return part.scrollTop;
})"""
NEXT_DECISION = """async (offer) => {
    document.getElementById("panel").dataset.offer = offer;
    document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: {} }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [".table-sheet", ".panel-scroll"].map((part) => document.querySelector(part).scrollTop);
}"""
"""Shows another decision with the same heading; returns how far its parts are scrolled then."""


def test_a_new_decision_begins_at_its_top_and_shows_all_choices_of_a_defence(visitor):
    person = visitor()
    person.sit_alone("defended-at-a-desk", "own_defence")
    page, found = person.page, {}
    for width, height in ((1024, 768), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        found[width, height] = page.evaluate(DEFENCE)
    assert {(count >= 2, *facts) for count, *facts in found.values()} == {(True, True, True)}, found
    scrolled = set()
    for width, height in ((1024, 600), (1280, 560)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        scrolled |= {at for at, top in enumerate(page.evaluate(SCROLLED_DOWN)) if top}
        assert page.evaluate(NEXT_DECISION, f"another at {width}") == [0, 0]
    assert scrolled == {0, 1}


@pytest.mark.covers("a Hero in an attack")
def test_a_hero_can_be_chosen_on_a_phone_without_scrolling(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("heroic", "own_hero")
    page = person.page
    choose_attack(page)
    assert shows_above_buttons(page, ".hero-choice")


def test_playable_cards_show_on_a_phone_without_scrolling(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("playful", "own_assassin")
    page = person.page
    expect(page.locator("#panel .card-pick").filter(has_text="Assassin").first).to_be_visible()
    assert shows_above_buttons(page, ".play-cards li:first-child")
    page.set_viewport_size({"width": 740, "height": 360})
    assert shows_above_buttons(page, ".play-cards li:first-child")


def test_the_lowest_sheet_shows_the_chance_and_the_number_to_move_in(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for name, until, wanted in (
        ("chance", "own_attacks", ".odds-headline"),
        ("landing", "own_landing", ".stepper input"),
    ):
        person.sit_alone(name, until)
        page = person.page
        if until == "own_attacks":
            choose_attack(page)
        page.locator(".sheet-handle").click()
        shown = page.locator(f"#panel {wanted}").first.bounding_box()
        button = page.locator("#panel .primary").first.bounding_box()
        assert shown["y"] + shown["height"] <= button["y"]


@pytest.mark.covers("spoils")
def test_the_summary_of_spoils_closes_on_a_click_elsewhere(visitor):
    person = visitor()
    person.sit_alone("summary", "own_attacks")
    page = person.page
    page.locator(".spoils summary").first.click()
    expect(page.locator(".spoils[open]")).to_have_count(1)
    page.locator("#panel-heading").click()
    expect(page.locator(".spoils[open]")).to_have_count(0)


def test_a_higher_sheet_ends_the_view_of_the_whole_map(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("whole", "own_attacks")
    page = person.page
    width = page.evaluate(MAP_WIDTH)
    page.locator(".sheet-handle").click()
    page.get_by_role("button", name="Whole map").click()
    page.locator(".sheet-handle").click()
    assert page.evaluate(MAP_WIDTH) == pytest.approx(width, abs=1)


@pytest.mark.parametrize("ruleset", ["greyhawk", "classic"])
def test_the_table_is_in_place_before_its_scripts_start(visitor, ruleset):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone(f"early-{ruleset}", ruleset=ruleset)
    page = person.page
    drawn = page.evaluate(PLACES_OF_PARTS)
    page.route("**/*.js", lambda route: route.abort())
    page.reload()
    early = page.evaluate(PLACES_OF_PARTS)
    # The scripts may move the map up, to what the decision is about.
    for parts in (drawn, early):
        del parts[2][1]
    assert [pytest.approx(part, abs=1) for part in drawn] == early


def test_waiting_players_see_the_log_and_phones_have_a_sheet(visitor, site):
    reader = visitor()
    code, sessions = site.prepare("table", people=["reader", "other"], captains=0)
    reader.sit(code, sessions[0])
    waiting = reader.page
    if waiting.locator("#asked").count():
        waiting.locator("#panel button.primary").first.click()
    expect(panel_heading(waiting)).to_have_text("Waiting")
    assert faults_of(waiting) == {}
    waiting.set_viewport_size({"width": 1440, "height": 900})
    assert waiting.evaluate(LOG_HEIGHT) > 400
    waiting.set_viewport_size(PHONE)
    # The name of the player awaited is not cut off.
    assert waiting.locator(".status-detail").evaluate(IS_WHOLE)
    handle, heights = waiting.locator(".sheet-handle"), []
    for label in ("Collapse", "Expand", "Expand", "Collapse"):
        expect(handle).to_have_accessible_name(f"{label} the panel")
        heights.append(waiting.evaluate(SHEET_HEIGHT))
        handle.click()
    half, low, again, full = heights
    assert low < half == again < full
