"""Canaries: a game with several viewers, and the secrets that must not be sent to them.

Distinctive secrets (salts, the seed, sessions, keys, other players' log lines) are searched for in
all responses. Secrets that look like public data (cards, territories, orders) are changed, and the
responses to the viewer must stay the same.
"""

import json
import random
import re
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from games.drawing.display import log
from games.models import Game, Move, SealDay, User
from games.playing.start import create_game, start_game
from games.storage.evidence.seals import sign_days
from games.storage.store.log_entries import all_events, explanation_of
from games.storage.store.stored_game import StoredGame
from games.table.page import frames, viewer
from games.table.page.viewer import Drawing
from games.table.panel.panel import panel_context
from games.web.live import pushes
from rules import Options
from rules.bots.reasons import describe_reason
from rules.events.json import from_json, to_json
from rules.json import to_plain
from rules.sentences import Words
from tests.support.rules.twins import twin_of
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table

AT_TABLE = ("", "changes/?have=none", "panel/")
"""What a player has open; other pages change little from move to move."""
REPLAY = (
    "replay/",
    "replay/?at=5",
    "replay/general/?at=5",
    "replay/steps/?from=0",
    "replay/scenes/?from=9&until=20",
)
EVIDENCE = ("log.json", "record.json", "receipt.json", "own.json", "seal.json", "fairness/")
AROUND = ("log/", "log/?round=1", *EVIDENCE, *REPLAY)
ELSEWHERE = ("/lobby/", "/lobby/lists/", "/seals/")
"""Pages outside a table that show parts of it."""


TOKENS = (
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'"X-CSRFToken": "[^"]*"',
    r"nonce[-=][^ '>]*",
    r'name="key" value="[^"]*"',
    r'data-now="[^"]*"',
    r">[^<]*</time>",
)
CHANGING = re.compile("|".join(TOKENS))


def without_new(text):
    """Return a response without the parts that differ in every response."""
    return CHANGING.sub("", text)


def _as_json(told):
    """Yield an event as JSON, with and without spaces."""
    yield json.dumps(told)
    yield json.dumps(told, separators=(",", ":"))


class KeyedTable(Table):
    """A table with recognisable request keys; `used` lists them all.

    `known` returns the position, which saves loading it.
    """

    def __init__(self, known, *given):
        super().__init__(*given)
        self.known = known
        self.used = []

    def state(self):
        return self.known()

    def key(self):
        self.used.append(f"key-of-a-request-{next(self.keys):05}")
        return self.used[-1]


class Watch:
    """A game and its viewers by name, each with a browser; the players come first.

    `onlookers` are users without a seat. `told` collects the private log lines of each seat.
    """

    def __init__(self, people, onlookers, seed, ruleset="greyhawk", bots=0, **options):
        options = Options(**{"quick": True, **options})
        game = create_game([*people, *["captain"] * bots], options, ruleset)
        pin(game, f"{ruleset}{seed}")
        Game.objects.update(host=people[0])
        start_game(game.code)
        sign_days(timezone.now() + timedelta(days=2))
        self.code = game.code
        self.table = KeyedTable(
            lambda: self.state, game.code, dict(enumerate(people)), random.Random(seed)
        )
        self.users = {user.name: user for user in (*people, *onlookers)}
        seated = {user.name: seat for seat, user in enumerate(people)}
        self.seats = {name: seated.get(name) for name in self.users} | {"nobody": None}
        self.browsers = {name: Client() for name in self.seats}
        for name, user in self.users.items():
            self.browsers[name].force_login(user)
        self.host, self.tables = people[0].name, {}
        self.told = {seat: set() for seat in range(len(people) + bots)}
        self.reasons = set()
        self.never = {name: self.always_hidden_from(name) for name in self.seats}
        self.position = self.position_now()
        self.note(Move.objects.values_list("public", "private"))

    # Playing on

    @property
    def state(self):
        """The position drawn last."""
        return self.position.drawing.state

    @property
    def stored(self) -> StoredGame:
        """The stored game of the position drawn last."""
        return self.position.drawing.stored

    def position_now(self, drawing=None):
        """Return what pushes are made from: a drawing, and the users and their seats."""
        users = {user.pk for user in self.users.values()}
        return pushes.position(drawing or viewer.drawing_now(self.code), {*users, None})

    def go_on(self):
        """Answer the first open decision, and keep the private log lines it caused."""
        played = self.table.answer()
        drawing = viewer.drawing_of(played.stored, played.state, played.rows)
        self.position = self.position_now(drawing)
        self.note(row[1:] for row in played.rows)

    def note(self, entries):
        """Keep bots' reasons, and the log lines meant for one seat only, as HTML and JSON."""
        words = Words(self.position.drawing.seating.names, self.state.ruleset)
        for public, private in entries:
            why = explanation_of(private)
            if why is not None:
                self.reasons |= {*_as_json(to_plain(why.reason))}
                self.reasons.add(describe_reason(why.reason, words))
            for event in map(from_json, all_events(public, private)):
                if event.private:
                    entry = log.LogEntry(0, (event,))
                    (line,) = log.lines(entry, words)
                    # The sentence alone is not secret: others read "You placed …" about themselves.
                    self.told[event.seat].add(line.html.strip())
                    self.told[event.seat].add(replace(line, brief=None).html.strip())
                    self.told[event.seat] |= set(_as_json(to_json(event)))

    # What is sent

    def sent_now(self, name, is_all=True):
        """Yield (request, response) for the pages and partials of the game, as a viewer gets them.

        Without `is_all`, yield only those that a player has open.
        """
        parts, elsewhere = AT_TABLE, ()
        if is_all:
            parts = AT_TABLE + AROUND
            days = SealDay.objects.values_list("day", flat=True)
            elsewhere = (*ELSEWHERE, *(f"/seals/{day}.json" for day in days))
            elsewhere += tuple(f"/people/{player}/" for player in list(self.users)[:2])
        for page in (*(f"/games/{self.code}/{part}" for part in parts), *elsewhere):
            # For htmx, the log is sent without the page around it.
            for headers in ({}, {"HX-Request": "true"}) if "log/" in page else ({},):
                answer = self.browsers[name].get(page, headers=headers)
                body = b"".join(answer) if answer.streaming else answer.content
                # Every response has a different request ID.
                told = {name: text for name, text in answer.items() if name != "X-Request-ID"}
                yield f"{page} {headers}", f"{told}{body.decode()}"

    def pushed(self):
        """Yield the frame pushed to each kind of viewer after a move, as (name, frame)."""
        for name, seat in self.seats.items():
            if name != "nobody":
                old = self.tables.get(name)
                self.tables[name], pushed = pushes.frame_for(self.position, seat, old)
                yield name, pushed

    # Secrets that can be searched for

    def always_hidden_from(self, name):
        """Return the strings that must never be sent to a viewer, by description."""
        found = {"secret key": settings.SECRET_KEY}
        found |= {f"mail of {user}": user.email for user in User.objects.exclude(name=name)}
        own = self.browsers[name].session.session_key
        for session in Session.objects.exclude(session_key=own):
            found[f"session {session.pk}"] = session.session_key
        if name != self.host:
            found["invitation"] = Game.objects.get(code=self.code).invitation
        return found

    def hidden_from(self, name):
        """Return the strings that must not be sent to a viewer now, by description."""
        seat, stored, found = self.seats[name], self.stored, dict(self.never[name])
        found |= {f"request {key}": key for key in self.table.used}
        if stored.status != Game.Status.OVER:
            found["seed"] = stored.seed.hex()
            found |= {f"reason {reason}": reason for reason in self.reasons}
            lines = set().union(*self.told.values()) - self.told.get(seat, set())
            found |= {f"private line {line}": line for line in lines}
            for sealed in stored.rows.hidden:
                if not sealed.revealed and (
                    seat is None or seat not in (sealed.holder, sealed.maker)
                ):
                    found[f"salt of {sealed.holder}"] = sealed.salt
        return found

    def search(self, name, what, text):
        """Fail if a text sent to a viewer contains a secret."""
        for secret, marker in self.hidden_from(name).items():
            assert marker not in text, f"{secret} was sent to {name}: {what}"

    # Secrets that cannot be searched for

    def compare_with_twins(self, seats, source, **kept):
        """Fail if anything shown to these seats (None: a spectator) depends on others' secrets."""
        for seat in seats:
            twin = twin_of(self.state, seat, source, **kept)
            assert self.drawn(twin, seat) == self.drawn(self.state, seat), seat

    def compare_with_new_drawings(self):
        """Fail if the last frames lead to anything else than a drawing for each viewer alone."""
        for name, table in self.tables.items():
            version, parts, _ = self.drawn(self.state, self.seats[name])
            assert (table.version, frames.rendered(table)) == (version, parts), name

    def drawn(self, state, seat):
        """Return everything a seat is shown of a position: every part, and the panel."""
        known = self.position.drawing
        drawing = Drawing(known.stored, state, known.seating, known.rows)
        seen = drawing.for_seat(seat, drawing.newest({seat}))
        panel = panel_context(seen.scene, QueryDict())
        shown = render_to_string("table/page/_panel.html", {"panel": panel, "seen": seen})
        return seen.table.version, frames.rendered(seen.table), without_new(shown)
