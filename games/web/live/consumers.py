"""WebSocket consumers for the pages of a table and of the lobby."""

from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser

from games.community.lobby.access import INVITED, audience_now
from games.models import User
from games.numbers import whole_number
from games.storage.processes.metrics import refused, sockets
from games.web.live.hub import TICK, hub
from games.web.live.session_guard import SessionGuard
from games.web.live.socket_limits import (
    TOO_MANY,
    SocketPriority,
    SocketSlot,
    TooManySockets,
    socket_limits,
)
from games.web.live.watchers import Message, text_message

REFUSED = 4403
"""The close code that tells a page not to reconnect."""

HIDDEN = "hidden"
"""The report of a hidden page; a visible one reports the seconds since its last use."""


class PageConsumer(AsyncWebsocketConsumer):
    """A socket whose session identifies the user; it ignores incoming messages."""

    guard: SessionGuard | None = None
    slot: SocketSlot | None = None

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket; unregister it and release its slot even after an error.

        A page closed while its socket connects is not an error, but `disconnect` is not called.
        """
        try:
            with suppress(Disconnected):
                await super().__call__(*arguments)
        finally:
            if self.slot is not None:
                self.stop_watching()
                socket_limits().release(self.slot)

    async def connect(self) -> None:
        """Accept the socket; close it again if a limit is reached or the user may not watch."""
        self.guard = await database_sync_to_async(_guard)(self.scope)
        await self.accept()
        slot = SocketSlot(_rank(self.scope["user"]), self.guard.user, self.close)
        try:
            await socket_limits().admit(slot)
        except TooManySockets as limit:
            refused.labels("socket", str(limit)).inc()
            await self.close(TOO_MANY)
            return
        self.slot = slot
        if await self.start_watching():
            # Confirm the connection to a page that was previously refused over a limit.
            await self.write(text_message(TICK))
        else:
            await self.refuse()
        # Count it last: `disconnect` is never called for a socket that fails while connecting.
        sockets.inc()

    async def start_watching(self) -> bool:
        """Register with the hub; return False if the user may not watch."""
        raise NotImplementedError

    def stop_watching(self) -> None:
        """Unregister from the hub."""
        raise NotImplementedError

    async def disconnect(self, code: int) -> None:
        """Stop counting a socket that had a slot."""
        if self.slot is not None:
            sockets.dec()

    async def write(self, message: Message) -> None:
        """Send a message to the page."""
        await self.base_send(message)

    async def refuse(self) -> None:
        """Close the socket so that the page does not reconnect."""
        await self.close(REFUSED)


def _rank(user: User | AnonymousUser) -> SocketPriority:
    if user.is_staff:
        return SocketPriority.MODERATOR
    return SocketPriority.PERSON if user.is_authenticated else SocketPriority.STRANGER


def _guard(scope: dict[str, Any]) -> SessionGuard:
    user = scope["user"]
    known = user.is_authenticated
    return SessionGuard(
        session=scope["session"].session_key,
        user=user.pk if known else None,
        password=user.password if known else "",
        logins_ended=user.logins_ended if known else 0,
    )


class TableConsumer(PageConsumer):
    """The socket of a table's page, which reports whether somebody looks at it."""

    code: str
    is_in = False
    is_invited = False

    async def start_watching(self) -> bool:
        """Register with the hub if the user may see the game."""
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.is_invited = self.code in await sync_to_async(self.scope["session"].get)(INVITED, ())
        audience = await database_sync_to_async(audience_now)(self.code)
        user = self.guard.user if self.guard else None
        if audience is None or not audience.admits(user, is_invited=self.is_invited):
            return False
        self.is_in = True
        hub.watch(self.code, self)
        return True

    def stop_watching(self) -> None:
        """Unregister from the hub."""
        if self.is_in:
            hub.unwatch(self.code, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note a report of the page."""
        text = text_data or ""
        seconds = whole_number(text)
        if self.is_in and (text == HIDDEN or seconds is not None):
            hub.report(self.code, self, seconds)


class LobbyConsumer(PageConsumer):
    """The socket of the lobby's page."""

    async def start_watching(self) -> bool:
        """Register with the hub; everybody may see the lobby."""
        hub.watch_lobby(self)
        return True

    def stop_watching(self) -> None:
        """Unregister from the hub."""
        hub.unwatch_lobby(self)
