"""Falls of players: what is pushed of them leads to the page as it is drawn anew, and is little."""

import pytest

from games import frames
from games.brevity import without_known
from tests.bench.sent import MOST_OF_FALLS, Sent
from tests.bench.tables import falling_table, made_table
from tests.games.live import Page

pytestmark = pytest.mark.django_db(transaction=True)

FALLS = {"greyhawk": 2, "castle": 5, "classic": 1, "headquarters": 1}
"""How many falls are looked at; the last of Castle Risk ends the game."""


class Shown(Page):
    """A page of which the parts that it was drawn with are known, without a server."""

    def __init__(self, table):
        self.version, self.loaded, self.lines = table.version, "", []
        self.shown = {**frames.rendered(table), "log": ""}


@pytest.mark.parametrize("name", FALLS)
def test_a_fall_leads_every_page_to_what_is_drawn_anew_and_is_little(name):
    sent = Sent(falling_table(name))
    count = 0
    for falling in sent.follow_falls(FALLS[name]):
        count += 1
        for seat, (before, after, frame) in falling.items():
            page = Shown(before)
            page.take(frame)
            anew = frames.rendered(after)
            assert page.version == after.version
            # What is gone was drawn within something else: the page keeps nothing of before.
            gone = before.parts.keys() - after.parts.keys()
            assert not [part for part in gone if not before.parts[part].within]
            assert page.lines
            shown = {part: page.shown.get(part) for part in anew}
            assert shown == dict(anew), (seat, frame)
    assert count == FALLS[name]
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            assert max(sizes) <= MOST_OF_FALLS[who], (kind, who)


def test_pushes_lead_every_page_to_what_is_drawn_anew_through_a_long_game():
    sent = Sent(made_table("greyfall", "greyhawk"))
    tables = {seat: table for seat, (table, _) in sent.draw({}).items()}
    pages = {seat: Shown(table) for seat, table in tables.items()}
    # Before that two cards of a kind are in force at once, of which one ends.
    for _ in range(200):
        sent.table.play_on(1)
        drawn = sent.draw(tables)
        tables = {seat: table for seat, (table, _) in drawn.items()}
        for seat, (table, frame) in drawn.items():
            if frame:
                pages[seat].take(frame)
            anew = frames.rendered(table)
            assert {part: pages[seat].shown.get(part) for part in anew} == dict(anew), seat


def test_what_stands_there_twice_is_told_whole():
    one, other = (f'<li id="storm">Until the end of {name}’s turn.</li>' for name in ("Ann", "Bob"))
    old, new = (f"<ul>{''.join(items)}</ul>" for items in ((one, other), (other,)))
    assert without_known(new, old) == new
    assert without_known(new, new) == '<ul><li id="storm" hx-preserve></li></ul>'
