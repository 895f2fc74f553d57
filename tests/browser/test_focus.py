"""Where the focus is when somebody else has taken away, or drawn anew, what had it."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.tables import code_of, open_table, play_to_own_attacks

_numbers = count()


@pytest.fixture
def host(visitor):
    one = visitor()
    one.sign_up(f"focus-host-{next(_numbers)}")
    open_table(one.page, "anybody")
    return one


def test_the_lobby_never_loses_the_focus(visitor, host):
    reader, guest = visitor(), visitor()
    code = code_of(host.page)
    reader.page.goto("/lobby/")
    expect(reader.page.locator("html")).to_have_attribute("data-live", "on")
    link = reader.page.locator(f"#open-{code}")
    link.focus()
    guest.page.goto(f"/games/{code}/")
    guest.page.get_by_role("button", name="Sit down as a guest").click()
    card = reader.page.locator(f".table-card:has(#open-{code})")
    expect(card).to_contain_text("2 of 4 seats free")
    expect(link).to_be_focused()
    host.page.get_by_text("Close the table").click()
    host.page.get_by_role("button", name="Close it").click()
    expect(link).to_have_count(0)
    expect(reader.page.locator("h2#open")).to_be_focused()


def test_what_is_asked_once_more_stays_open_when_somebody_sits_down(visitor, host):
    guest = visitor()
    host.page.get_by_text("Close the table").click()
    confirm = host.page.get_by_role("button", name="Close it")
    confirm.focus()
    guest.page.goto(f"/games/{code_of(host.page)}/")
    guest.page.get_by_role("button", name="Sit down as a guest").click()
    expect(host.page.locator("#room")).to_contain_text(re.compile("Guest"))
    expect(confirm).to_be_visible()
    expect(confirm).to_be_focused()


def test_who_wants_no_more_hints_is_led_to_the_panel(visitor, site):
    player = visitor()
    player.play_now()
    page = player.page
    site.hurry(code_of(page))
    play_to_own_attacks([page])
    off = page.locator("[data-hint]:visible").get_by_role("button", name="No more hints")
    off.focus()
    off.press("Enter")
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("#panel-heading")).to_be_focused()
