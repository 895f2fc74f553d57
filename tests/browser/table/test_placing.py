"""Placing armies: rows in sight, suggested places on the map, and late proposals."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import NEXT_FRAME, PRIMARY, SETTLED

ROWS_IN_SIGHT = """() => {
    const bar = document.querySelector(".placing-bar").getBoundingClientRect().top;
    const rows = [...document.querySelectorAll(".placing-row")];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bar + 1).length;
}"""
UNNAMED = """() => {
    const names = [...document.querySelectorAll(".marked-names text")];
    const named = names.map((name) => name.textContent);
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    const rows = [...document.querySelectorAll(".placing-row input[type=number]")];
    const filled = rows.filter((field) => Number(field.value) > 0);
    const places = filled.map((field) => field.dataset.territory);
    return places.filter((id) => {
        const territory = document.getElementById(`terr-${id}`);
        const { top, bottom } = territory.querySelector(".badge-row").getBoundingClientRect();
        return !named.includes(territory.dataset.name) || top < map.top || bottom > map.bottom;
    });
}"""
OUTSIDE = """() => [...document.querySelectorAll(".placing-tools > :not([hidden])")]
    .filter((tool) => tool.getBoundingClientRect().right > innerWidth - 12).length"""


@pytest.mark.covers("placing armies on a phone")
def test_a_phone_shows_several_rows_and_the_suggested_places(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("placer", until="own_spoils")
    page = person.page
    expect(page.locator("#panel .placing-bar")).to_be_visible()
    assert page.evaluate(ROWS_IN_SIGHT) >= 2
    assert page.evaluate(UNNAMED) == []
    # With the fourth button, which only a second turn has, the row still fits.
    page.locator("[data-fill=last]").evaluate("button => { button.hidden = false; }")
    assert page.evaluate(OUTSIDE) == 0


BESIDE_ANOTHER = """() => {
    const box = (one) => one.getBoundingClientRect();
    const gap = (one, other) => Math.hypot(
        Math.max(0, one.left - other.right, other.left - one.right),
        Math.max(0, one.top - other.bottom, other.top - one.bottom),
    );
    const land = [...document.querySelectorAll(".territory[data-name]")];
    const numbers = land.map((each) => [each.dataset.name, box(each.querySelector(".badge-row"))]);
    // A line joins other names to their territories.
    const names = [...document.querySelectorAll(".marked-names text:not(.is-joined)")];
    return names.filter((name) => {
        const gaps = numbers.map(([whose, badge]) => [gap(box(name), badge), whose]);
        const own = gaps.find(([, whose]) => whose === name.textContent)[0];
        return gaps.some(([each]) => each < own - 3);
    }).map((name) => name.textContent);
}"""


def test_no_name_on_a_tablet_is_nearer_to_another_number(visitor):
    person = visitor(viewport={"width": 768, "height": 1024}, has_touch=True, is_mobile=True)
    person.sit_alone("tablet-placer", until="own_spoils")
    page = person.page
    expect(page.locator("#panel .placing-bar")).to_be_visible()
    assert page.locator(".marked-names text").count() > 10
    assert page.evaluate(BESIDE_ANOTHER) == []
    expect(page.locator(".placing-group h3").first).to_have_text(re.compile("^In the "))


def test_numbers_set_by_the_player_stay_while_a_card_is_considered(visitor):
    person = visitor(viewport={"width": 1280, "height": 720})
    person.sit_alone("drafter", until="own_spoils_and_spy")
    page = person.page
    page.locator("#panel [data-fill=none]").click()
    fields = page.locator("#panel .placing-row input[type=number]")
    fields.last.fill("1")
    left = page.locator("[data-left]").inner_text()
    page.locator("#panel a.card-pick").first.click()
    page.wait_for_function(SETTLED)
    expect(fields).to_have_count(0)
    page.locator("#panel-back").click()
    expect(fields.last).to_have_value("1")
    assert fields.evaluate_all("fields => fields.filter((one) => one.value > 0).length") == 1
    expect(page.locator("[data-left]")).to_have_text(left)


NAMES = (f"late-placer-{number}" for number in count())
NUMBERS = "#panel .placing-row input[type=number]"
SUM = "fields => fields.reduce((sum, field) => sum + Number(field.value), 0)"
BOXES = """() => [".panel-head", "#panel", ".tabs", ".board-viewport"].flatMap((name) => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [x, y, width, height];
})"""
HEADINGS = """() => {
    window.headings = [];
    const note = () => window.headings.push(document.getElementById("panel-heading")?.textContent);
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
}"""


class LateProposal:
    """A page that shows spoils to place; their proposal arrives when `arrive` is called."""

    def __init__(self, page):
        self.page, self._held = page, []
        page.route("**/panel/*", self._hold)

    def _hold(self, route):
        if self._held:
            route.continue_()
        else:
            self._held.append((route, route.fetch()))

    def arrive(self):
        while not self._held:
            self.page.evaluate(NEXT_FRAME)
        (route, response) = self._held[0]
        route.fulfill(response=response)
        self.page.wait_for_function(SETTLED)


@pytest.fixture(params=[(1366, 768), (390, 844)], ids=["wide", "phone"])
def late(request, visitor):
    width, height = request.param
    person = visitor(viewport={"width": width, "height": height})
    person.sit_alone(next(NAMES), until="own_attacks", ruleset="castle")
    page = person.page
    page.locator("#panel").get_by_role("link", name="End attacks").click()
    page.wait_for_function(SETTLED)
    proposal = LateProposal(page)
    page.locator(PRIMARY).click()
    expect(page.locator("#panel.is-awaiting #panel-heading")).to_have_text("Place your spoils")
    return proposal


def test_a_proposal_arrives_in_its_panel_and_moves_nothing(late):
    page, fields = late.page, late.page.locator(NUMBERS)
    assert fields.evaluate_all(SUM) == 0
    page.locator("#panel-heading").focus()
    page.evaluate(NEXT_FRAME)
    before = page.evaluate(BOXES)
    late.arrive()
    expect(page.locator("#panel [data-left]")).to_have_text(re.compile("^(All \\d+ p|P)laced$"))
    expect(page.locator("#panel-heading")).to_be_focused()
    # On a phone, “8 of 8 left to place” is a line longer than “All 8 placed” beside the button.
    assert page.evaluate(BOXES) == pytest.approx(before, abs=4)


def test_numbers_typed_before_the_proposal_stay_and_keep_the_focus(late):
    page, fields = late.page, late.page.locator(NUMBERS)
    own = page.locator(f"#{fields.last.get_attribute('id')}")
    own.fill("1")
    late.arrive()
    expect(own).to_have_value("1")
    expect(own).to_be_focused()
    assert fields.evaluate_all(SUM) == 1
    page.locator("#panel [data-fill=proposed]").click()
    expect(page.locator("#panel [data-confirm]")).to_be_enabled()


def test_a_proposal_that_comes_after_the_placement_is_ignored(late):
    page = late.page
    page.locator("#panel [data-fill=evenly]").click()
    page.locator("#panel [data-confirm]").click()
    expect(page.locator("#panel-heading")).not_to_have_text("Place your spoils")
    page.evaluate(HEADINGS)
    late.arrive()
    assert "Place your spoils" not in page.evaluate("window.headings")
