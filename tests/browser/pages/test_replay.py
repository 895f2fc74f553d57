"""The replay of a game: any step by keyboard, slider, link and eyes, as the server draws it."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults

SHOWN = """() => {
    const text = (selector) => document.querySelector(selector).innerText.replace(/\\s+/g, " ");
    const says = (element) => element?.dataset.says;
    return {
        place: text(".replay-place"),
        step: text("[data-step]"),
        lines: text("[data-lines]"),
        marks: [...document.querySelectorAll("#marks [data-says]")].map(says),
        holdings: text(".holdings"),
        territories: [...document.querySelectorAll(".territory")].map((territory) => [
            territory.id,
            territory.querySelector(".territory-fill").getAttribute("class"),
            territory.querySelector(".territory-badges").getAttribute("class"),
            ...[...territory.querySelectorAll(".territory-badges use")].map(
                (use) => use.getAttribute("href")),
            says(territory.querySelector(".territory-badges > text")),
            territory.querySelector(".territory-badges > text").textContent,
        ]),
    };
}"""
"""What a page shows of a step."""

MOVING = "document.querySelector('.animation').getAnimations({ subtree: true }).length"
"""The number of animations in the box with the dice."""

PLAYS = re.compile("is-playing")


@pytest.fixture(scope="module")
def finished(site):
    """A finished game: (code, sessions of its two players)."""
    return site.prepare("finished", people=["replayer", "replayed"], captains=1)


@pytest.fixture
def replay(visitor, finished):
    """A function that opens the replay of the game for a new visitor, who is one of its players."""
    code, [session, _] = finished

    def opened(query="", **options):
        one = visitor(**options)
        one.log_in(session)
        one.page.goto(f"/games/{code}/replay/{query}")
        return one

    return opened


def _at(page, step):
    expect(page.locator("[data-step]")).to_contain_text(f"Step {step} of")
    expect(page.locator("#replay")).not_to_have_attribute("aria-busy", "true")


def _step_of(page):
    return int(page.get_by_label("Step", exact=True).input_value())


def _last(page):
    return int(page.get_by_label("Step", exact=True).get_attribute("max"))


def _press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    return _step_of(page)


@pytest.mark.covers("the replay of a game by keyboard, slider and link")
def test_each_way_to_a_step_shows_what_the_server_draws(replay):
    one, other = replay(), replay(java_script_enabled=False)
    page = one.page
    last = _last(page)
    ways = [
        ("ArrowRight", "ArrowRight", "ArrowLeft"),
        ("b", "b", "B"),
        ("Shift+ArrowRight", "t", "T"),
        ("Control+ArrowRight",),
        ("End",),
        ("Control+ArrowLeft", "b"),
        ("Home",),
    ]
    steps = []
    for keys in ways:
        step = _press(page, *keys)
        steps.append(step)
        _at(page, step)
        other.page.goto(f"{page.url.split('?')[0]}?at={step}")
        assert page.evaluate(SHOWN) == other.page.evaluate(SHOWN), f"{keys}, step {step}"
    assert steps[0] == 1
    assert steps[4] == last
    assert len(set(steps)) == len(steps)
    slider = page.get_by_label("Step", exact=True)
    slider.fill(str(last // 2))
    _at(page, last // 2)
    expect(page).to_have_url(re.compile(rf"at={last // 2}\b"))
    other.page.goto(page.url)
    assert page.evaluate(SHOWN) == other.page.evaluate(SHOWN)


def test_turn_keys_lead_to_the_outcome_which_is_spoken(replay):
    page = replay("?at=0").page
    steps = [0]
    while steps[-1] < _last(page):
        steps.append(_press(page, "t"))
        assert steps[-1] > steps[-2]
    assert len(steps) > 6
    _at(page, steps[-1])
    lines = page.locator("[data-lines]")
    expect(lines).to_have_attribute("aria-live", "polite")
    expect(lines).to_contain_text("Game over")


def test_a_shared_moment_has_colours_for_names_until_the_link_is_withdrawn(finished, visitor):
    code, [session, _] = finished
    player, stranger = visitor(), visitor()
    player.log_in(session)
    player.page.goto(f"/games/{code}/")
    player.page.get_by_role("button", name="Share this game").click()
    link = player.page.locator("#sharing a[href^='/watch/']").inner_text()
    answer = stranger.page.goto(f"{link}?at=7&eyes=public")
    assert answer.status == 200
    _at(stranger.page, 7)
    names = stranger.page.locator(".holdings-player b").all_inner_texts()
    assert any(name.startswith("replayer") for name in names)
    assert not any(name.startswith("replayed") for name in names)
    player.page.get_by_role("button", name="Withdraw the link").click()
    expect(player.page.locator("#sharing")).to_contain_text("You have withdrawn the link")
    assert stranger.page.reload().status == 404


@pytest.mark.covers("playing a whole game in the replay")
def test_a_whole_game_plays_without_animations_for_those_who_prefer_none(replay):
    one = replay("?at=0")
    one.stop_clock()
    page = one.page
    page.reload()
    page.keyboard.press(">")
    page.keyboard.press(">")
    page.keyboard.press(" ")
    button = page.get_by_role("button", name="Pause")
    expect(button).to_be_visible()
    expect(page.locator("[data-lines]")).to_have_attribute("aria-live", "off")
    seen = {_step_of(page)}
    while PLAYS.search(page.locator("[data-play]").get_attribute("class")):
        one.clock.run_for(400)
        seen.add(_step_of(page))
    last = _last(page)
    assert seen | {0} == set(range(last + 1))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("[data-lines]")).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Home")
    one.clock.run_for(1000)
    _at(page, 0)


@pytest.mark.covers("the table's animations in the replay")
def test_battles_are_played_with_the_tables_animations(replay):
    page = replay(reduced_motion="no-preference").page
    page.get_by_label("Speed").select_option("4×")
    page.locator("body").press("b")
    battle = _step_of(page)
    expect(page.locator(".animation .attack")).to_be_visible()
    assert page.evaluate(MOVING) == 0
    page.locator("body").press("ArrowLeft")
    _at(page, battle - 1)
    expect(page.locator(".animation")).to_be_hidden()
    page.locator("body").press(" ")
    expect(page.locator(".animation .attack")).to_be_visible()
    page.locator("body").press(" ")
    expect(page.locator(".animation")).to_be_hidden()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.covers("whose eyes the replay has")
def test_eyes_decide_which_cards_are_named(replay):
    page = replay("?at=5").page
    hands = page.locator("[data-hand] li")
    expect(hands.first).to_be_visible()
    counts = page.locator("[data-cards]").all_inner_texts()
    page.get_by_label("Whose eyes").select_option("public")
    expect(hands).to_have_count(0)
    assert page.locator("[data-cards]").all_inner_texts() == counts
    _at(page, 5)
    page.get_by_label("Whose eyes").select_option("open")
    expect(hands.first).to_be_visible()


@pytest.mark.covers("the replay on phones, and its accessibility")
def test_a_phone_has_the_map_and_the_controls_in_one_view(replay):
    one = replay("?at=9", viewport={"width": 360, "height": 740}, has_touch=True)
    page = one.page
    window = {"width": 360, "height": 740}
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
    for button in (*page.locator(".replay-steps > *").all(), page.get_by_label("Step", exact=True)):
        box = button.bounding_box()
        assert box["y"] + box["height"] <= window["height"]
        assert box["height"] >= 30
    page.get_by_role("link", name="Next step").tap()
    _at(page, 10)
    assert grave_faults(page) == []


@pytest.mark.covers("the replay's accessibility on desktops")
def test_the_replay_passes_axe(replay):
    page = replay("?at=9").page
    lane = page.locator(".timeline-lane").first
    toggle = lane.locator("[aria-pressed]")
    toggle.press(" ")
    expect(lane.locator("path")).to_be_hidden()
    expect(lane.get_by_role("button", name="go to the next one")).to_be_disabled()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert grave_faults(page) == []
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.press("Enter")
    expect(lane.locator("path")).to_be_visible()


@pytest.mark.covers("asking what a general would do in a replay")
def test_a_player_asks_by_key_what_a_general_would_do(replay):
    page = replay().page
    own = page.evaluate("JSON.parse(document.getElementById('replay-data').textContent).own")
    button, answer = (
        page.get_by_role("button", name="What would a general do?"),
        page.locator("#general"),
    )
    other = next(step for step in range(_last(page)) if step not in own)
    page.goto(f"{page.url.partition('?')[0]}?at={other}")
    expect(button).to_be_hidden()
    page.goto(f"{page.url.partition('?')[0]}?at={own[-1]}#general")
    expect(answer).to_contain_text("A general would")
    assert grave_faults(page) == []
    page.keyboard.press("ArrowLeft")
    expect(answer).to_be_hidden()
    _at(page, own[-1] - 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("g")
    expect(answer).to_contain_text("A general would")


@pytest.mark.covers("a lost connection during a replay")
def test_what_did_not_load_can_be_loaded_again(replay):
    one = replay()
    page = one.page
    steps = "**/replay/steps/**"
    one.context.route(steps, lambda route: route.abort())
    page.get_by_label("Whose eyes").select_option("public")
    failure = page.get_by_role("alert")
    expect(failure).to_contain_text("didn’t load")
    one.context.unroute(steps)
    failure.get_by_role("button", name="Try again").click()
    expect(failure).to_be_hidden()
    expect(page.locator("[data-hand] li")).to_have_count(0)


@pytest.mark.covers("the replay without scripts")
def test_without_scripts_links_lead_through_the_game(replay):
    page = replay("?at=0", java_script_enabled=False).page
    page.get_by_role("link", name="Next turn").click()
    expect(page.locator(".replay-place")).to_contain_text("Round 1")
    page.get_by_role("link", name="Next step").click()
    page.get_by_label("Whose eyes").select_option("public")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("eyes=public"))
    expect(page.locator("[data-hand] li")).to_have_count(0)
