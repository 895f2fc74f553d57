"""Falls of players: in short steps pushes lead to the page as it is drawn anew."""

import pytest

from games.live import pushes
from games.page import frames, viewer
from games.page.frame_dedupe import without_known
from tests.bench.sent import MOST_BYTES, MOST_OF_FALLS, Sent
from tests.bench.tables import falling_table, made_table
from tests.support.servers.live import Page

pytestmark = pytest.mark.django_db(transaction=True)

FALLS = {"greyhawk": 2, "castle": 5, "classic": 1, "headquarters": 1}
"""How many falls are looked at; the last of Castle Risk ends the game."""


class Shown(Page):
    """A page of which the parts that it was drawn with are known, without a server."""

    def __init__(self, table):
        self.version, self.loaded, self.lines = table.version, "", []
        self.shown = {**frames.rendered(table), "log": ""}

    def shows(self, table):
        """Fail where it is not what a page shows that is loaded now."""
        anew = frames.rendered(table)
        assert self.version == table.version
        assert {part: self.shown.get(part) for part in anew} == dict(anew)


@pytest.mark.parametrize("name", FALLS)
def test_a_fall_leads_every_page_to_what_is_drawn_anew_in_short_steps(name):
    sent = Sent(falling_table(name))
    count = steps = 0
    for falling in sent.follow_falls(FALLS[name]):
        count += 1
        position = pushes.position(viewer.drawing_now(sent.table.code), sent.users)
        for seat, (before, after, pushed) in falling.items():
            page = Shown(before)
            page.take(pushed[0])
            # What was told is shown first, though it is not all that has changed.
            lines = list(page.lines)
            assert lines
            if pushed[1:]:
                steps += 1
                late = Shown(before)
                late.take(pushed[0])
                # The next push may be lost.
                seen = position.drawing.sight(seat, position.newest)
                missed = frames.frame_since(seen, late.version)
                assert not missed.is_whole
                late.take(missed.html)
                late.shows(after)
            for text in pushed[1:]:
                page.take(text)
            page.shows(after)
            assert page.lines == lines
            # What is gone was drawn within something else: the page keeps nothing of before.
            gone = before.parts.keys() - after.parts.keys()
            assert not [part for part in gone if not before.parts[part].within]
    assert count == FALLS[name] and steps
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            assert max(sizes) <= MOST_OF_FALLS[who], (kind, who)
            assert max(sent.longest[kind][who]) <= MOST_BYTES, (kind, who)


def test_pushes_lead_every_page_to_what_is_drawn_anew_through_a_long_game():
    sent = Sent(made_table("greyfall", "greyhawk"))
    tables = {seat: table for seat, (table, _) in sent.draw({}).items()}
    pages = {seat: Shown(table) for seat, table in tables.items()}
    # Before that two cards of a kind are in force at once, of which one ends.
    for _ in range(200):
        sent.table.play_on(1)
        drawn = sent.draw(tables)
        tables = {seat: table for seat, (table, _) in drawn.items()}
        for seat, (table, pushed) in drawn.items():
            for text in pushed:
                pages[seat].take(text)
            pages[seat].shows(table)


def test_what_stands_there_twice_is_told_whole():
    one, other = (f'<li id="storm">Until the end of {name}’s turn.</li>' for name in ("Ann", "Bob"))
    old, new = (f"<ul>{''.join(items)}</ul>" for items in ((one, other), (other,)))
    assert without_known(new, old) == new
    assert without_known(new, new) == '<ul><li id="storm" hx-preserve></li></ul>'
