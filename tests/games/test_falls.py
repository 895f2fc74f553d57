"""Falls of players: what is pushed of them leads to the page as it is drawn anew, and is little."""

import pytest

from games import frames
from tests.bench.sent import MOST_OF_FALLS, Sent
from tests.bench.tables import falling_table
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
            assert page.lines
            shown = {part: page.shown.get(part) for part in anew}
            assert shown == dict(anew), (seat, frame)
    assert count == FALLS[name]
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            assert max(sizes) <= MOST_OF_FALLS[who], (kind, who)
