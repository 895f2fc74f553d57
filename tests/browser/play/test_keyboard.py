"""A whole turn by keyboard alone; swapping in partials never loses the focus."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import (
    CHOSEN_ON_MAP,
    PRIMARY,
    READY,
    SETTLED,
    choose_attack_by_land,
    code_of,
    panel_heading,
)

CHOICE = "#panel a.pick"
END_ATTACKS = "#panel a[href*='end=yes']"
FOCUSED = "what => document.activeElement.matches(what)"
HELD = "() => document.activeElement && document.activeElement !== document.body"
MOST_PROPOSED = """() => {
  const rows = [...document.querySelectorAll("#panel input[data-role=place]")];
  const { value, max, dataset } = rows.reduce((best, row) => +row.value > +best.value ? row : best);
  return { territory: dataset.territory, armies: Number(value), of: Number(max) };
}"""
SPACES = """() => {
  const panel = document.getElementById("panel");
  const button = panel.querySelector("button.primary");
  let pressed = 0;
  button.addEventListener("click", (event) => { event.preventDefault(); pressed += 1; });
  let now = performance.now();
  performance.now = () => now;
  const pressedBy = (later, target, more) => {
    now += later;
    const event = { key: " ", bubbles: true, cancelable: true, ...more };
    target.dispatchEvent(new KeyboardEvent("keydown", event));
    return pressed;
  };
  panel.dataset.offer = "another decision";
  document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: {} }));
  const { body } = document;
  return [
    pressedBy(399, body), pressedBy(1, body, { repeat: true }), pressedBy(0, button),
    pressedBy(0, document.getElementById("how-press")), pressedBy(0, body, { ctrlKey: true }),
    pressedBy(0, body),
  ];
}"""
"""How often Space has pressed the main button: too soon after a new decision, held down, on two
focused controls, with Ctrl, and at last alone."""
MOST_TABS = 400
MOST_ANSWERS = 60


class Typist:
    """A player without a mouse."""

    def __init__(self, page):
        self.page = page

    def tab_to(self, what, key="Tab"):
        """Press Tab until an element has the focus."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUSED, what):
                return
            assert not self.page.evaluate(FOCUSED, "svg")
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not come to {what}: {self.heading()}")

    def press(self, key):
        """Press a key, and check that the focus is not lost."""
        self.page.keyboard.press(key)
        self.page.wait_for_function(READY)
        self.page.wait_for_function(HELD)

    def send(self):
        """Send the panel's form, after making a choice if one is required."""
        self.page.wait_for_function(READY)
        if not self.page.locator(PRIMARY).count():
            self.tab_to(CHOICE if self.page.locator(CHOICE).count() else END_ATTACKS)
            self.press("Enter")
        self.tab_to("#panel button.primary")
        self.press("Enter")

    def here(self):
        """Return the id of the focused element."""
        return self.page.evaluate("() => document.activeElement.id")

    def heading(self):
        """Return the heading of the panel."""
        return panel_heading(self.page).inner_text()

    def answer_until(self, is_there):
        """Send the proposed answers until a condition holds."""
        for _ in range(MOST_ANSWERS):
            if is_there(self.heading()):
                return
            self.send()
        raise AssertionError(self.heading())

    def choose_on_map(self, role):
        """Reach a territory by Tab and arrow keys, and choose it."""
        picks = self.page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]")
        territory = picks.first.get_attribute("data-territory")
        self.tab_to(f"#terr-{territory}", "Shift+Tab")
        self.press("Enter")
        assert self.page.evaluate(FOCUSED, f"#terr-{territory}")
        expect(self.page.locator(f"#terr-{territory}.is-chosen")).to_have_count(1)


@pytest.fixture
def typist(visitor, site):
    player = visitor()
    player.page.goto("/")
    one = Typist(player.page)
    one.tab_to("form[action='/play-now/'] button")
    player.page.keyboard.press("Enter")
    player.page.wait_for_url("**/games/*/")
    site.hurry(code_of(player.page))
    return one


@pytest.mark.covers("a whole turn of Greyhawk: spoils, cards, attacks, moving in")
def test_a_whole_turn_needs_no_mouse(typist):
    page = typist.page
    page.wait_for_function(READY)
    sources = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]")
    typist.answer_until(lambda heading: heading == "Your attacks" and sources.count())

    typist.choose_on_map("source")
    seen = {typist.here()}
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED, ".territory")
        seen.add(typist.here())
    assert len(seen) > 1
    typist.choose_on_map("target")
    expect(page.locator(PRIMARY)).to_be_visible()
    # A screen reader would not announce a region that was replaced.
    page.evaluate("() => { document.getElementById('odds').dataset.same = 'yes'; }")
    before = page.locator("#odds").inner_text()
    typist.tab_to("#how-press")
    typist.press("ArrowDown")
    expect(page.locator("#odds")).not_to_have_text(before)
    expect(page.locator("#odds")).to_have_attribute("data-same", "yes")
    typist.send()
    typist.answer_until(lambda heading: heading == "Your attacks")

    typist.tab_to(END_ATTACKS)
    typist.press("Enter")
    typist.send()
    typist.answer_until(lambda heading: heading == "Place your spoils")
    most = page.evaluate(MOST_PROPOSED)
    typist.tab_to(f"#terr-{most['territory']}", "Shift+Tab")
    typist.press("Enter")
    more = min(most["armies"] + 1, most["of"])
    expect(page.locator(f"#place-{most['territory']}")).to_have_value(str(more))
    fewer = f"#panel .placing-number:has(#place-{most['territory']}) [data-add='-1']"
    typist.tab_to(fewer)
    for _ in range(more):
        typist.press("Enter")
    assert typist.here() == f"place-{most['territory']}"
    typist.tab_to("#panel [data-fill=none]")
    typist.press("Enter")
    place = page.locator("#panel input[data-role=place]").first.get_attribute("data-territory")
    typist.tab_to(f"#terr-{place}", "Shift+Tab")
    number = page.locator(f"#place-{place}")
    expect(number).to_have_value("0")
    typist.press("Enter")
    expect(number).to_have_value("1")
    typist.tab_to("#panel [data-fill=proposed]")
    typist.press("Enter")
    typist.tab_to("#panel button.primary")
    page.keyboard.press("Enter")
    # Bots may have played a whole round meanwhile, so the open decision is another one.
    expect(panel_heading(page).filter(has_text="Place your spoils")).to_have_count(0)
    page.wait_for_function(HELD)


def test_space_digits_and_the_browsers_back_act_on_the_panel(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    page.wait_for_function(READY)
    first = panel_heading(page).inner_text()
    choose_attack_by_land(page)
    # Back takes back the target, then the source, and then there is nothing to take back.
    for is_step in (True, False):
        page.go_back()
        page.wait_for_function(SETTLED)
        expect(page.locator("#panel-back")).to_have_count(int(is_step))
    expect(panel_heading(page)).to_have_text(first)
    assert page.evaluate("history.state") is None

    choose_attack_by_land(page)
    page.locator("#panel-heading").focus()
    page.keyboard.press("2")
    expect(page.locator("#press")).to_have_value("2")
    page.locator("#how-once").check()
    page.locator("#panel-heading").focus()
    page.keyboard.press("1")
    expect(page.locator("#dice-1")).to_be_checked()
    page.locator("#press").press("Space")
    assert page.evaluate(SPACES) == [0, 0, 0, 0, 0, 1]

    page.wait_for_function(SETTLED)
    page.reload()
    page.wait_for_function(READY)
    choose_attack_by_land(page)
    page.locator("#panel-heading").focus()
    keys = page.locator("#shortcuts")
    page.keyboard.press("?")
    page.get_by_label("Use single-key shortcuts").uncheck()
    keys.get_by_role("button", name="Close").click()
    for key in ("?", "c"):
        page.keyboard.press(key)
    expect(keys).to_be_hidden()
    expect(page.locator("#tab-talk")).to_be_hidden()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.get_by_label("Use single-key shortcuts").check()
    keys.get_by_role("button", name="Close").click()
    page.locator("#panel-heading").focus()
    with page.expect_response("**/moves/") as answer:
        page.keyboard.press("Space")
    assert answer.value.status == 200
    # The move is made, so the browser's Back leaves the table.
    page.wait_for_function("() => history.state === null")
    # Reloading the page aborts the requests that are under way.
    player.forgive("htmx:", "[object")
