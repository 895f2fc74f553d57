"""Where the focus goes when another player's move removes or redraws the focused element."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import (
    HEARD,
    code_of,
    open_table,
    play_to_own_attacks,
    play_until,
    wait_for_first_pushes,
)

_numbers = count()


@pytest.fixture
def host(visitor):
    one = visitor()
    one.become(f"focus-host-{next(_numbers)}")
    open_table(one.page, "anybody")
    return one


@pytest.mark.covers("the lobby, live")
def test_the_lobby_keeps_the_focus(visitor, host):
    reader, guest = visitor(), visitor()
    code = code_of(host.page)
    reader.page.goto("/lobby/")
    expect(reader.page.locator("html")).to_have_attribute("data-live", "on")
    link = reader.page.locator(f"#open-{code}")
    link.focus()
    guest.page.goto(f"/games/{code}/")
    guest.page.get_by_role("button", name="Join as a guest").click()
    card = reader.page.locator(f".table-card:has(#open-{code})")
    expect(card).to_contain_text("2 of 4 seats free")
    expect(link).to_be_focused()
    host.page.get_by_text("Cancel game").click()
    host.page.get_by_role("button", name="Yes, cancel it").click()
    expect(link).to_have_count(0)
    expect(reader.page.locator("h2#open")).to_be_focused()


def test_a_confirmation_stays_open_when_somebody_sits_down(visitor, host):
    guest = visitor()
    host.page.get_by_text("Cancel game").click()
    confirm = host.page.get_by_role("button", name="Yes, cancel it")
    confirm.focus()
    guest.page.goto(f"/games/{code_of(host.page)}/")
    guest.page.get_by_role("button", name="Join as a guest").click()
    expect(host.page.locator("#room")).to_contain_text(re.compile("Guest"))
    expect(confirm).to_be_visible()
    expect(confirm).to_be_focused()


def test_dismissing_hints_moves_the_focus_to_the_panel(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    fold = page.locator("#panel-hint")
    if fold.is_visible():
        fold.press("Enter")
        expect(fold).to_have_attribute("aria-expanded", "true")
    off = page.locator("[data-hint]:visible").get_by_role("button", name="No more hints")
    off.focus()
    off.press("Enter")
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("#panel-heading")).to_be_focused()


ON_PANEL = "() => document.activeElement.id === 'panel-heading'"
IS_OUTLINED = "() => getComputedStyle(document.activeElement).outlineStyle === 'solid'"
TOLD = """sentences => {
  const lines = document.getElementById("log-lines");
  for (const [kind, seats, sentence, hidden] of sentences) {
    const line = document.createElement("li");
    line.dataset.kind = kind;
    line.dataset.seats = seats;
    const words = document.createElement("q");
    words.textContent = hidden ?? "";
    words.style.display = "none";
    line.append(sentence, words);
    lines.append(line);
  }
  htmx.trigger(lines, "htmx:afterSettle");
}"""
WHO_IS_ON_TURN = re.compile("turn[.]$")


@pytest.mark.covers("the focus at a table")
def test_the_focus_is_visible_and_survives_pushes(visitor):
    player = visitor()
    player.quick_play()
    page = player.page
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    expect(page.locator("#panel-heading")).not_to_contain_text("Your empire")
    expect(page.locator("#panel-heading")).to_be_focused()
    page.wait_for_function(IS_OUTLINED)

    play_to_own_attacks([page])
    plan = page.locator("#plan a")
    plan.focus()
    other = player.context.new_page()
    other.goto(page.url)
    play_until([other], lambda: page.evaluate(ON_PANEL))


@pytest.mark.covers("a screen reader at a table")
def test_the_skip_link_leads_to_the_panel_and_results_are_announced(visitor):
    player = visitor()
    player.quick_play("own_attacks")
    page = player.page
    wait_for_first_pushes(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your options")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**#panel")
    page.keyboard.press("Tab")
    expect(page.locator("#panel :focus")).to_have_count(1)
    page.evaluate(HEARD, "announcements")
    page.locator("#panel").get_by_role("link", name="End attacks").click()
    page.get_by_role("button", name="End attacks").click()
    expect(page.locator("#panel-heading")).not_to_contain_text("attacks")
    page.wait_for_function("() => window.heard.length")
    first = page.evaluate("() => window.heard[0]")
    assert not WHO_IS_ON_TURN.search(first)
    lines = page.locator("#log-lines > li").all_inner_texts()
    drawn = max(place for place, line in enumerate(lines) if "drew “" in line)
    sentences = [line.removesuffix("\u00a0?") for line in lines[drawn:]]
    assert [sentence for sentence in sentences if sentence not in first] == [], first

    seat = page.locator("#announcements").get_attribute("data-seat")
    other = "1" if seat == "0" else "0"
    captured = ("captured", f"{seat} {other}", "Captain Oak captured Idee.")
    offered = ("pact_offered", f"{seat} {other}", "Captain Oak offers a pact.", "You toad")
    fought = ("battle_fought", f"{seat} {other}", "Captain Oak rolled 6 and 5.")
    ended = ("turn_ended", other, "Captain Oak ended the turn.")
    page.evaluate(TOLD, [captured, fought, offered, ended])
    page.wait_for_function("() => window.heard.at(-1).includes('captured Idee')")
    announced = page.evaluate("() => window.heard.join()")
    assert "Oak ended" not in announced and "Oak rolled" not in announced
    # The words of blocked people are hidden.
    assert "Oak offers a pact." in announced and "toad" not in announced
