"""The list of the opponents' last turns: a reloaded page has the same list as a live one."""

import pytest
from playwright.sync_api import expect

LIST = "() => [...document.querySelectorAll('#turns > li')].map((item) => item.textContent)"


def test_a_reload_keeps_the_list_of_last_turns(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("lister", until="own_second_attacks")
    page = person.page
    expect(page.locator("#last-turns")).to_be_visible()
    fresh = page.evaluate(LIST)
    assert len(fresh) == 3
    page.locator("#panel a[href*='end=yes']").click()
    page.get_by_role("button", name="End attacks").click()
    expect(page.locator("#panel .placing-bar")).to_be_visible()
    assert page.evaluate(LIST) == fresh
    page.reload()
    expect(page.locator("#last-turns")).to_be_visible()
    assert page.evaluate(LIST) == fresh


HAPPEN = """
([kind, of, armies]) => {
  const line = document.createElement("li");
  Object.assign(line.dataset, { kind, of, briefSeat: of, brief: "what happened" });
  if (armies) Object.assign(line.dataset, { armies });
  const log = document.querySelector("#log-lines");
  const began = [...log.querySelectorAll("[data-kind=turn_began]")].findLast(
    ({ dataset }) => dataset.seats !== of);
  line.dataset.briefSeat = began.dataset.seats;
  began.after(line);
  const detail = { target: log };
  document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail }));
}
"""
"""Adds a line about a loss of the player `of` to an opponent's last turn."""


@pytest.mark.covers("what happened in the last turns")
def test_the_menu_says_what_was_lost(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("loser", until="own_second_attacks")
    page = person.page
    own = page.locator("#announcements").get_attribute("data-seat")
    page.evaluate(
        "() => document.querySelectorAll('#log-lines [data-of]').forEach(e => e.remove())"
    )
    lost = page.locator("#last-turns summary .is-loss")
    for kind, armies, text in (
        ("card_lost", "", ""),
        ("armies_lost", "1", "−1 army"),
        ("armies_lost", "3", "−4 armies"),
        ("captured", "", "−1 territory"),
        ("captured", "", "−2 territories"),
    ):
        page.evaluate(HAPPEN, [kind, own, armies])
        expect(lost).to_have_text(text)
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")


DO = """
(lines) => {
  const log = document.querySelector("#log-lines");
  const began = [...log.querySelectorAll("[data-kind=turn_began]")].findLast(
    ({ dataset }) => dataset.seats !== document.querySelector("#announcements").dataset.seat);
  while (began.nextElementSibling) began.nextElementSibling.remove();
  for (const [kind, brief, of] of lines) {
    const line = document.createElement("li");
    const briefSeat = kind === "card_lost" ? of : began.dataset.seats;
    Object.assign(line.dataset, { kind, brief, briefSeat, at: brief });
    if (of) Object.assign(line.dataset, { of });
    log.append(line);
  }
  const detail = { target: log };
  document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail }));
}
"""
"""Replaces the lines of the newest turn of an opponent."""
PHRASES = """() => [...document.querySelector('#turns > li:last-child').children]
    .slice(1).map((phrase) => phrase.textContent)"""


def test_a_lone_capture_is_named_and_an_outcome_joins_its_phrase(visitor):
    person = visitor()
    person.sit_alone("phrases", until="own_second_attacks")
    page = person.page
    own = page.locator("#announcements").get_attribute("data-seat")
    taken, lost = ["captured", "Rauxes", ""], ["captured", "Adri Forest", own]
    fought, elsewhere = ["battle_fought", "Adri Forest", own], ["battle_fought", "Rauxes", ""]
    sent = ["assassin_used", "sent an Assassin against your Hero", ""]
    for lines, phrases in (
        ([taken], ["took Rauxes"]),
        ([lost], ["took your Adri Forest"]),
        ([taken, lost], ["+2 territories", "took your Adri Forest"]),
        ([fought, fought, elsewhere], ["attacked your Adri Forest"]),
        ([fought, lost], ["took your Adri Forest"]),
        (
            [sent, ["assassin_rolled", "which succeeded", ""]],
            ["sent an Assassin against your Hero, which succeeded"],
        ),
        (
            [["card_played", "played a Hero", ""], sent, ["card_played", "played a Hero", ""]],
            ["played a Hero × 2", "sent an Assassin against your Hero"],
        ),
        (
            [sent, ["card_lost", "lost a Hero (Assassin)", own]],
            ["you lost a Hero (Assassin)", "sent an Assassin against your Hero"],
        ),
    ):
        page.evaluate(DO, lines)
        page.wait_for_function(
            f"wanted => JSON.stringify(({PHRASES})()) === wanted",
            arg=page.evaluate("phrases => JSON.stringify(phrases)", phrases),
        )
