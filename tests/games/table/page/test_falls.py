"""Eliminations: one push brings each page to the state that a reload would show."""

import pytest

from games.table.page import frames, viewer
from games.web.live import pushes
from tests.bench.sent import MOST_OF_FALLS, Sent
from tests.bench.tables import falling_table, made_table
from tests.support.servers.live import Page

pytestmark = pytest.mark.django_db(transaction=True)

FALLS = {"greyhawk": 2, "castle": 5, "classic": 1, "headquarters": 1}
"""How many eliminations are checked; the last one in Castle Risk ends the game."""


class Shown(Page):
    """A page without a server, which keeps the parts it was rendered with."""

    def __init__(self, table):
        self.version, self.lines = table.version, []
        self.shown = {**frames.rendered(table), "log": ""}

    def shows(self, table):
        """Fail if it differs from a freshly loaded page."""
        anew = frames.rendered(table)
        assert self.version == table.version
        assert {part: self.shown.get(part) for part in anew} == dict(anew)


@pytest.mark.parametrize("name", [pytest.param("greyhawk", marks=pytest.mark.long), *[*FALLS][1:]])
def test_an_elimination_updates_every_page_like_a_reload(name):
    sent = Sent(falling_table(name))
    count = 0
    for falling in sent.follow_falls(FALLS[name]):
        count += 1
        position = pushes.position(viewer.drawing_now(sent.table.code), sent.users)
        for seat, (before, after, pushed) in falling.items():
            page = Shown(before)
            page.take(pushed)
            page.shows(after)
            assert page.lines
            # A page that missed the push requests the same changes.
            late = Shown(before)
            missed = frames.frame_since(
                position.drawing.for_seat(seat, position.newest), late.version
            )
            assert not missed.is_whole
            late.take(missed.html)
            late.shows(after)
            assert late.lines == page.lines
            # Parts that are gone were nested in other parts, which were replaced.
            gone = before.parts.keys() - after.parts.keys()
            assert not [part for part in gone if not before.parts[part].within]
    assert count == FALLS[name]
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            assert max(sizes) <= MOST_OF_FALLS, (kind, who)


def test_pushes_update_every_page_like_a_reload_through_a_long_game():
    sent = Sent(made_table("greyfall", "greyhawk"))
    tables = {seat: table for seat, (table, _) in sent.draw({}).items()}
    pages = {seat: Shown(table) for seat, table in tables.items()}
    # Within these moves, two event cards of a kind are in force at once, and one ends.
    for _ in range(200):
        sent.table.play_on(1)
        drawn = sent.draw(tables)
        tables = {seat: table for seat, (table, _) in drawn.items()}
        for seat, (table, text) in drawn.items():
            if text:
                pages[seat].take(text)
            pages[seat].shows(table)
