"""The names on a small map: their size, their places, and the territories that have one."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.support.browser.animations import DELIVER
from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED, choose_source_by_land

SIZES = """() => {
    const map = document.querySelector(".marked-names").ownerSVGElement;
    const scale = map.getBoundingClientRect().width / map.viewBox.baseVal.width;
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
    // A line joins other names to their territories.
    return [...document.querySelectorAll(".marked-names text:not(.is-joined)")].map((name) => {
        const [x, y] = middle(name);
        const away = ([, [a, b]]) => Math.hypot(a - x, b - y);
        const [nearest] = numbers.reduce((one, other) => (away(other) < away(one) ? other : one));
        return [name.textContent, nearest];
    }).filter(([own, nearest]) => own !== nearest);
}"""
"""The names on the map that are nearest to another territory's number, with that territory."""
MAP_SIZE = "() => document.querySelector('.board-layers').getBoundingClientRect().width"
RENDERING = "() => getComputedStyle(document.querySelector('.board .badge-row text')).textRendering"


def test_names_keep_their_size_when_the_map_grows(visitor):
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


LEAST_NAME = """() => {
    const scale = document.querySelector(".board-layers").getBoundingClientRect().width / 1200;
    const names = document.querySelector(".board-names");
    const enlarged = Number(getComputedStyle(names).getPropertyValue("--name-scale"));
    const drawn = [...document.querySelectorAll(".marked-names text")];
    const sizes = drawn.map((name) => Number(name.getAttribute("font-size")) * scale);
    const isDrawn = getComputedStyle(names).display !== "none";
    return Math.min(...sizes, ...(isDrawn ? [10.7 * scale * enlarged] : []));
}"""
"""The size in pixels of the smallest name on the map of the world, whose file has names of 10.7."""


def test_names_of_the_world_are_at_least_11_pixels_high(visitor):
    person = visitor()
    person.sit_alone("reader-of-the-world", "own_attacks", ruleset="classic")
    page, found = person.page, {}
    pick = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]").first
    name = page.locator(f"#terr-{pick.get_attribute('data-territory')}").get_attribute("data-name")
    pick.click()
    page.wait_for_function(SETTLED)
    for width, height in ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        found[width] = page.evaluate(LEAST_NAME)
        assert width == 1920 or name in page.locator(".marked-names text").all_text_contents()
    assert min(found.values()) > 10.99, found
    outlines = (settings.ROOT / "static/drawing/board/world/outlines.svg").read_text()
    assert min(map(float, re.findall(r'font-size="calc\(([\d.]+)px', outlines))) == 10.7


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


UNJOINED = ".marked-names text:not(.is-joined)"
ON_OTHERS = """(unjoined) => [...document.querySelectorAll(unjoined)].filter((name) => {
    const box = (element) => element.getBoundingClientRect();
    const own = [...document.querySelectorAll(".territory")]
        .find((each) => each.dataset.name === name.textContent);
    const { top, bottom } = box(own.querySelector(".badge-row"));
    const { left, right, top: y, bottom: below } = box(name);
    const middle = (y + below) / 2;
    // Above and below its number, a name is wider than many territories.
    if (middle < top - 1 || middle > bottom + 1) return false;
    const over = document.elementsFromPoint((left + right) / 2, middle)
        .map((each) => each.closest(".territory")).find((each) => each);
    return over && over !== own;
}).map((name) => name.textContent)"""
"""The names beside their numbers that are over another territory, without a line."""


def test_a_tablet_names_territories_without_misleading(visitor):
    person = visitor(viewport={"width": 768, "height": 1024}, has_touch=True)
    page = person.page
    for until in ("begun", "own_attacks", "own_spoils"):
        person.sit_alone(f"near-tablet-{until}", until)
        assert page.evaluate(MISLEADING) == []
        assert page.evaluate(ON_OTHERS, UNJOINED) == []
        # Its number is close to three others.
        assert "Bonewood" in named_on_the_map(page)
    for place in ("hollow_highlands", "bonewood"):
        page.locator(f"#terr-{place} .badge-row").click()
        named = page.locator(f"#terr-{place}").get_attribute("data-name")
        assert named in named_on_the_map(page)
        assert page.evaluate(MISLEADING) == []
        assert page.evaluate(ON_OTHERS, UNJOINED) == []


SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
COVERED = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect());
    // The box of a text is higher than its letters.
    const covers = (name) => boxes(".territory .badge-row").some((badge) =>
        badge.right > name.left && badge.left < name.right
        && badge.bottom > name.top + 3 && badge.top < name.bottom - 3);
    return boxes(".marked-names text").filter(covers).length;
}"""
"""How many names cover a number of armies."""


DRAWN = """async () => {
    for (const _ of Array(3)) await new Promise(requestAnimationFrame);
}"""
"""Waits until the names are drawn after a change of the map's size."""


def named_on_the_map(page):
    """Return the names that the map shows, once it has been drawn at its present size."""
    page.evaluate(DRAWN)
    return page.locator(".marked-names text").all_text_contents()


@pytest.mark.parametrize("ruleset", ["greyhawk", "castle", "classic"])
def test_a_map_held_sideways_names_the_territories_of_an_attack(visitor, ruleset):
    person = visitor(**SIDEWAYS)
    person.sit_alone(f"names-{ruleset}", "own_second_attacks", ruleset=ruleset)
    page, chosen = person.page, []
    for at in ("first", "last"):
        chosen.clear()
        for role in ("source", "target"):
            pick = getattr(page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]"), at)
            place = pick.get_attribute("data-territory")
            chosen.append(page.locator(f"#terr-{place}").get_attribute("data-name"))
            pick.click()
            page.wait_for_function(SETTLED)
            for width, height in ((740, 360), (667, 375), (844, 390)):
                page.set_viewport_size({"width": width, "height": height})
                assert set(chosen) <= set(named_on_the_map(page)), (width, chosen)
                assert page.evaluate(COVERED) == 0
                assert min(page.evaluate(SIZES)) >= 11
        for _ in chosen:
            page.locator("#panel-back").click()
            page.wait_for_function(SETTLED)


def test_a_map_held_sideways_names_suggested_and_pressed_territories(visitor):
    person = visitor(**SIDEWAYS)
    person.sit_alone("names-suggested", "own_spoils")
    page = person.page
    fields = page.locator("#panel .placing-row input")
    suggested = [each for each in fields.all() if each.input_value() != "0"]
    places = [each.get_attribute("data-territory") for each in suggested]
    names = {page.locator(f"#terr-{place}").get_attribute("data-name") for place in places}
    assert names and names <= set(named_on_the_map(page))
    other = page.locator(".territory:not(.is-choosable)").first
    other.locator(".badge-row").click()
    assert other.get_attribute("data-name") in named_on_the_map(page)


def test_names_of_a_choice_leave_a_small_map_when_it_is_over(visitor):
    person = visitor(**SIDEWAYS)
    person.sit_alone("names-of-the-past", "own_spoils")
    page = person.page
    page.locator(".territory:not(.is-choosable)").first.locator(".badge-row").click()
    assert named_on_the_map(page)
    page.evaluate(WAITING)
    assert named_on_the_map(page) == []


WAITING = """() => {
    const panel = document.getElementById("panel");
    panel.querySelector(".panel-body").replaceChildren();
    panel.dataset.offer = "another";
    panel.dispatchEvent(new Event("change", { bubbles: true }));
}"""
"""Empties the panel as when the game waits for others."""


@pytest.mark.sources
def test_a_animation_hides_the_names_of_the_choice_before_it(visitor):
    person = visitor(**SIDEWAYS, reduced_motion="no-preference")
    person.sit_alone("names-in-animations", "own_attacks")
    page = person.page
    assert named_on_the_map(page)
    place = page.locator(".territory:not(.is-choosable)").first
    name, code = place.get_attribute("data-name"), place.get_attribute("id")
    news = f'<p data-animation="news" data-at="{code.removeprefix("terr-")}">Taken.</p>'
    person.stop_clock()
    page.evaluate(DELIVER, [f'<div id="latest_events">{news}</div>'])
    person.clock.run_for(500)
    assert page.locator(".marked-names text").all_text_contents() == [name]


@pytest.mark.covers("the zoom")
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


@pytest.mark.sources
def test_a_animation_names_its_territory(visitor):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    person = visitor(**phone, reduced_motion="no-preference")
    person.sit_alone("watcher-of-names", "own_attacks")
    page = person.page
    names = page.locator(".marked-names text")
    territory = page.locator(".territory:not(.is-choosable)").first
    place, name = territory.get_attribute("id"), territory.get_attribute("data-name")
    expect(names.filter(has_text=name)).to_have_count(0)
    person.stop_clock()
    news = f'<p data-animation="news" data-at="{place.removeprefix("terr-")}">Taken.</p>'
    page.evaluate(DELIVER, [f'<div id="latest_events">{news}</div>'])
    person.clock.run_for(500)
    expect(names.filter(has_text=name)).to_have_count(1)
    person.clock.run_for(5_000)
    expect(page.locator(".animation")).to_be_hidden()
    expect(names.filter(has_text=name)).to_have_count(0)


AS_TARGETS_BY_SEA = """names => {
    document.addEventListener("htmx:afterSwap", () => {
        const list = document.querySelector("#panel .picks a[data-role=target]")?.closest("li");
        const listed = [...document.querySelectorAll("#panel .picks a[data-territory]")]
            .map((link) => link.dataset.territory);
        for (const name of list ? names.filter((each) => !listed.includes(each)) : []) {
            const added = list.cloneNode(true), link = added.querySelector("a");
            Object.assign(link.dataset, { territory: name, route: "far" });
            list.after(added);
        }
    });
}"""
"""Lists these territories as targets by sea, unless the panel lists them, beside its targets."""
WHERE = "() => document.querySelector('.territory .badge-row').getBoundingClientRect().toJSON()"
"""Where the map is on the screen."""


def test_targets_by_sea_do_not_move_an_enlarged_map(visitor):
    person = visitor(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    person.sit_alone("map-mover", "own_second_attacks", ruleset="castle")
    page, found = person.page, []
    source = choose_source_by_land(page)
    for script in ("() => {}", AS_TARGETS_BY_SEA):
        page.reload()
        page.wait_for_function(SETTLED)
        ids = page.locator(".territory").evaluate_all("all => all.map((one) => one.id)")
        page.evaluate(script, [each.removeprefix("terr-") for each in ids])
        page.locator("[data-zoom=in]").click()
        page.locator(f"{CHOSEN_ON_MAP}[data-territory={source}]").click()
        page.wait_for_function(SETTLED)
        page.evaluate(DRAWN)
        found.append(page.evaluate(WHERE))
    assert page.locator("#panel .picks a[data-route=far]").count()
    assert found[0] == found[1]


ASTRAY = """() => {
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    const at = (x, y) => document.elementsFromPoint(x, y)
        .map((element) => element.closest(".territory")).find(Boolean);
    const isOther = (name) => (x) => {
        const { top, bottom } = name.getBoundingClientRect();
        const below = at(x, (top + bottom) / 2);
        return below?.classList.contains("is-choosable") && below.dataset.name !== name.textContent;
    };
    return [...document.querySelectorAll(".marked-names text.is-joined")].filter((name) => {
        const { left, right, top, bottom } = name.getBoundingClientRect();
        const isAcross = left >= map.left && right <= map.right;
        const isInSight = isAcross && top >= map.top && bottom <= map.bottom;
        return !isInSight || [left + 2, (left + right) / 2, right - 2].some(isOther(name));
    }).map((name) => name.textContent);
}"""
"""The names joined to their territories that are out of sight or over another one to choose."""


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.parametrize("ruleset", ["greyhawk", "castle"])
def test_no_name_of_a_target_is_out_of_sight_or_over_another_target(visitor, ruleset, size):
    width, height = size
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    person = visitor(**phone)
    person.sit_alone(f"astray-{ruleset}-{width}", "own_attacks", ruleset=ruleset)
    page, sources = person.page, person.page.locator(f"{CHOSEN_ON_MAP}[data-role=source]")
    for index in range(sources.count()):
        sources.nth(index).click()
        page.wait_for_function(SETTLED)
        chosen = page.locator(".territory.is-chosen").get_attribute("data-name")
        assert set(page.evaluate(ASTRAY)) <= {chosen}
        page.locator("#panel-back").click()
        page.wait_for_function(SETTLED)


ELSEWHERE = """() => [...document.querySelectorAll("[data-sign-of]")].filter((sign) => {
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    const { left, right, top, bottom } = sign.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < map.left || x > map.right || y < map.top || y > map.bottom) return false;
    const hit = document.elementFromPoint(x, y);
    return hit.closest("[data-sign-of]") !== sign && !hit.closest(`#terr-${sign.dataset.signOf}`);
}).map((sign) => sign.dataset.signOf)"""
"""The territories whose sign belongs to another territory for a pointer."""


@pytest.mark.covers("choices on the map")
def test_signs_of_choices_belong_to_their_territory(visitor):
    person = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    person.sit_alone("signs", "own_attacks", ruleset="castle")
    page, sources = person.page, person.page.locator(f"{CHOSEN_ON_MAP}[data-role=source]")
    for index in range(sources.count()):
        sources.nth(index).click()
        page.wait_for_function(SETTLED)
        assert page.evaluate(ELSEWHERE) == []
        page.locator("#panel-back").click()
        page.wait_for_function(SETTLED)
    place = sources.first.get_attribute("data-territory")
    page.locator(f"[data-sign-of={place}] use").click()
    expect(page.locator(f"#terr-{place}")).to_contain_class("is-chosen")
