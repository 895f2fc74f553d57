"""A player's actions on a table's page: open it, answer, choose on the map."""

from contextlib import suppress
from time import monotonic

from playwright.sync_api import TimeoutError, expect

from tests.support.visitors.patience import PATIENCE

SETTLED = """() => {
    const panel = document.getElementById('panel');
    const key = document.getElementById('panel-key');
    // Before that a page may be there whole whose scripts have not begun.
    return document.readyState === 'complete'
        && panel && key && panel.dataset.offer === key.dataset.offer
        && !document.querySelector('.htmx-request');
}"""
READY = f"() => ({SETTLED})() && Boolean(document.getElementById('asked'))"
HEARD = """id => {
  window.heard = [];
  const region = document.getElementById(id);
  new MutationObserver(() => region.textContent && window.heard.push(region.textContent))
    .observe(region, { childList: true });
}"""
"""Records in `window.heard` what screen readers announce from now on, by the id of the region."""

CHOSEN_ON_MAP = "#panel .picks a.pick:not(.is-chosen)[data-territory]:visible"
TARGET_BY_LAND = f"{CHOSEN_ON_MAP}[data-role=target]:not([data-route])"
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until a change of the page has been drawn."""
PRIMARY = "#panel button.primary:enabled:visible"
MOST_ANSWERS = 60
PHONE_WIDTH = 736
AT_EASE = {"clock": "own", "turn_seconds": "14400", "reaction_seconds": "3600"}
"""Time controls that do not run out even on a slow machine."""

LOOK = 300


def open_table(page, company="captains", **choices):
    """Open a table with the form for new games, with ample time and otherwise the defaults."""
    page.goto(f"/games/new/?with={company}")
    page.locator("details.more-options summary").click()
    for name, value in (AT_EASE | choices).items():
        field = page.locator(f"[name={name}]")
        if field.first.get_attribute("type") == "radio":
            page.locator(f"[name={name}][value='{value}']").check()
        elif field.evaluate("field => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/games/*/")


def seat_two(host, guest, **choices):
    """Begin a quick game of two people, the second by a link; return the link."""
    open_table(host, "friends", setup="quick", seat_3="closed", seat_4="closed", **choices)
    link = host.get_by_label("Invite link").input_value()
    guest.goto(link)
    guest.get_by_role("button", name="Join as a guest").click()
    for page in (host, guest):
        page.wait_for_selector("#panel")
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    return link


def code_of(page):
    """Return the code of the table that a page shows."""
    return page.url.partition("/games/")[2].partition("/")[0]


def wait_for_first_pushes(page):
    """Wait until a table has shown what follows soon after it has been opened.

    These are the presence of its player, and the number of their notices.
    """
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator(".players .is-online").first).to_be_attached()
    page.wait_for_function(SETTLED)


def panel_heading(page):
    """Return the heading of the panel."""
    return page.locator("#panel-heading")


def point(page, territory):
    """Click a territory on the map, in the middle of its pieces."""
    page.locator(f"#terr-{territory} .badge-row").click()
    page.wait_for_function(SETTLED)


def choose_source_by_land(page):
    """Choose the last source of an attack by land that the panel lists; return its territory."""
    sources = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]")
    for number in reversed(range(sources.count())):
        territory = sources.nth(number).get_attribute("data-territory")
        sources.nth(number).click()
        page.wait_for_function(SETTLED)
        if page.locator(TARGET_BY_LAND).count():
            return territory
        # All targets of this source are by sea.
        page.locator("#panel-back").click()
        page.wait_for_function(SETTLED)
    raise AssertionError("No attack by land is offered.")


def choose_attack_by_land(page):
    """Choose the last attack by land that the panel's lists offer, and wait for its odds."""
    choose_source_by_land(page)
    page.locator(TARGET_BY_LAND).last.click()
    page.wait_for_function(SETTLED)


def answer(page):
    """Take the next step of an answer: choose on the map (phones: in the panel), or send."""
    offered, send = page.locator(CHOSEN_ON_MAP), page.locator(PRIMARY)
    end = page.locator("#panel").get_by_role("link", name="End attacks")
    if send.count():
        send.first.click()
    elif offered.count() and page.viewport_size["width"] <= PHONE_WIDTH:
        # The map shows only a part of the board; the list in the panel has every choice.
        offered.first.click()
    elif offered.count():
        point(page, offered.first.get_attribute("data-territory"))
    elif end.count():
        end.click()
    # Otherwise the panel is being redrawn, and the caller tries again.
    page.wait_for_function(SETTLED)


def asked_page(people):
    """Wait until a page asks its player something; return that page."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        for page in people:
            with suppress(TimeoutError):
                page.wait_for_function(READY, timeout=LOOK)
                return page
    raise AssertionError([page.locator("#status, #panel").all_inner_texts() for page in people])


def play_until(people, is_there):
    """Let people answer until a condition holds; bots have the other seats."""
    for _ in range(MOST_ANSWERS):
        for page in people:
            page.wait_for_function(SETTLED)
        if is_there():
            return
        answer(asked_page(people))
    raise AssertionError([panel_heading(page).inner_text() for page in people])


def play_to_own_attacks(people):
    """Let people answer until one of them can attack; return that page."""

    def attacking():
        sources = f"{CHOSEN_ON_MAP}[data-role=source]"
        return [
            page
            for page in people
            if panel_heading(page).inner_text() == "Your attacks" and page.locator(sources).count()
        ]

    play_until(people, attacking)
    return attacking()[0]


def attack_on_the_map(page):
    """Choose an attack on the map; return the names of source and target."""
    chosen = []
    for role in ("source", "target"):
        first = page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").first
        chosen.append(first.get_attribute("data-territory"))
        point(page, chosen[-1])
        expect(page.locator(f"#terr-{chosen[-1]}.is-chosen")).to_have_count(1)
    return [page.locator(f"#terr-{one}").get_attribute("data-name") for one in chosen]


def battles_of(page, source):
    """Return the log lines about battles from a territory.

    The log keeps them, while the latest events may already be others.
    """
    return page.locator("#log-lines li", has_text=f"{source} against ")


def first_battle(page):
    """Play against bots up to the player's first attack; return its log lines."""
    play_to_own_attacks([page])
    source, _ = attack_on_the_map(page)
    play_until([page], battles_of(page, source).count)
    return battles_of(page, source)
