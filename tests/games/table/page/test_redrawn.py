"""Whatever changes, the next frame leads a page to what a new process would draw.

A process keeps tables, parts and their HTML from one drawing to the next; a new process has none.
"""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games.community.absence import votes
from games.community.absence.seat_changes import hand_over
from games.community.moderation.take_back import take_back
from games.community.people.accounts import change_name
from games.community.people.preferences import save_preferences
from games.community.talk.talk import say
from games.community.trust.blocking import block
from games.community.trust.roles import Role
from games.models import Game, Player, User
from games.playing.plans.steps import AttackStep, EndTurnStep
from games.playing.play import play_move
from games.storage.processes import presence
from games.storage.store import stored_game
from games.table.page import frames, viewer
from games.table.panel.panel import panel_context
from rules.moves import AnswerPact, EndPact, OfferPact, Resign, SetOrders
from rules.moves.orders_and_wishes import Orders
from tests.support.servers.frames import element_in, read_frame
from tests.support.tables.caches import start_cold
from tests.support.tables.composed import committed, fronts
from tests.support.visitors.canaries import without_new
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db

SEATS = (None, 0, 1, 2)
"""The viewers: a spectator and the three players."""
MOVER = 0
"""The player on turn."""


class Pages:
    """The pages of all viewers: the last table of each, and its parts as the page shows them."""

    def __init__(self, code):
        self.code = code
        self.tables = {seat: seen.table for seat, seen in self.look().items()}
        self.shown = {seat: self.drawn(table) for seat, table in self.tables.items()}

    def look(self, seats=SEATS):
        """Return what viewers see now."""
        drawing = viewer.drawing_now(self.code)
        newest = drawing.newest(seats)
        return {seat: drawing.for_seat(seat, newest) for seat in seats}

    def drawn(self, table):
        """Return the parts of a table as HTML, by id."""
        return {name: html.strip() for name, html in frames.rendered(table).items()}

    def take_frames(self):
        """Take the frames that lead to the present tables; return the viewers that got parts."""
        told = set()
        for seat, seen in self.look().items():
            html = frames.frame_between(seen, self.tables[seat]).html
            since, version, is_whole, parts, _ = read_frame(html)
            assert (since, version) == (self.tables[seat].version, seen.table.version)
            assert not is_whole
            for name, part in parts.items():
                self.show(self.shown[seat], name, part)
            told |= {seat} if parts else set()
            self.tables[seat] = seen.table
        return told

    def show(self, shown, name, part):
        """Show a part in the place of the last one, within another part if it was there."""
        tag = re.match(r"<(\w+)", part)[1]
        for holder, html in shown.items():
            if holder != name and (old := element_in(html, tag, name)):
                shown[holder] = html.replace(old, part)
                return
        shown[name] = part

    def verify(self):
        """Fail if a page shows anything else than a new process would draw for it alone."""
        panels = {seat: panel_of(seen) for seat, seen in self.look().items()}
        for seat in SEATS:
            start_cold()
            seen = self.look([seat])[seat]
            assert self.tables[seat].version == seen.table.version
            assert self.shown[seat] == self.drawn(seen.table), seat
            assert panels[seat] == panel_of(seen), seat


def panel_of(seen):
    """Return a viewer's panel as HTML."""
    context = {"seen": seen, "panel": panel_context(seen.scene, QueryDict())}
    return without_new(render_to_string("table/page/_panel.html", context))


@pytest.fixture
def table(first_turn):
    """A table of three people in its first turn; the last of them has the page open."""
    table = first_turn[0]
    table.online = [presence.page_opened(table.code, table.persons[2].pk)]
    yield table
    for page in table.online:
        presence.page_closed(page)
    presence._left.clear()


@pytest.fixture
def pages(table):
    """The pages of all viewers, after a move that each got a frame of."""
    pages = Pages(table.code)
    table.answer()
    assert pages.take_frames() == {*SEATS}
    return pages


def declare(table, seat, move):
    """Make a declaration outside a decision."""
    play_move(table.code, table.persons[seat], move, key=table.key(), decision=None)


# The changes


def move(table):
    table.answer()


def several_moves(table):
    for _ in range(4):
        table.answer()


def move_in_another_process(table):
    table.answer()
    stored_game._known.clear()


def take_back_a_move(table):
    by, game = moderator("dora", Role.SENIOR), Game.objects.get(code=table.code)
    take_back(action("take_back", by, game=game), table.number() - 1)


def rename(table):
    change_name(table.persons[1], "Bartholomew")


def hand_over_a_seat(table):
    hand_over(Player.objects.get(game__code=table.code, seat=1), User.objects.create_user("emil"))


def ask_for_a_pause(table):
    votes.want_pause(table.code, table.persons[1])


def pause(table):
    for user in table.persons.values():
        votes.want_pause(table.code, user)


def resume(table):
    pause(table)
    votes.resume(table.code, table.persons[0])


def come(table):
    table.online.append(presence.page_opened(table.code, table.persons[1].pk))


def leave(table):
    presence.page_closed(table.online.pop())


def chat(table):
    say(Game.objects.get(code=table.code), table.persons[1], "Good day to you")


def offer_a_pact(table):
    declare(table, 1, OfferPact((2,), ("peace",), 3))


def make_a_pact(table):
    offer_a_pact(table)
    declare(table, 2, AnswerPact(1, accept=True))


def end_a_pact(table):
    make_a_pact(table)
    declare(table, 2, EndPact(1))


def set_orders(table):
    declare(table, 1, SetOrders(Orders(block="never")))


def save_a_plan(table):
    (source, target), *_ = fronts(table.state(), MOVER)
    committed(table.code, table.persons[MOVER], AttackStep(source, target), EndTurnStep())


def resign(table):
    declare(table, 1, Resign())


def block_a_player(table):
    block(table.persons[0], table.persons[1])


def choose_a_theme(table):
    save_preferences(table.persons[0], {"theme": "dark"})


def change_the_pace(table):
    Game.objects.filter(code=table.code).update(pace=Game.Pace.QUICK)


EVERYBODY = {*SEATS}
CHANGES = {
    move: EVERYBODY,
    several_moves: EVERYBODY,
    move_in_another_process: EVERYBODY,
    take_back_a_move: EVERYBODY,
    rename: EVERYBODY,
    hand_over_a_seat: EVERYBODY,
    ask_for_a_pause: EVERYBODY,
    pause: EVERYBODY,
    resume: EVERYBODY,
    come: EVERYBODY,
    leave: EVERYBODY,
    chat: EVERYBODY,
    offer_a_pact: EVERYBODY,
    make_a_pact: EVERYBODY,
    end_a_pact: EVERYBODY,
    set_orders: {1},
    save_a_plan: {MOVER},
    resign: EVERYBODY,
    block_a_player: set(),
    choose_a_theme: set(),
    change_the_pace: set(),
}
"""The viewers that get parts after each change."""


@pytest.mark.parametrize(
    ("change", "told"), CHANGES.items(), ids=[change.__name__ for change in CHANGES]
)
def test_the_next_frame_leads_to_what_a_new_process_draws(table, pages, change, told):
    change(table)
    assert pages.take_frames() == told
    pages.verify()


LASTING = (
    take_back_a_move,
    rename,
    hand_over_a_seat,
    resume,
    end_a_pact,
    save_a_plan,
    change_the_pace,
)


@pytest.mark.parametrize("change", LASTING, ids=lambda change: change.__name__)
def test_a_move_after_a_change_is_drawn_right(table, pages, change):
    change(table)
    table.answer()
    assert pages.take_frames() == EVERYBODY
    pages.verify()


def test_a_new_process_sends_the_whole_table(table, pages):
    start_cold()
    table.answer()
    for seat, seen in pages.look().items():
        have = pages.tables[seat].version
        assert frames.frame_since(seen, have).is_whole
        assert not frames.frame_since(seen, seen.table.version).parts
    # The tables that pages show can still be compared with those of the new process.
    assert pages.take_frames() == EVERYBODY
    pages.verify()
