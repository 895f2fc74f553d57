"""Two players and a spectator at one table: each sees live what the others do."""

import re
from contextlib import suppress
from itertools import count

import pytest
from playwright.sync_api import Error, expect

from tests.support.browser.tables import (
    CHOSEN_ON_MAP,
    HEARD,
    SETTLED,
    answer,
    attack_on_the_map,
    battles_of,
    open_table,
    panel_heading,
    play_to_own_attacks,
    play_until,
    point,
    seat_two,
    wait_for_first_pushes,
)

EVIL = "<img src=x onerror=\"document.title='taken'\"><b>hail</b>"


@pytest.fixture
def table(visitor, site):
    """A game of two people in which one may attack; both have it open."""
    names = [f"{name}{next(_numbers)}" for name in ("alice", "bob")]
    code, sessions = site.prepare("table", people=names, captains=0, until="own_attacks")
    people = [visitor() for _ in names]
    for person, session in zip(people, sessions, strict=True):
        person.sit(code, session)
        expect(person.page.locator("html")).to_have_attribute("data-live", "on")
    return people


_numbers = count()


def _whose_attacks(people):
    """Return the pages of the player on turn and of the opponent."""
    return sorted([one.page for one in people], key=lambda page: not page.locator("#asked").count())


def _on_map(page, name):
    """Return a territory's row of marks on the map; its text is the number of armies."""
    return page.locator(f'.territory[data-name="{name}"] .territory-badges.badge-row')


def _attack(mover, other):
    """Fight a first battle, the other player answering; return the names of source and target."""
    source, target = attack_on_the_map(mover)
    play_until([mover, other], battles_of(mover, source).count)
    return source, target


@pytest.mark.covers("claims, placement, strongholds, hidden armies; live moves")
def test_a_full_game_starts_and_players_see_each_others_moves(visitor):
    alice, bob, spectator = visitor(), visitor(), visitor()
    alice.become("alice")
    link = seat_two(alice.page, bob.page)
    spectator.page.goto(link)
    expect(spectator.page.locator("body")).to_have_class(re.compile("is-watching"))
    pages = [alice.page, bob.page]
    mover = play_to_own_attacks(pages)
    other = pages[1 - pages.index(mover)]
    expect(mover).to_have_title(re.compile("^● Your turn"))
    expect(other).not_to_have_title(re.compile("●"))
    expect(mover.locator("#favicon")).to_have_attribute("href", re.compile("icon-turn"))
    expect(other.locator("#favicon")).not_to_have_attribute("href", re.compile("icon-turn"))
    expect(mover.locator(".status-headline")).to_have_text("Your turn")
    source, target = _attack(mover, other)
    for page in (other, spectator.page):
        # If the attack continues, its defender may be asked again.
        headline = page.locator(".status-headline")
        expect(headline).to_contain_text(re.compile("’s turn|Your move|under attack"))
        expect(battles_of(page, source).first).to_be_attached()
        expect(page.locator("#log-lines li", has_text=target).first).to_be_attached()
    mover.wait_for_function(SETTLED)
    for name in (source, target):
        armies = _on_map(mover, name).text_content()
        for page in (other, spectator.page):
            expect(_on_map(page, name)).to_have_text(armies)


def test_a_page_that_sends_a_form_is_not_led_away_by_another_answer(visitor):
    alice = visitor()
    alice.become("alice-waits")
    open_table(alice.page)
    expect(alice.page.locator("html")).to_have_attribute("data-live", "on")
    asks = """() => new Promise((resolve) => {
        window.addEventListener("htmx:beforeOnLoad", (event) => resolve(event.defaultPrevented));
        window.htmx.trigger("#room", "table-changed");
    })"""
    assert not alice.page.evaluate(asks)
    alice.page.evaluate("() => document.body.dispatchEvent(new Event('submit', {bubbles: true}))")
    assert alice.page.evaluate(asks)


@pytest.mark.covers("half-made choices")
def test_a_half_made_choice_survives_moves_of_other_players(table):
    mover, other = _whose_attacks(table)
    source = mover.locator(CHOSEN_ON_MAP).first.get_attribute("data-territory")
    point(mover, source)
    heading = panel_heading(mover).inner_text()
    assert heading.startswith("Attack from")
    other.get_by_role("tab", name="Orders").click()
    other.get_by_role("button", name="Save orders").click()
    other.wait_for_function(SETTLED)
    mover.evaluate(HEARD, "announcements")
    _say(other, EVIL)
    mover.wait_for_function("words => window.heard.some(one => one.endsWith(words))", arg=EVIL)
    for page in (mover, other):
        expect(page.locator("#talk")).to_contain_text(EVIL)
        assert page.locator("#talk img, #talk p b b").count() == 0
    expect(panel_heading(mover)).to_have_text(heading)
    expect(mover.locator(f"#terr-{source}.is-chosen")).to_have_count(1)
    target = mover.locator(f"{CHOSEN_ON_MAP}[data-role=target]").first
    point(mover, target.get_attribute("data-territory"))
    answer(mover)
    name = mover.locator(f"#terr-{source}").get_attribute("data-name")
    expect(other.locator("#log-lines li", has_text=name).first).to_be_attached()
    assert "taken" not in mover.title() + other.title()


def _say(page, words):
    page.get_by_role("tab", name="Chat").click()
    page.locator("#say-text").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()


def test_pages_reconnect_after_a_server_restart(table, site):
    mover, other = _whose_attacks(table)
    for page in (mover, other):
        page.evaluate("() => { window.isTheSame = true; }")
        page.evaluate(HEARD, "connection")
    site.stop()
    for page in (mover, other):
        expect(page.locator("#connection")).to_contain_text("Connection lost")
    site.start()
    for page in (mover, other):
        expect(page.locator("#connection")).to_be_hidden()
        assert page.evaluate("() => window.heard.length") == 1
    for person in table:
        person.forgive("WebSocket connection to", "[object Event]", "Event")
    source, _ = _attack(mover, other)
    expect(battles_of(other, source).first).to_be_attached()
    assert all(page.evaluate("() => window.isTheSame") for page in (mover, other))


@pytest.mark.covers("logging in and out")
def test_logging_out_elsewhere_closes_the_socket(visitor):
    alice = visitor()
    alice.become("alice-out")
    # Strangers may see a listed table. From any other, the page's next request would lead away.
    open_table(alice.page, listing="public")
    live = alice.page.locator("html")
    expect(live).to_have_attribute("data-live", "on")
    lobby = alice.context.new_page()
    lobby.goto("/lobby/")
    expect(lobby.locator("html")).to_have_attribute("data-live", "on")
    elsewhere = alice.context.new_page()
    elsewhere.goto("/accounts/logout/")
    elsewhere.get_by_role("main").get_by_role("button", name="Log out").click()
    elsewhere.wait_for_url(alice.site.address + "/")
    expect(live).to_have_attribute("data-live", "refused")
    for page in (alice.page, lobby):
        expect(page.locator("#connection")).to_contain_text("Reload this page.")


def test_logging_out_elsewhere_leads_away_from_an_unlisted_table(visitor):
    alice = visitor()
    alice.become("alice-away")
    open_table(alice.page, listing="link")
    alice.context.clear_cookies()
    # The page may be led away before this is answered, or has already asked by itself.
    with suppress(Error):
        alice.page.evaluate("() => window.htmx.trigger(document.body, 'table-changed')")
    expect_reason_in_lobby(alice.page)


def test_a_choice_after_logging_out_elsewhere_leads_away_from_an_unlisted_game(visitor):
    alice = visitor()
    alice.sit_alone("alice-chooses", "own_attacks")
    wait_for_first_pushes(alice.page)
    alice.context.clear_cookies()
    # A push may lead the page away first; a locator would then wait for the table to come back.
    with suppress(Error):
        alice.page.evaluate("() => document.querySelector('#panel a.pick[data-territory]').click()")
    expect_reason_in_lobby(alice.page)


def expect_reason_in_lobby(page):
    """Expect that a page leads to the lobby, and that the lobby says why."""
    # The page may be led away twice; `wait_for_url` fails if a second navigation ends the first.
    expect(page).to_have_url(re.compile("/lobby/"))
    expect(page.get_by_text("or you have to log in to see it")).to_be_visible()
