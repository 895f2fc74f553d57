"""The hub of a web process, which pushes changes to open pages.

When a game changes, the hub draws a frame for each kind of viewer (every seat, all spectators)
and writes it to the sockets. A move made by this process is pushed at once. Moves made by other
processes are found by polling the database: ten times a second, or every two seconds while Redis
announces them. A frame names the version it starts from and the version it leads to; a page that
shows another version requests the parts it lacks. A lost frame therefore does no lasting harm.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine, Iterable
from concurrent.futures import Future
from contextlib import suppress
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from django.db import Error, connections

from games.community.lobby.access import Audience, audience_now, audience_of
from games.community.notices import notices
from games.models import Game
from games.storage.processes import presence
from games.storage.processes.connections import connect_apart, watch
from games.storage.store.log_entries import Row
from games.storage.store.stored_game import StoredGame
from games.table.page import viewer
from games.web.live import pushes
from games.web.live.redis_pubsub import move_channel
from games.web.live.session_guard import valid_guards
from games.web.live.watchers import TableWatcher, Watched, Watcher, admitted_to, refuse, send
from rules import State

logger = logging.getLogger(__name__)

TICK_SECONDS = 20.0
CHECK_SECONDS = 4.0
LOBBY_SECONDS = 1.0
NOTICES_SECONDS = 1.0
PAUSE_SECONDS = 0.5
TELL_SECONDS = 0.1
DRAWN = (Game.Status.RUNNING, Game.Status.OVER)

TICK = "tick"
TABLE_CHANGED = "table-changed"
LOBBY_CHANGED = "lobby-changed"
NOTICES_CHANGED = "notices-changed"
"""Messages that are not frames; pages turn them into events."""


class Hub:
    """Polls the database on behalf of all open pages of this process.

    A thread of its own polls; only the event loop adds and removes watchers and writes to them.
    """

    def __init__(self) -> None:
        self._games: dict[str, Watched] = {}
        self._lobby: set[Watcher] = set()
        self._lobby_seen: Any = None
        self._unread: dict[int, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._woken = Event()
        self._is_cut_off = False
        rounds = (TICK, "check", LOBBY_CHANGED, NOTICES_CHANGED)
        self._due = dict.fromkeys(rounds, 0.0)

    # Registration

    def watch(self, code: str, watcher: TableWatcher) -> None:
        """Register a watcher of a game."""
        watched = self._games.setdefault(code, Watched())
        watched.add(watcher, presence.page_opened(code, watcher.guard.user))
        self._start()

    def unwatch(self, code: str, watcher: TableWatcher) -> None:
        """Unregister a watcher of a game."""
        watched = self._games.get(code)
        if watched is None or watcher not in watched.watchers:
            return
        page = watched.watchers.pop(watcher)
        if page is not None:
            presence.page_closed(page, watched.seen and watched.seen.number)
        if not watched.watchers:
            del self._games[code]

    def report(self, code: str, watcher: TableWatcher, idle: float | None) -> None:
        """Note that a watcher's page was used `idle` seconds ago; None if it is hidden."""
        watched = self._games.get(code)
        page = watched.watchers.get(watcher) if watched else None
        if watched and page:
            presence.page_reported(page, idle, watched.seen and watched.seen.number)

    def watch_lobby(self, watcher: Watcher) -> None:
        """Register a watcher of the lobby."""
        self._lobby.add(watcher)
        self._start()

    def unwatch_lobby(self, watcher: Watcher) -> None:
        """Unregister a watcher of the lobby."""
        self._lobby.discard(watcher)

    def push_saved(self, stored: StoredGame, state: State, rows: tuple[Row, ...]) -> None:
        """Push a game that this process has just saved. Thread-safe.

        Wait up to `TELL_SECONDS` until the frames are written: otherwise they would be delayed
        while the response to the mover is drawn.
        """
        watched, loop = self._games.get(stored.code), self._loop
        if watched is None or loop is None or loop.is_closed():
            self.wake()
            return
        with watched.lock:
            if watched.seen is None or watched.seen.number >= stored.number:
                return
            if watched.seen.status not in DRAWN:
                # Waiting rooms get no frames: the next poll tells them that the game has begun.
                self.wake()
                return
            telling = self._draw(watched, viewer.drawing_of(stored, state, rows))
        with suppress(TimeoutError):
            telling.result(TELL_SECONDS)

    def handle_announcement(self, code: str | None) -> None:
        """Handle the announcement that a table moved; None: any table may have. Thread-safe."""
        if code is None or code in self._games or self._lobby:
            self.wake()

    def wake(self) -> None:
        """Poll the database now. Thread-safe."""
        self._woken.set()

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._thread is None:
            self._thread = Thread(target=self._run, name="hub", daemon=True)
            self._thread.start()
        move_channel().subscribe(self.handle_announcement)
        self.wake()

    # The polling loop

    def _run(self) -> None:
        connect_apart()
        while True:
            is_watched = self._games or self._lobby
            self._woken.wait(move_channel().poll_seconds if is_watched else None)
            self._woken.clear()
            try:
                self._round()
                self._is_cut_off = False
            # Catch everything, such as a lost database connection: the thread must continue.
            except Exception:
                # If the database is away, the heartbeat has already logged that.
                if not watch().is_away:
                    logger.exception("The hub failed.")
                self._recover()

    def _recover(self) -> None:
        # Close broken connections: Django only reopens a closed one.
        connections.close_all()
        if watch().is_away and not self._is_cut_off:
            self._is_cut_off = True
            # Pages then request the table, see that the site is down, and keep retrying.
            self._in_loop(send(self._at_tables(), TABLE_CHANGED))
        sleep(PAUSE_SECONDS)

    def _round(self) -> None:
        self._look_at_games()
        if self._is_time(TICK, TICK_SECONDS):
            self._in_loop(send(self._everybody(), TICK))
        if self._is_time("check", CHECK_SECONDS):
            self._check_guards()
        if self._lobby and self._is_time(LOBBY_CHANGED, LOBBY_SECONDS):
            self._look_at_lobby()
        if self._is_time(NOTICES_CHANGED, NOTICES_SECONDS):
            self._look_at_notices()

    def _is_time(self, what: str, every: float) -> bool:
        now = monotonic()
        if now < self._due[what]:
            return False
        self._due[what] = now + every
        return True

    def _in_loop(self, writing: Coroutine[Any, Any, None]) -> Future[None]:
        if self._loop is None:
            raise RuntimeError("The hub has no event loop yet.")
        return asyncio.run_coroutine_threadsafe(writing, self._loop)

    # Make atomic copies: the event loop adds and removes watchers meanwhile.

    def _at_tables(self) -> list[Watcher]:
        return [one for game in tuple(self._games.values()) for one in tuple(game.watchers)]

    def _everybody(self) -> list[Watcher]:
        return [*tuple(self._lobby), *self._at_tables()]

    # Games

    def _look_at_games(self) -> None:
        codes = tuple(self._games)
        found = pushes.game_versions(codes) if codes else {}
        for code, head in found.items():
            watched = self._games.get(code)
            if watched is not None and watched.rests_until <= monotonic():
                self._look_at(code, watched, head)

    def _look_at(self, code: str, watched: Watched, head: pushes.GameVersion) -> None:
        if not watched.is_outdated(head, presence.online(code)):
            return
        try:
            statuses = {head.status, watched.seen.status if watched.seen else head.status}
            if statuses.issubset(DRAWN):
                self._load_and_draw(code, watched, head)
            else:
                self._say_it_changed(code, watched, head)
        except Error:
            raise
        except Game.DoesNotExist:
            # The game has been deleted since the query; the next query does not find it.
            return
        # Catch everything: a broken game must not hold up the others.
        except Exception:
            logger.exception("The hub could not render game %s.", code)
            watched.rests_until = monotonic() + PAUSE_SECONDS

    def _say_it_changed(self, code: str, watched: Watched, head: pushes.GameVersion) -> None:
        watched.has_come = False
        users = watched.users() if watched.seen else ()
        self._in_loop(self._write(watched, [(users, TABLE_CHANGED)], audience_now(code)))
        watched.seen, watched.online = head, presence.online(code)

    def _load_and_draw(self, code: str, watched: Watched, head: pushes.GameVersion) -> None:
        with watched.lock:
            # This process may have pushed the same move since the query, or a newer one.
            if watched.is_outdated(head, presence.online(code)):
                watched.has_come = False
                self._draw(watched, viewer.drawing_now(code))

    def _draw(self, watched: Watched, drawing: viewer.Drawing) -> Future[None]:
        """Draw a frame for each kind of viewer, and schedule writing them to the sockets.

        Each user's seat is looked up every time: a seat may change hands while a page is open.
        """
        users = watched.users()
        position = pushes.position(drawing, users)
        found = pushes.frame_for_each(position, watched.tables)
        watched.tables = {seat: table for seat, (table, _) in found.items()}
        watched.drawn_for = users
        watched.seen, watched.online = pushes.game_version_of(drawing.stored), drawing.online
        texts = [(position.users_at(seat), text) for seat, (_, text) in found.items() if text]
        return self._in_loop(self._write(watched, texts, audience_of(drawing.stored, users)))

    async def _write(
        self,
        watched: Watched,
        texts: Iterable[tuple[Collection[int | None], str]],
        audience: Audience | None,
    ) -> None:
        """Write texts to the sockets of users, in the order given, and refuse other watchers."""
        watchers = defaultdict(list)
        for watcher in await admitted_to(watched, audience):
            watchers[watcher.guard.user].append(watcher)
        for users, text in texts:
            await send([one for user in users for one in watchers[user]], text)

    # Notices

    def _look_at_notices(self) -> None:
        """Notify the pages of users whose number of unread notices has changed."""
        watchers = self._everybody()
        users = {one.guard.user for one in watchers if one.guard.user is not None}
        if not users:
            return
        found = notices.unread(users)
        # A user's first page has just loaded the number, so it has not changed for them.
        now = {user: found.get(user, 0) for user in users}
        changed = {user for user in users if now[user] != self._unread.get(user, now[user])}
        self._unread = now
        told = [one for one in watchers if one.guard.user in changed]
        self._in_loop(send(told, NOTICES_CHANGED))

    # The lobby, and access

    def _look_at_lobby(self) -> None:
        now = pushes.lobby_now()
        if now != self._lobby_seen:
            self._lobby_seen = now
            self._in_loop(send(tuple(self._lobby), LOBBY_CHANGED))

    def _check_guards(self) -> None:
        watchers = self._everybody()
        allowed = valid_guards({one.guard for one in watchers})
        self._in_loop(refuse([one for one in watchers if one.guard not in allowed]))


hub = Hub()
"""The hub of this process."""
