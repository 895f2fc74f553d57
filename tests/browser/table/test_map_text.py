"""The names on a phone's map: their size, their places, and the territories that have one."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.support.browser.scenes import DELIVER
from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED

SIZES = """() => {
    const sheet = document.querySelector(".marked-names").ownerSVGElement;
    const scale = sheet.getBoundingClientRect().width / sheet.viewBox.baseVal.width;
    const names = [...document.querySelectorAll(".marked-names text")];
    return names.map((name) => Math.round(Number(name.getAttribute("font-size")) * scale));
}"""
MISLEADING = """async () => {
    // A change of the scale is noticed in one frame, and the names are drawn in the next.
    for (const _ of Array(3)) await new Promise(requestAnimationFrame);
    const middle = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const numberOf = (territory) =>
        territory.querySelector("[href='#badge']") ?? territory.querySelector(".badge-row");
    const numbers = [...document.querySelectorAll(".territory")].map((territory) =>
        [territory.dataset.name, middle(numberOf(territory))]);
    return [...document.querySelectorAll(".marked-names text")].map((name) => {
        const [x, y] = middle(name);
        const away = ([, [a, b]]) => Math.hypot(a - x, b - y);
        const [nearest] = numbers.reduce((one, other) => (away(other) < away(one) ? other : one));
        return [name.textContent, nearest];
    }).filter(([own, nearest]) => own !== nearest);
}"""
"""The names on the map that are nearest to another territory's number, with that territory."""
MAP_SIZE = "() => document.querySelector('.board-layers').getBoundingClientRect().width"
RENDERING = "() => getComputedStyle(document.querySelector('.board .badge-row text')).textRendering"


def test_names_keep_their_size_when_the_sheet_grows(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("reader-of-names", until="own_attacks")
    page = person.page
    page.locator("#panel a.pick[data-role=source]").first.click()
    expect(page.locator("#panel a.pick[data-role=target]").first).to_be_visible()
    page.locator("#panel a.pick[data-role=target]").first.click()
    expect(page.locator("#panel .attack-modes")).to_be_visible()
    page.wait_for_function(
        f"() => {{ const sizes = ({SIZES})(); "
        "return sizes.length && sizes.every((size) => size === 11); }"
    )
    # Chromium draws numbers beside their badges otherwise.
    assert page.evaluate(RENDERING) == "geometricprecision"


@pytest.mark.parametrize("ruleset", ["greyhawk", "classic"])
def test_a_name_is_nearest_to_the_number_of_its_territory(visitor, ruleset):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = person.page
    for until in ("begun", "own_attacks"):
        person.sit_alone(f"near-{ruleset}-{until}", until, ruleset=ruleset)
        assert page.evaluate(MISLEADING) == []
    for role in ("source", "target"):
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").last.click()
        page.wait_for_function(SETTLED)
        for size in ({"width": 740, "height": 360}, {"width": 360, "height": 740}):
            page.set_viewport_size(size)
            assert page.evaluate(MISLEADING) == []


def test_a_wide_map_comes_closer_for_an_attack_unless_the_player_has_zoomed(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("closer", "own_attacks", ruleset="classic")
    page = person.page
    sources = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]")
    back = page.locator("#panel-back")
    at_rest = page.evaluate(MAP_SIZE)
    sources.first.click()
    page.wait_for_function(f"rest => ({MAP_SIZE})() > rest * 1.1", arg=at_rest)
    assert page.evaluate(MAP_SIZE) < at_rest * 1.81
    back.click()
    page.wait_for_function(f"rest => Math.abs(({MAP_SIZE})() - rest) < 1", arg=at_rest)
    page.get_by_role("button", name="Zoom in").click()
    zoomed = page.evaluate(MAP_SIZE)
    sources.first.click()
    expect(back).to_be_visible()
    page.wait_for_function(SETTLED)
    assert page.evaluate(MAP_SIZE) == pytest.approx(zoomed, abs=1)


def test_a_scene_names_its_territory(visitor):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    person = visitor(**phone, reduced_motion="no-preference")
    person.sit_alone("watcher-of-names", "own_attacks")
    page = person.page
    names = page.locator(".marked-names text")
    territory = page.locator(".territory:not(.is-choosable)").first
    place, name = territory.get_attribute("id"), territory.get_attribute("data-name")
    expect(names.filter(has_text=name)).to_have_count(0)
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    news = f'<p data-scene="news" data-at="{place.removeprefix("terr-")}">Taken.</p>'
    page.evaluate(DELIVER, [f'<div id="stage">{news}</div>'])
    page.clock.run_for(500)
    expect(names.filter(has_text=name)).to_have_count(1)
    page.clock.run_for(5_000)
    expect(page.locator(".scene")).to_be_hidden()
    expect(names.filter(has_text=name)).to_have_count(0)
