"""Any move takes at most fourteen SQL statements, including those for the response.

Nothing is cached from the previous move, as if another process had made it: the worst case.
"""

import random
import secrets

import pytest
from django.test import Client

from games.models import Move
from games.playing.forms import SEVERAL
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page import frames, viewer
from rules import Options, legal_moves, move_to_json
from rules.questions import DecisionKind
from tests.support.servers.queries import Queries
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db

MOST = 14
MOVES = 140
WINDOWS = {DecisionKind.DEFEND, DecisionKind.STRIKE, DecisionKind.DICE}
SHOWN = {True: "yes", False: "no"}


class People:
    """A game of three persons, each with a browser, who answer at random."""

    def __init__(self, users, seed):
        # With deterministic chance, the course of the game is known.
        self.code = pin(create_game(users, Options(quick=True)), "statements").code
        self.users, self.random = users, random.Random(seed)
        self.browsers = [Client() for _ in users]
        for browser, user in zip(self.browsers, users, strict=True):
            browser.force_login(user)
        start_game(self.code)

    def state(self):
        return load(self.code).state()

    def answer(self):
        """Post an answer; return (kind of decision, names of its events, SQL statements)."""
        state = self.state()
        decision = state.decisions[0]
        moves = list(legal_moves(state, decision.seat))
        return decision.kind, *self.post(decision, self.fields(self.random.choice(moves)))

    def fields(self, move):
        written = move_to_json(move).items()
        return {
            name: SHOWN.get(value, value) if isinstance(value, bool) else value
            for name, value in written
            if value is not None
        }

    def post(self, decision, fields):
        have = viewer.look(self.code, self.users[decision.seat].pk).table
        frames.keep(have)
        key = secrets.token_hex(8)
        fields |= {"decision": decision.number, "key": key, "have": have.version}
        with Queries() as captured:
            answer = self.browsers[decision.seat].post(
                f"/games/{self.code}/moves/", fields, headers={"HX-Request": "true"}
            )
        assert answer.status_code == 200, answer.content.decode()
        # Within a test, a transaction is a savepoint.
        statements = [one["sql"] for one in captured if "SAVEPOINT" not in one["sql"]]
        entry = Move.objects.filter(game__code=self.code).order_by("-number")[:1].get()
        return {event["event"] for event in entry.public["events"]}, statements


@pytest.fixture
def people(alice, bob, charlie):
    return People([alice, bob, charlie], 4)


def test_every_kind_of_answer_takes_at_most_fourteen_statements(people):
    kinds, events = set(), set()
    for _ in range(MOVES):
        kind, happened, statements = people.answer()
        assert len(statements) <= MOST, (kind, happened, statements)
        kinds.add(kind)
        events |= happened
    assert kinds >= {DecisionKind.ATTACKS, DecisionKind.PLACE, DecisionKind.SPOILS, *WINDOWS}
    assert events >= {"battle_fought", "captured", "eliminated", "event_drawn", "cards_drawn"}


def test_so_do_several_placements_at_once(people):
    while not people.state().placings:
        people.answer()
    state = people.state()
    decision, left = state.decisions[0], state.placings[0].left
    places = [move.territory for move in legal_moves(state, decision.seat) if move.armies == 1]
    fields = {"move": SEVERAL, **{f"place:{territory}": 1 for territory in places[:left]}}
    happened, statements = people.post(decision, fields)
    assert len(places) > 1 and "placed" in happened
    assert len(statements) <= MOST, "\n".join(sql[:150] for sql in statements)
