"""Phones held sideways: what one needs is in sight, and nothing moves under a finger."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.animations import DELIVER
from tests.support.browser.tables import CHOSEN_ON_MAP, NEXT_FRAME, SETTLED, choose_attack_by_land

SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
SIZES = (
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
    {"width": 844, "height": 390},
)


@pytest.fixture
def seat(visitor):
    """A function that opens a table on a phone held sideways; it returns the page."""

    def sit(name, until, *, is_offered=False, ruleset="greyhawk", **context):
        person = visitor(**SIDEWAYS, **context)
        terms = {"is_offered": True} if is_offered else {}
        person.sit_alone(name, until, ruleset=ruleset, **terms)
        return person.page

    return sit


@pytest.mark.covers("a phone held sideways")
def test_log_and_chat_come_into_view(seat):
    page = seat("talker", "own_attacks")
    message, newest = page.get_by_label("Message everyone"), page.locator("#log-lines > li").last
    page.get_by_role("tab", name="Chat").click()
    expect(message).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name="Log").click()
    expect(newest).to_be_in_viewport()
    # From a drawer too
    for name, content in (("Chat", message), ("Log", newest)):
        page.get_by_role("tab", name="Pacts").click()
        expect(page.get_by_role("button", name="Back to:")).to_be_in_viewport(ratio=1)
        page.get_by_role("tab", name=name).click()
        expect(content).to_be_in_viewport()


def test_all_choices_of_a_defence_show_while_an_offer_waits(seat):
    page = seat("offered", "own_defence", is_offered=True)
    expect(page.locator("#offers")).to_have_text("1 waiting for you")
    panel = page.locator("#panel")
    expect(panel.locator("[name=fortification]")).to_have_count(2)
    expect(panel.locator(".offers-line")).to_have_count(0)
    scopes = panel.locator("fieldset", has=page.locator("[name=scope]")).bounding_box()
    button = panel.locator(".primary").bounding_box()
    assert scopes["y"] + scopes["height"] <= button["y"]
    assert button["y"] + button["height"] <= 360


WATCH_PANEL = """([x, y]) => {
    const isPressable = () => Boolean(document.elementFromPoint(x, y)?.closest("#panel"));
    let pressedAt = Infinity;
    window.pressable = [];
    document.addEventListener("click", ({ target, timeStamp }) => {
        if (!target.closest(".animation-skip")) return;
        window.pressable.push(isPressable());
        pressedAt = timeStamp;
    });
    const note = ({ detail: { target } }) => {
        if (window.pressable.length === 1 && target?.id === "panel") {
            window.pressable.push(isPressable() && performance.now() - pressedAt < 300);
        }
    };
    document.addEventListener("htmx:afterSwap", note);
    document.addEventListener("htmx:oobAfterSwap", note);
}"""
"""Records in `window.pressable` whether a tap at a point would hit the panel: when Skip has been
pressed, and when the panel next changes, unless so late that nobody would mean Skip any more.
"""


def test_a_late_tap_on_skip_does_not_press_the_panel(seat):
    page = seat("skipper", "own_attacks", reduced_motion="no-preference")
    page.evaluate("() => { document.querySelector('#pace').dataset.pace = 'calm'; }")
    page.locator(CHOSEN_ON_MAP).first.click()
    page.wait_for_function(SETTLED)
    page.locator(CHOSEN_ON_MAP).first.click()
    page.locator("#attack-button-text").click()
    skip = page.locator(".animation-skip")
    box = skip.bounding_box()
    page.evaluate(WATCH_PANEL, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    skip.click()
    page.wait_for_function("() => window.pressable.length === 2")
    assert page.evaluate("window.pressable") == [False, False]
    # Soon the panel can be used.
    expect(page.locator(".is-settling")).to_have_count(0)


TELL = """waited => {
    document.getElementById("status").classList.remove("is-asked");
    document.querySelector(".status-headline").textContent = "General Cedar’s turn";
    document.querySelector(".status-detail").innerHTML = `<span class="status-round">Round 1</span>
        <span class="status-waiting">waiting for ${waited}</span>`;
}"""
"""Shows in the status which players the game is waiting for."""


@pytest.mark.parametrize("size", [(740, 360), (667, 375), (768, 1024)])
def test_the_status_keeps_its_height_whoever_is_awaited(visitor, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    person = visitor(**SIDEWAYS | {"viewport": viewport})
    person.sit_alone(f"waiter-{size[0]}", "own_second_attacks")
    page = person.page
    row = page.locator(".status-row")
    before = row.bounding_box()["height"]
    for waited in ("General Elm", "General Elm, General Birch, General Alder"):
        page.evaluate(TELL, waited)
        assert row.bounding_box()["height"] == pytest.approx(before, abs=0.5)


def test_a_tap_closes_what_a_phrase_shows_again(seat):
    page = seat("again", "own_second_attacks")
    page.locator("#last-turns summary").click()
    page.locator("#turns button").first.click()
    shown = page.locator(".animation[data-kind=again]")
    expect(shown).to_be_visible()
    assert page.locator(".board-animation .animation-edge").count()
    shown.click()
    expect(shown).to_be_hidden()
    expect(page.locator(".board-animation .animation-edge")).to_have_count(0)


REPLACE_WHEN_SENT = """() => document.addEventListener("htmx:beforeSend", ({ target: form }) => {
    queueMicrotask(() => form.replaceWith(form.cloneNode(true)));
}, { once: true })"""
"""Replace the form while its request is under way, as a push may do."""


@pytest.mark.parametrize("is_replaced", [False, True])
def test_the_button_says_for_a_moment_that_orders_are_saved(visitor, is_replaced):
    person = visitor(**SIDEWAYS)
    person.sit_alone(f"orderly-{is_replaced}".lower(), "own_attacks")
    page = person.page
    page.get_by_role("tab", name="Orders").click()
    page.get_by_role("button", name="Save orders").wait_for()
    if is_replaced:
        page.evaluate(REPLACE_WHEN_SENT)
    person.stop_clock()
    page.get_by_role("button", name="Save orders").click()
    expect(page.get_by_role("button", name="Saved")).to_be_in_viewport(ratio=1)
    person.clock.run_for(2_500)
    expect(page.get_by_role("button", name="Save orders")).to_be_visible()


def test_hints_and_tabs_are_whole_on_a_phone_held_sideways(visitor):
    person = visitor(**SIDEWAYS)
    person.quick_play("own_attacks")
    page = person.page
    page.locator("#panel-advice").click()
    expect(page.locator("#panel-back")).to_be_visible()
    hint, tabs = page.locator("#hints .hint:visible"), page.locator(".tabs")
    assert bottom_of(hint) <= tabs.bounding_box()["y"]
    page.locator(".table-sheet").evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    page.get_by_role("tab", name="Fairness").click()
    expect(page.get_by_role("button", name="Back to:")).to_be_in_viewport(ratio=1)
    assert bottom_of(tabs) <= 360


FACTS = """() => {
    // The sign shows only if more than these 8 pixels are below the buttons (more-below.js).
    const edge = document.querySelector("#panel .panel-foot").getBoundingClientRect().top + 8;
    const selector = "#panel :is(.panel-lead, .odds, .attack-fields, .attack > p)";
    const facts = [...document.querySelectorAll(selector)];
    return facts.map((fact) => fact.getBoundingClientRect().bottom <= edge);
}"""
"""For each text and choice of an attack, whether it is whole above the buttons."""
PLACES = """() => {
    const parts = ".table-sheet, .panel-scroll, .panel-foot, .panel-more, .odds, .attack-fields";
    return [...document.querySelectorAll(parts)].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return [part.className, Math.round(top), Math.round(bottom), part.scrollTop, part.hidden];
    });
}"""
"""Where the parts of the panel are, to explain a failure."""
MOST_PRESSES = 3


@pytest.mark.parametrize("ruleset", ["greyhawk", "castle", "classic"])
def test_all_facts_of_an_attack_show_or_a_sign_leads_to_them(visitor, ruleset):
    person = visitor(**SIDEWAYS)
    page, sign = person.page, person.page.locator(".panel-more")
    has_cards = ruleset in ("greyhawk", "castle")
    for until in ("own_second_attacks", *(("own_hero",) if has_cards else ())):
        person.sit_alone(f"facts-{ruleset}-{until}", until, ruleset=ruleset)
        choose_attack_by_land(page)
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate(NEXT_FRAME)
            if size["width"] == 740 and until == "own_second_attacks" and ruleset != "castle":
                assert all(page.evaluate(FACTS))
            for _ in range(MOST_PRESSES):
                if all(page.evaluate(FACTS)):
                    break
                # Nothing that can be pressed is only half in sight without the sign.
                sign.click()
                page.evaluate(NEXT_FRAME)
            assert all(page.evaluate(FACTS)), (until, size, page.evaluate(PLACES))
            page.locator(".table-sheet").evaluate("sheet => sheet.scrollTo(0, 0)")


SCROLLED = "sheet => sheet.scrollTop"


@pytest.mark.sources
def test_a_push_does_not_scroll_back_a_panel_with_the_same_question(seat):
    page = seat("scroller", "own_second_attacks", ruleset="castle")
    sheet = page.locator(".table-sheet")
    choose_attack_by_land(page)
    sheet.evaluate("sheet => sheet.scrollTo(0, 60)")
    page.evaluate(DELIVER, ['<div id="talk"></div>'])
    assert sheet.evaluate(SCROLLED) == 60
    page.locator("#panel-back").evaluate("link => link.click()")
    page.wait_for_function(SETTLED)
    assert sheet.evaluate(SCROLLED) == 0


def test_a_choice_of_dice_stays_in_place_when_pressed(seat):
    page = seat("roller", "own_second_attacks")
    choose_attack_by_land(page)
    # Low enough that the heading is out of sight
    page.locator(".table-sheet").evaluate("sheet => sheet.scrollTo(0, 90)")
    how = page.locator("#panel input[name=how]").last
    before = how.bounding_box()["y"]
    how.evaluate("choice => choice.click()")
    expect(page.locator("#attack-button-text")).to_contain_text("once")
    page.wait_for_function(SETTLED)
    # The odds above it may be longer now; the browser scrolls by as much.
    assert how.bounding_box()["y"] == pytest.approx(before, abs=1)


JUST_ABOVE_THE_BUTTONS = """summary => {
    const edge = document.querySelector("#panel .panel-foot").getBoundingClientRect().top;
    const below = summary.getBoundingClientRect().bottom - edge;
    document.querySelector(".table-sheet").scrollBy(0, below);
}"""
"""Scrolls the panel until the line that opens a list is just above the buttons."""


def test_other_targets_come_into_view_when_opened(seat):
    page = seat("opener", "own_second_attacks")
    choose_attack_by_land(page)
    summary, first = (page.locator(f"#panel .others {part}") for part in ("summary", "a.pick"))
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(NEXT_FRAME)
        summary.evaluate(JUST_ABOVE_THE_BUTTONS)
        summary.click()
        page.evaluate(NEXT_FRAME)
        edge = page.locator("#panel .panel-foot").bounding_box()["y"]
        assert bottom_of(first.first) <= edge
        expect(summary).to_be_in_viewport(ratio=0.9)
        summary.click()


def test_the_ways_to_attack_are_one_row_each(seat):
    page = seat("rows", "own_second_attacks", ruleset="classic")
    choose_attack_by_land(page)
    for way in page.locator(".attack-mode").all():
        own = way.bounding_box()
        assert own["height"] < 48
        for part in way.locator(".option, .stepper-row, .die-choice").all():
            inner = part.bounding_box()
            assert inner["x"] + inner["width"] <= own["x"] + own["width"]


ROWS_IN_SIGHT = """() => {
    const edge = document.querySelector("#panel .placing-bar").getBoundingClientRect().top;
    const rows = [...document.querySelectorAll("#panel .placing-row")];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= edge).length;
}"""
"""How many territories with a number of armies to place show whole above the button."""


@pytest.mark.parametrize(
    ("ruleset", "until"),
    [("greyhawk", "own_spoils"), ("castle", "own_spoils"), ("classic", "in_a_round")],
)
def test_three_territories_to_place_armies_on_show(seat, ruleset, until):
    page = seat(f"placer-{ruleset}", until, ruleset=ruleset)
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(NEXT_FRAME)
        assert page.evaluate(ROWS_IN_SIGHT) >= 3
    # A tap shows the reason for the numbers in full.
    reasons = page.locator(".placing-reasons")
    assert reasons.evaluate(IS_CUT)
    reasons.click()
    assert not reasons.evaluate(IS_CUT)


IS_CUT = """text => {
    const { scrollHeight, clientHeight } = text.querySelector(".shortened-text");
    return scrollHeight > clientHeight;
}"""


def test_a_button_leads_from_the_beginning_of_a_text_to_the_rest(seat):
    page = seat("rest-reader", "own_spoils")
    reasons, bar = page.locator(".placing-reasons"), page.locator("#panel .placing-bar")
    button = reasons.get_by_role("button", name="more of this text")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate(NEXT_FRAME)
    expect(button).to_be_hidden()
    page.set_viewport_size(SIZES[0])
    expect(button).to_be_in_viewport(ratio=0.9)
    edge, before = bar.bounding_box(), reasons.bounding_box()["height"]
    assert before < 24
    button.press("Enter")
    assert not reasons.evaluate(IS_CUT)
    assert reasons.bounding_box()["height"] > before
    assert bar.bounding_box() == edge
    expect(button).to_be_hidden()
    expect(reasons).to_be_focused()


def test_the_log_fills_the_column_while_one_waits(visitor, site):
    reader = visitor(**SIDEWAYS)
    code, sessions = site.prepare("table", people=["reader-sideways", "other-sideways"], captains=0)
    reader.sit(code, sessions[0])
    page = reader.page
    if page.locator("#asked").count():
        page.locator("#panel button.primary").first.click()
    expect(page.locator("#panel-heading")).to_have_text("Waiting")
    log = page.locator("#tab-log")
    assert bottom_of(log) <= 360
    assert log.bounding_box()["height"] > 150
    expect(page.locator(".log-filter")).to_be_hidden()


def test_choices_of_hidden_armies_are_in_line_with_their_labels(seat):
    page = seat("revealer", "own_reveal")
    options = page.locator("#panel .option:has([name=reveal])")
    expect(options).to_have_count(2)
    for option in options.all():
        button, label = (option.locator(part).bounding_box() for part in ("input", ".option-label"))
        text = option.locator(".option-label").evaluate(MIDDLE_OF_TEXT)
        assert button["y"] + button["height"] / 2 == pytest.approx(text, abs=2)
        assert label["x"] >= button["x"] + button["width"]


MIDDLE_OF_TEXT = """label => {
    const range = document.createRange();
    range.selectNodeContents(label);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
}"""


def bottom_of(part):
    """Return where a part of the page ends, in pixels from the upper edge of the window."""
    box = part.bounding_box()
    return box["y"] + box["height"]


WORDS_IN_SIGHT = """() => [...document.querySelectorAll("#panel :is(.shortened-more, .panel-more)")]
    .filter((sign) => parseFloat(getComputedStyle(sign).fontSize) > 0 && !sign.hidden)
    .map((sign) => sign.textContent.trim())"""


def test_only_a_shortened_text_has_the_word_more(seat):
    page = seat("two-signs", "own_spoils")
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(NEXT_FRAME)
        expect(page.locator(".panel-more")).to_be_in_viewport()
        assert page.evaluate(WORDS_IN_SIGHT) == ["more of this text"]


def test_sentences_about_a_single_roll_are_separate(seat):
    page = seat("spacer", "own_second_attacks")
    choose_attack_by_land(page)
    page.locator("#panel input[name=how]").last.check()
    expect(page.locator("#panel .odds-headline")).to_contain_text("highest die")
    spaces = "lines => lines.map((line) => getComputedStyle(line, '::before').content)"
    found = page.locator("#panel .odds-line").evaluate_all(spaces)
    assert found and set(found) == {'" "'}
