"""The log follows its newest line, notes tell of losses, and no card covers a choice."""

from base64 import b64encode

import pytest
from playwright.sync_api import expect

from tests.support.browser.animations import (
    AFTER_A_BROKEN_PUSH,
    DELIVER,
    FAST_ANIMATIONS,
    HEARS_AFTER_A_DIALOG,
    INCLUDE_RESULT,
    LOSS_AND_CARD,
    LOSSES,
    ORDER_OF_A_CAPTURE,
    SHOW_RESULT,
    SHOW_WITHOUT_ANIMATION,
    TOP_OF_PLAYERS_BELOW_EVENTS,
)
from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME

LINES_BEFORE_THE_SCROLL_EVENT = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const lines = document.getElementById('log-lines');
    const add = () => {
        lines.append(...Array.from({ length: 40 }, () => lines.lastElementChild.cloneNode(true)));
        document.dispatchEvent(new CustomEvent('htmx:oobAfterSwap', { detail: { target: lines } }));
    };
    add();
    // The page has scrolled to the end in this frame; its scroll event comes with the next.
    await frame();
    add();
    for (let count = 0; count < 3; count++) await frame();
    const tab = document.getElementById('tab-log');
    return tab.scrollHeight - tab.clientHeight - tab.scrollTop;
}"""

HOVER_EACH = """() => {
    const covered = [];
    const card = document.querySelector('.board-tooltip');
    const badges = [...document.querySelectorAll('.territory.is-choosable .badge-row')];
    for (const badge of badges) {
        const { left, top, width, height } = badge.getBoundingClientRect();
        const point = { clientX: left + width / 2, clientY: top + height / 2 };
        const over = { ...point, pointerType: 'mouse', bubbles: true };
        badge.dispatchEvent(new PointerEvent('pointerover', over));
        const box = card.getBoundingClientRect();
        const isUnder = (other) => {
            const it = other.getBoundingClientRect();
            return it.right > box.left && it.left < box.right
                && it.bottom > box.top && it.top < box.bottom;
        };
        if (badges.some(isUnder)) covered.push(badge.closest('.territory').dataset.name);
    }
    return [badges.length, covered];
}"""

GO_ON = """() => {
    const lines = document.getElementById('log-lines');
    const swapped = () => new CustomEvent('htmx:oobAfterSwap', { detail: { target: lines } });
    for (const [state, text] of [['open', 'one'], ['continues', 'two'], ['continues', 'three']]) {
        const part = `<details><summary>Sum ${text}</summary><p>Battle ${text}</p></details>`;
        const line = `<li data-kind="battle_fought" data-open data-${state}>${part}</li>`;
        lines.insertAdjacentHTML('beforeend', line);
        document.dispatchEvent(swapped());
    }
    return [...lines.children].slice(-2).map((line) => line.textContent.trim());
}"""
"""Adds the line of an attack, then continues it twice; returns the log's last two lines."""

COVERS_MAP = """(notes) => {
    const map = document.querySelector(".board-viewport").getBoundingClientRect();
    const { top, left, right, bottom } = notes.getBoundingClientRect();
    return left < map.right && right > map.left && top < map.bottom && bottom > map.top;
}"""

IN_FORCE_COMES_FIRST = """() => {
    const [force, turns] = ["#forces", ".turns-place"].map((part) => document.querySelector(part));
    return Boolean(force.compareDocumentPosition(turns) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
"""Whether the effects in force are above the list of turns."""

LONG_CARD = """<div data-animation="card"><h3>Azure Storms!</h3><p class="event-text">
    Until the end of Captain Elm’s next turn nobody attacks or moves armies into or out of
    territories on the Azure Sea, and no fleet passes it. <a>EVT-9</a></p></div>"""
"""An event card with the long text of a storm."""

COVERED_PART_OF_MAP = """(notes) => {
    const map = document.querySelector('.board-viewport').getBoundingClientRect();
    return (map.bottom - notes.getBoundingClientRect().top) / map.height;
}"""

LAST_PLACEMENTS = """async () => {
    const module = await import("/static/table/panel/last-placement.js");
    const { placedLastTurn, rememberPlacement } = module;
    const before = (round) => JSON.stringify(placedLastTurn(round));
    const found = [];
    for (const [round, armies] of [[0, 1], [1, 2], [1, 3], [2, 4]]) {
        rememberPlacement(round, { "place:ekul": armies });
        found.push(before(round));
    }
    return [...found, before(3)];
}"""
"""Places armies during set-up, twice in the first turn, and in the second."""


@pytest.mark.covers("the log and the map's card")
@pytest.mark.sources
def test_the_log_follows_and_the_card_covers_no_choice(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    choices, covered = page.evaluate(HOVER_EACH)
    assert choices and covered == []
    last = [f'{{"place:ekul":{armies}}}' for armies in (3, 4)]
    assert page.evaluate(LAST_PLACEMENTS) == ["null", "null", "null", *last]
    assert page.evaluate(LINES_BEFORE_THE_SCROLL_EVENT) < 2
    before, attack = page.evaluate(GO_ON)
    assert "Battle" not in before
    assert attack == "Sum threeBattle oneBattle twoBattle three"
    # The chosen source has no card, which could cover its targets.
    source = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]").first
    badge = page.locator(f"#terr-{source.get_attribute('data-territory')} .badge-row")
    badge.hover()
    expect(page.locator(".board-tooltip")).to_be_visible()
    badge.click()
    page.locator("#panel [data-role=target]").first.wait_for()
    page.locator("#panel-heading").hover()
    badge.hover()
    expect(page.locator(".board-tooltip")).to_be_hidden()
    # A loss and an event card shown without an animation stay noted, until dismissed.
    seat = page.locator("#announcements").get_attribute("data-seat")
    page.evaluate(SHOW_WITHOUT_ANIMATION, LOSS_AND_CARD.replace("{seat}", seat))
    notes = page.locator(".notes li")
    expect(notes).to_have_text(["You lost Rauxes to Elm.", "Plague: Some die."])
    # The result of a move replaces the notes that it repeats: they would cover it.
    page.evaluate(SHOW_RESULT, "You drew “Plague”. Idee lost 2 armies.")
    page.evaluate(INCLUDE_RESULT)
    expect(notes).to_have_text(
        ["You drew “Plague”. Idee lost 2 armies.", "You lost Rauxes to Elm."]
    )
    notes = page.locator(".notes li.is-loss")
    # Further losses share one note.
    page.evaluate(SHOW_WITHOUT_ANIMATION, LOSSES.replace("{seat}", seat))
    expect(notes.first).to_have_text("You lost Rauxes, Idee and Ratik.")
    page.evaluate(SHOW_WITHOUT_ANIMATION, LOSSES.replace("{seat}", seat).replace("Idee", "Almor"))
    expect(notes.first).to_have_text("You lost Rauxes, Idee and 2 more territories.")
    noted = page.get_by_label("Since your last move")
    expect(noted).to_be_in_viewport(ratio=1)
    assert not noted.evaluate(COVERS_MAP)
    noted.get_by_role("button", name="OK").click()
    expect(noted).to_be_hidden()
    assert page.evaluate(IN_FORCE_COMES_FIRST)
    brisk = page.get_by_role("button", name="Brisk")
    expect(brisk).to_be_hidden()
    page.get_by_text("Speed and sound").click()
    expect(brisk).to_be_visible()
    # A capture is announced when the map and the log show it.
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(f"() => {{ {FAST_ANIMATIONS} }}")
    ids = page.locator(".territory").evaluate_all("all => all.map(({ id }) => id)")
    territories = [each.removeprefix("terr-") for each in ids[:2]]
    order, places, stale = page.evaluate(ORDER_OF_A_CAPTURE, territories)
    assert order == ["attack", "page", "news"] and places == [True, True]
    assert stale == ["true", "true", None]
    top, top_below_full = page.evaluate(TOP_OF_PLAYERS_BELOW_EVENTS)
    assert top == top_below_full
    # Neither a push that cannot be shown nor a closed dialog stops the page.
    assert page.evaluate(AFTER_A_BROKEN_PUSH)
    player.forgive("Broken push", "Error: Broken push")
    assert page.evaluate(HEARS_AFTER_A_DIALOG)


@pytest.mark.sources
def test_notes_leave_most_of_the_map_free_on_a_phone_and_then_all_of_it(visitor):
    player = visitor(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    player.quick_play("own_attacks")
    page = player.page
    page.evaluate(SHOW_WITHOUT_ANIMATION, 3 * LONG_CARD)
    notes = page.get_by_label("Since your last move")
    assert notes.evaluate(COVERED_PART_OF_MAP) < 1 / 3
    notes.get_by_role("listitem").last.scroll_into_view_if_needed()
    expect(notes.get_by_role("listitem").last).to_be_in_viewport()
    notes.get_by_role("button", name="OK").click()
    expect(notes).to_be_hidden()
    player.stop_clock()
    page.evaluate(SHOW_WITHOUT_ANIMATION, LONG_CARD)
    player.clock.run_for(4_000)
    expect(notes).to_be_visible()
    player.clock.run_for(20_000)
    expect(notes).to_be_hidden()


COLOURS = """async ([png, height]) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, height);
    const spread = (colours) => Math.max(...colours) - Math.min(...colours);
    return Math.max(...[0, 1, 2].map((one) => spread(data.filter((_, at) => at % 4 === one))));
}"""
"""The largest difference between the colours of the highest pixels of a picture."""
FAINT = 8


def test_the_upper_edge_of_the_log_cuts_no_line_in_half(visitor):
    for scheme in ("light", "dark"):
        reader = visitor(viewport={"width": 1024, "height": 768}, color_scheme=scheme)
        reader.sit_alone(f"edge-{scheme}", "own_second_attacks")
        page = reader.page
        log = page.locator("#tab-log")
        log.scroll_into_view_if_needed()
        for back in range(0, 40, 5):
            log.evaluate("(log, back) => log.scrollBy(0, -back)", back)
            picture = b64encode(log.screenshot()).decode()
            assert page.evaluate(COLOURS, [picture, 2]) <= FAINT, (scheme, back)


@pytest.mark.sources
def test_notes_never_cover_the_result_of_a_move(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    text = '<p class="event-text">Some die. <a>?</a></p>'
    card = f'<div data-animation="card"><h3>Plague</h3>{text}</div>'
    notes = page.get_by_label("Since your last move")
    for result, texts in (
        ("Plague: Some die.", ["Plague: Some die."]),
        ("Ekul captured.", ["Ekul captured.", "Plague: Some die."]),
    ):
        push = f'<div id="latest_events" data-result="{result}">{card}</div>'
        page.evaluate(DELIVER, [push])
        expect(notes.get_by_role("listitem")).to_have_text(texts)
        expect(page.locator("#move-result")).to_be_hidden()
        notes.get_by_role("button", name="OK").click()


SHOWN_LINES = """() => [...document.querySelectorAll("#log-lines > li")]
    .filter((line) => line.offsetHeight > 0)
    .map((line) => line.dataset.kind)"""


def test_a_filtered_log_has_no_headings_of_turns_without_lines(visitor):
    reader = visitor()
    reader.sit_alone("filters-the-log", "own_second_attacks")
    page = reader.page
    before = page.evaluate(SHOWN_LINES)
    page.get_by_role("button", name="Enlarge").click()
    topic = page.get_by_label("Show lines of this kind")
    for wanted in ("battles", "cards"):
        topic.select_option(wanted)
        shown = page.evaluate(SHOWN_LINES)
        assert set(shown) > {"turn_began"}
        pairs = zip(shown, [*shown[1:], "turn_began"], strict=True)
        assert ("turn_began", "turn_began") not in pairs
    topic.select_option("")
    assert page.evaluate(SHOWN_LINES) == before


ALONE = """() => [...document.querySelectorAll("a.rule")].filter((sign) => {
    const before = document.createRange();
    before.setStart(sign.parentElement, 0);
    before.setEndBefore(sign);
    const words = [...before.getClientRects()].filter(({ width, height }) => width && height);
    const { top, height } = sign.getBoundingClientRect();
    return words.length > 0 && height > 0 && top > words.at(-1).bottom - 4;
}).map((sign) => sign.parentElement.textContent.trim())"""
"""The texts whose question mark is alone on a line."""


FOLDED_WITH_RULE = """() => {
    const line = document.createElement("li");
    line.innerHTML = `<details><summary>${"You attacked Almor from Oldred. ".repeat(3)}</summary>
        <p>You rolled 6.</p></details>&nbsp;<a class="rule">?</a>`;
    document.querySelector("#log-lines").append(line);
}"""
"""Adds a folded attack with a link to a rule to the log."""
BESIDE_FOLDED = """() => {
    const line = document.querySelector("#log-lines").lastElementChild;
    const box = (selector) => line.querySelector(selector).getBoundingClientRect();
    const [link, text] = [box(".rule"), box("summary")];
    return link.top < text.bottom - 4 && link.left >= text.right;
}"""
"""Whether the link to the rule of the last line is beside its folded text."""


def test_no_question_mark_is_alone_on_a_line(visitor):
    reader = visitor(viewport={"width": 1300, "height": 768})
    reader.sit_alone("asks-often", "own_second_attacks")
    page = reader.page
    page.evaluate(FOLDED_WITH_RULE)
    assert page.evaluate(BESIDE_FOLDED)
    alone = {}
    for width in range(920, 1300, 10):
        page.set_viewport_size({"width": width, "height": 768})
        page.evaluate(NEXT_FRAME)
        alone[width] = page.evaluate(ALONE)
    assert {width: texts for width, texts in alone.items() if texts} == {}


LENGTHEN = """async () => {
    const lines = document.getElementById("log-lines");
    const line = lines.querySelector("li:not([data-round])");
    lines.prepend(...Array.from({ length: 200 }, () => line.cloneNode(true)));
    document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail: { target: lines } }));
    for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame);
    return lines.childElementCount;
}"""
"""Puts 200 lines before the log and reports a push; returns the number of lines afterwards."""
LEFT_BELOW = "log => log.scrollHeight - log.clientHeight - log.scrollTop"


def test_a_long_log_drops_old_rounds_and_fetches_them_again(visitor):
    reader = visitor()
    reader.sit_alone("reads-long", "own_second_attacks")
    page = reader.page
    log, link = page.locator("#tab-log"), page.locator(".log-earlier a")
    turns = page.locator("#turns").inner_text()
    assert turns
    # A reader who has scrolled back keeps the lines.
    log.evaluate("log => log.scrollBy(0, -100)")
    page.evaluate(NEXT_FRAME)
    before = log.evaluate(LEFT_BELOW)
    assert page.evaluate(LENGTHEN) > 200
    assert log.evaluate(LEFT_BELOW) == before > 40
    # So does one who filters.
    topic = page.locator("#log-topic")
    topic.evaluate("list => list.value = 'battles'")
    log.evaluate("log => log.scrollTo(0, log.scrollHeight)")
    page.evaluate(NEXT_FRAME)
    assert page.evaluate(LENGTHEN) > 400
    topic.evaluate("list => list.value = ''")
    assert page.evaluate(LENGTHEN) < 200
    assert log.evaluate(LEFT_BELOW) < 2
    expect(page.locator("#log-lines > li").first).to_have_attribute("data-round", "1")
    assert page.locator("#turns").inner_text() == turns
    expect(link).to_have_text("The set-up")
    link.evaluate("link => link.click()")
    expect(page.locator(".log-lines").first).to_contain_text("stronghold")
    expect(link).to_have_count(0)
