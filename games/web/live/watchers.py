"""Open sockets: the interfaces that the hub uses, and the sockets that watch a game."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol

from autobahn.exception import Disconnected
from autobahn.websocket.protocol import PreparedMessage

from games.community.lobby.access import Audience
from games.drawing.display.parts import TableParts
from games.storage.processes.presence import Page
from games.web.live import pushes
from games.web.live.session_guard import SessionGuard

logger = logging.getLogger(__name__)

Message = dict[str, Any]
"""A message of ASGI that is sent to sockets; never changed, as many sockets share it."""


class Watcher(Protocol):
    """An open socket."""

    guard: SessionGuard

    async def write(self, message: Message) -> None:
        """Send a message to the page."""

    async def refuse(self) -> None:
        """Close the socket for good: the user may no longer watch."""


class TableWatcher(Watcher, Protocol):
    """An open socket of a table, with or without an invitation to it."""

    is_invited: bool


@dataclass(slots=True)
class Watched:
    """A game with open pages: its watchers, and the last table sent to each kind of viewer.

    `watchers` maps each watcher to its page as `presence` counts it, None for anonymous visitors.
    `tables` are by seat, None for spectators, and were `drawn_for` these users. `has_come` is set
    when another user registers, because their kind of viewer may have no table yet. After a
    failure, the game is skipped until `rests_until` (monotonic). The `lock` must be held while
    drawing.
    """

    watchers: dict[TableWatcher, Page | None] = field(default_factory=dict)
    tables: dict[int | None, TableParts] = field(default_factory=dict)
    drawn_for: set[int | None] = field(default_factory=set)
    seen: pushes.GameVersion | None = None
    online: frozenset[int] = frozenset()
    has_come: bool = False
    rests_until: float = 0.0
    lock: Any = field(default_factory=Lock)

    def add(self, watcher: TableWatcher, page: Page | None) -> None:
        """Add a watcher and its page."""
        self.watchers[watcher] = page
        if watcher.guard.user not in self.drawn_for:
            self.has_come = True

    def users(self) -> set[int | None]:
        """Return the users of the watchers; None for watchers without an account."""
        # Make an atomic copy: another thread adds and removes watchers meanwhile.
        return {watcher.guard.user for watcher in tuple(self.watchers)}

    def is_outdated(self, version: pushes.GameVersion, online: frozenset[int]) -> bool:
        """Return whether pages lack a version of the game, or who is online."""
        if self.seen is not None and self.seen.number > version.number:
            return False
        return self.has_come or (self.seen, self.online) != (version, online)


def text_message(text: str) -> Message:
    """Return a text as a message with its WebSocket frame, encoded once for all sockets."""
    prepared = PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=True)
    return {"type": "websocket.send", "text": text, "frame": prepared.payloadHybi}


async def send(watchers: Iterable[Watcher], text: str) -> None:
    """Send a text to several sockets."""
    message = text_message(text)
    for watcher in list(watchers):
        try:
            await watcher.write(message)
        except Disconnected:
            # The tab was closed, and `disconnect` will unregister it.
            continue
        # Catch everything: the other sockets must still get the text.
        except Exception:
            logger.info("A socket could not be written to.", exc_info=True)


async def admitted_to(watched: Watched, audience: Audience | None) -> list[TableWatcher]:
    """Return the watchers that may still see a game, and refuse all others.

    `audience` is None if the game is gone. A player who loses a seat at an unlisted table before
    the game must not see any more of it.
    """

    def may_look(watcher: TableWatcher) -> bool:
        user, is_invited = watcher.guard.user, watcher.is_invited
        return audience is not None and audience.admits(user, is_invited=is_invited)

    watchers = tuple(watched.watchers)
    admitted = [watcher for watcher in watchers if may_look(watcher)]
    if len(admitted) < len(watchers):
        await refuse(set(watchers).difference(admitted))
    return admitted


async def refuse(watchers: Iterable[Watcher]) -> None:
    """Close several sockets for good."""
    for watcher in watchers:
        try:
            await watcher.refuse()
        # Catch everything, as in `send`.
        except Exception:
            logger.info("A socket could not be closed.", exc_info=True)
