"""Players who keep playing throughout, and pages that stay open."""

import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from threading import Event, Thread
from time import monotonic

from django.db import DatabaseError, connection
from websockets.exceptions import WebSocketException

from games.models import User
from games.storage.processes.connections import connect_apart
from games.storage.store.stored_game import load
from rules import BOTS, move_to_json, view
from tests.chaos.parts import Web
from tests.support.servers.live import Browser, Page

FAILURES = (OSError, HTTPException, WebSocketException)
SHOWN = {True: "yes", False: "no"}
PAUSE, LISTEN_SECONDS = 0.1, 0.25


class Person(Thread):
    """Plays some users' seats of a game, through different servers in turn.

    When they have nothing left to play, `begin` starts another game and returns its code.
    Unanswered requests are repeated with the same key. `answered` has the keys of answered moves,
    `refused` the keys of moves that came too late, `lasted` the seconds until each answer.
    """

    def __init__(
        self,
        begin: Callable[[], str],
        users: list[User],
        webs: list[Web],
        seed: int,
        pause: float = PAUSE,
    ) -> None:
        self._begin, self._code, self._users, self._pause = begin, begin(), users, pause
        super().__init__(name=f"person of {self._code}", daemon=True)
        self._browsers = [[Browser(web, user) for web in webs] for user in users]
        self._random = random.Random(seed)
        self._ended = Event()
        self.answered: list[str] = []
        self.refused: list[str] = []
        self.lasted: list[float] = []
        self.again = 0
        self.error: Exception | None = None

    def run(self) -> None:
        """Play until stopped."""
        connect_apart()
        try:
            while not self._ended.wait(self._pause):
                try:
                    self._play()
                except DatabaseError:
                    connection.close()
        # `error` is reported at the end.
        except Exception as error:
            self.error = error
        connection.close()

    def end(self) -> None:
        """Stop once the last request is answered."""
        self._ended.set()
        self.join()

    def _play(self) -> None:
        state = load(self._code).state()
        own = state.players[: len(self._users)]
        if state.is_over or all(player.eliminated for player in own):
            self._code = self._begin()
            return
        asked = next((one for one in state.decisions if one.seat < len(self._users)), None)
        if asked is None:
            return
        move = BOTS["captain"](self._random).choose(view(state, asked.seat))
        written = move_to_json(move).items()
        key = secrets.token_hex(8)
        fields = {
            name: SHOWN[value] if isinstance(value, bool) else value
            for name, value in written
            if value is not None
        }
        fields |= {"decision": asked.number, "key": key, "have": ""}
        status = self._send(self._browsers[asked.seat], fields)
        (self.answered if status == 200 else self.refused).append(key)

    def _send(self, browsers: list[Browser], fields: dict) -> int:
        while True:
            with suppress(*FAILURES):
                browser, sent = self._random.choice(browsers), monotonic()
                status, text = browser.post(f"/games/{self._code}/moves/", **fields)
                if status in (200, 409, 422):
                    self.lasted.append(monotonic() - sent)
                    return status
                assert status >= 500, (status, text)
            self.again += 1
            Event().wait(PAUSE)


class Watcher(Thread):
    """A page that stays open: its socket reconnects by itself, and the page is never reloaded.

    `newest_at` is the last time it showed the newest version, `heard_at` the last time it did so
    right after a push.
    """

    def __init__(self, code: str, web: Web) -> None:
        super().__init__(name=f"watcher of {code}", daemon=True)
        self.page = Page(Browser(web), code)
        self._ended = Event()
        self.newest_at = self.heard_at = 0.0
        self.connections = 1

    def run(self) -> None:
        """Listen until stopped."""
        while not self._ended.is_set():
            try:
                self._listen()
            # These are raised while servers are down; the page stays as it is.
            except (AssertionError, *FAILURES):
                self._come_back()

    def _listen(self) -> None:
        while not self._ended.is_set():
            text = ""
            with suppress(TimeoutError):
                text = self.page.hear(LISTEN_SECONDS)
            if self.page.is_newest():
                self.newest_at = monotonic()
                if text.startswith("<"):
                    self.heard_at = self.newest_at

    def _come_back(self) -> None:
        while not self._ended.wait(PAUSE):
            with suppress(AssertionError, *FAILURES):
                self.page.close()
                self.page.connect()
                self.connections += 1
                return

    def end(self) -> None:
        """Stop listening; the page stays open."""
        self._ended.set()
        self.join()
