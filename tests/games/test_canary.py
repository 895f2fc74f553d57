"""Canaries: nothing that is hidden from a viewer is in any byte that is sent to them.

What can be searched for (salts, the seed, sessions, keys, addresses) is searched for in all that
is sent during whole games. What looks like anything else (cards, territories, orders) is changed
behind the viewer's back: what they are sent must stay the same to the byte.
"""

import random
import re

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client

from games import frames, pushes, sight
from games.models import Game, HiddenArmies, Move, User
from games.panel import panel_context
from games.play import create_game, start_game
from games.sight import Drawing
from games.store import load
from games.terms import PLAYABLE
from rules import Options
from tests.games.pinned import pin
from tests.games.tables import Table
from tests.rules.twins import twin_of

pytestmark = pytest.mark.django_db

PARTS = ("", "changes/?have=none", "panel/", "log/", "log/?round=1", "log.json", "record.json")
OTHERS = ("/lobby/", "/lobby/lists/", "/people/alice/", "/people/bob/")
TOKENS = (
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'"X-CSRFToken": "[^"]*"',
    r"nonce[-=][^ '>]*",
    r'name="key" value="[^"]*"',
    r'data-now="[^"]*"',
)
CHANGING = re.compile("|".join(TOKENS))
"""What is new in every answer."""
GAMES = [ruleset.name for ruleset in PLAYABLE]


class Watch:
    """A game with alice, bob and a captain; who looks at it, by name, each in a browser."""

    def __init__(self, alice, bob, charlie, seed, ruleset="greyhawk", **options):
        game = create_game([alice, bob, "captain"], Options(quick=True, **options), ruleset)
        pin(game, f"{ruleset}{seed}")
        Game.objects.update(host=alice)
        start_game(game.code)
        self.code = game.code
        self.table = Table(game.code, {0: alice, 1: bob}, random.Random(seed))
        self.seats = {"alice": 0, "bob": 1, "charlie": None, "nobody": None}
        self.users = {"alice": alice, "bob": bob, "charlie": charlie}
        self.browsers = {name: Client() for name in self.seats}
        for name, user in self.users.items():
            self.browsers[name].force_login(user)
        self.tables, self.known = {}, {}
        self.never = {name: self.always_hidden_from(name) for name in self.seats}

    def sent_now(self, name):
        """Yield every page and partial of the game, as somebody gets them now."""
        for page in (*(f"/games/{self.code}/{part}" for part in (*PARTS, "fairness/")), *OTHERS):
            # To htmx the log is sent without the page around it.
            for headers in ({}, {"HX-Request": "true"}) if "log/" in page else ({},):
                answer = self.browsers[name].get(page, headers=headers)
                body = b"".join(answer) if answer.streaming else answer.content
                # By its number every answer differs from every other.
                told = {name: text for name, text in answer.items() if name != "X-Request-ID"}
                yield f"{page} {headers}", f"{told}{body.decode()}"

    def pushed(self):
        """Yield the frame that each kind of viewer is pushed after a move, as (name, frame)."""
        seats = {user.pk: self.seats[name] for name, user in self.users.items()}
        position = pushes.position(sight.drawing_now(self.code), {*seats, None})
        for name, seat in self.seats.items():
            if name != "nobody":
                self.tables[name], text = pushes.frame(position, seat, self.tables.get(name))
                yield name, text or ""

    def always_hidden_from(self, name):
        """Return what somebody may never be sent, with its name."""
        found = {"secret key": settings.SECRET_KEY}
        found |= {f"mail of {user}": user.email for user in User.objects.exclude(name=name)}
        own = self.browsers[name].session.session_key
        for session in Session.objects.exclude(session_key=own):
            found[f"session {session.pk}"] = session.session_key
        if name != "alice":
            found["invitation"] = Game.objects.get(code=self.code).invitation
        return found

    def hidden_from(self, name):
        """Return what must not be found in anything that is sent to somebody, with its name."""
        seat, found = self.seats[name], dict(self.never[name])
        game = Game.objects.get(code=self.code)
        found |= {f"request {key}": key for key in _keys(self.code)}
        if game.status != Game.Status.OVER:
            found["seed"] = bytes(game.seed).hex()
            for sealed in HiddenArmies.objects.filter(game=game, revealed=False):
                if seat is None or seat not in (sealed.holder, sealed.maker):
                    found[f"salt of {sealed.holder}"] = sealed.salt
        return found

    def search(self, name, what, text):
        """Fail where something hidden is found."""
        number = Game.objects.values_list("number", flat=True).get(code=self.code)
        if (name, number) not in self.known:
            self.known = {(name, number): self.hidden_from(name)}
        for secret, marker in self.known[name, number].items():
            assert marker not in text, f"{secret} was sent to {name}: {what}"


def _keys(code):
    keys = Move.objects.filter(game__code=code, key__isnull=False).values_list("key", flat=True)
    # Keys that the tests make count up: one that is long enough is told from other numbers.
    return [key for key in keys if len(key) > 6]


@pytest.mark.parametrize("ruleset", GAMES)
def test_nothing_hidden_is_sent_in_a_whole_game(alice, bob, charlie, ruleset):
    watch = Watch(alice, bob, charlie, 1, ruleset, rounds=2)
    looked_at = set()
    while (state := watch.table.state()).decisions:
        kind = state.decisions[0].kind
        if kind not in looked_at:
            looked_at.add(kind)
            # By turns alice and charlie, bob and whoever is not logged in.
            for name in list(watch.seats)[len(looked_at) % 2 :: 2]:
                for page, text in watch.sent_now(name):
                    watch.search(name, page, text)
        for name, frame in watch.pushed():
            watch.search(name, "a frame", frame)
        watch.table.answer()
    assert Game.objects.get().status == Game.Status.OVER
    for name in watch.seats:
        for page, text in watch.sent_now(name):
            watch.search(name, page, text)
    # What is searched for is there to be found once it is no secret any more.
    record = b"".join(watch.browsers["nobody"].get(f"/games/{watch.code}/record.json"))
    assert bytes(Game.objects.get().seed).hex() in record.decode()


def test_the_search_finds_what_is_sent(alice, bob, charlie):
    watch = Watch(alice, bob, charlie, 3)
    while not HiddenArmies.objects.filter(holder=0).exists():
        watch.table.answer()
    salt = HiddenArmies.objects.get(holder=0).salt
    with pytest.raises(AssertionError, match="salt of 0 was sent to bob"):
        watch.search("bob", "a page", f"<p>{salt}</p>")
    assert any(salt in text for _, text in watch.sent_now("alice"))


# What cannot be searched for


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_others_hide_changes_no_byte(alice, bob, charlie, ruleset):
    watch = Watch(alice, bob, charlie, 4, ruleset, rounds=3)
    source, compared = random.Random(5), set()
    while (state := watch.table.state()).decisions:
        kinds = {decision.kind for decision in state.decisions}
        if not kinds <= compared:
            compared |= kinds
            for seat in (0, 1, None):
                twin = twin_of(state, seat, source)
                assert drawn(watch.code, state, seat) == drawn(watch.code, twin, seat)
        watch.table.answer()
    assert len(compared) >= 6


def drawn(code, state, seat):
    """All that a seat is shown of a position: every part, and the panel."""
    stored = load(code)
    position = pushes.position(sight.drawing_now(code), ())
    drawing = Drawing(stored, state, position.drawing.seating)
    seen = drawing.sight(seat, drawing.newest({seat}))
    panel = panel_context(seen.scene, QueryDict())
    shown = render_to_string("games/_panel.html", {"panel": panel, "seen": seen})
    return seen.table.version, frames.rendered(seen.table), CHANGING.sub("", shown)


# What one says in secret (ORD-5)


def test_orders_and_wishes_change_nothing_for_others(alice, bob, charlie):
    watch = Watch(alice, bob, charlie, 6)
    others = ("bob", "charlie", "nobody")
    before = {name: all_sent(watch, name) for name in others}
    assert len(list(watch.pushed())) == 3
    for number in range(40):
        fields = {"move": "orders", "key": f"orders-{number:04}"}
        fields["order:block"] = ("ask", "never")[number % 2]
        answer = watch.browsers["alice"].post(f"/games/{watch.code}/moves/", fields)
        assert answer.status_code == 302, answer.content.decode()
    fields = {"move": "wishes", "key": "wishes-0001", "claims": ["onnwal"]}
    assert watch.browsers["alice"].post(f"/games/{watch.code}/moves/", fields).status_code == 302
    assert load(watch.code).number >= 41
    assert {name: frame for name, frame in watch.pushed() if name != "alice"} == {
        "bob": "",
        "charlie": "",
    }
    for name in others:
        for page, text in all_sent(watch, name).items():
            assert text == before[name][page], page


def all_sent(watch, name):
    """Every page as somebody gets it now, without what is new in every answer."""
    return {page: CHANGING.sub("", text) for page, text in watch.sent_now(name)}
