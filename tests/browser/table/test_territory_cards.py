"""A hand of territory cards in a browser: all are in one row, and none covers the text above."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

CARDS = 5
WIDE = {"width": 1440, "height": 900}
LOW = ((1280, 720), (1366, 768))

LOOK = """cards => [
    cards.map(card => card.getBoundingClientRect().top),
    Math.max(...[...document.querySelectorAll('#track p, .table-options p')]
        .map(text => text.getBoundingClientRect())
        .filter(text => text.left < cards[0].getBoundingClientRect().right)
        .map(text => text.bottom)),
]"""
"""The top of the cards and the bottom of the text above them, in a single call."""


def deal(site, code):
    """Put five territory cards into the hand of the person at a table."""
    with closing(sqlite3.connect(site.folder / "castlerisk.sqlite3", 20)) as database, database:
        database.execute(
            """UPDATE games_card SET zone = 'hand', holder = (
                 SELECT seat FROM games_player JOIN games_game ON games_game.id = game_id
                 WHERE code = ? AND user_id IS NOT NULL)
               WHERE id IN (
                 SELECT games_card.id FROM games_card JOIN games_game ON games_game.id = game_id
                 WHERE code = ? AND deck = 'territory' AND zone = 'deck' LIMIT ?)""",
            (code, code, CARDS),
        )


@pytest.mark.covers("sets of territory cards")
def test_five_territory_cards_fit_in_one_row_below_the_sets(site, visitor):
    person = visitor(viewport=WIDE)
    code, [session] = site.prepare("table", people=["cartographer"], ruleset="classic", captains=2)
    deal(site, code)
    person.sit(code, session)
    page = person.page
    cards = page.locator("#hand .territory-card")
    tops, told = cards.evaluate_all(LOOK)
    assert len(tops) == CARDS
    assert len(set(map(round, tops))) == 1
    assert told <= min(tops)
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        tops, told = cards.evaluate_all(LOOK)
        assert told <= min(tops)


def test_the_rule_about_cards_opens_on_a_desktop(visitor):
    person = visitor(viewport={"width": 1440, "height": 900})
    person.sit_alone("reader-of-cards", "own_attacks", ruleset="classic")
    person.page.locator(".table-cards a.rule").first.click()
    expect(person.page.get_by_role("dialog", name="The rule")).to_be_visible()
