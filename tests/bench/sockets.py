"""Sockets of many pages at once, at little cost for the process that holds them.

A complete client takes as long to read a message as the server takes to send it, so two hundred
clients in one process would mostly measure themselves.
"""

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable
from time import perf_counter

from tests.support.servers.live import Browser

TEXT, PING, PONG = 1, 9, 10
MASKED = 0x80
FINAL = 0x80
SHORTEST_LONG = 126
"""Lengths from here on need a 16-bit field, which is enough for every message."""


class Socket(asyncio.Protocol):
    """Calls `hear` with the time of arrival and the text of every message; answers pings."""

    def __init__(self, greeting: bytes, hear: Callable[[float, bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._greeting, self._hear = greeting, hear
        self._come = bytearray()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Request the WebSocket upgrade."""
        self.transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        moment = perf_counter()
        self._come += data
        if not self.opened.done():
            head, end, rest = bytes(self._come).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.splitlines()[0], head
            self._come = bytearray(rest)
            self.opened.set_result(None)
        while frame := self._next():
            kind, payload = frame
            if kind == TEXT:
                self._hear(moment, payload)
            elif kind == PING:
                mask = bytes(4)
                head = struct.pack("!BB", FINAL | PONG, MASKED | len(payload))
                self.transport.write(head + mask + payload)

    def _next(self) -> tuple[int, bytes] | None:
        """Return (kind, payload) of the next complete frame; servers do not mask their frames."""
        come, start = self._come, 2
        if len(come) < start:
            return None
        length = come[1]
        if length >= SHORTEST_LONG:
            start = 4
            if len(come) < start:
                return None
            length = struct.unpack_from("!H", come, 2)[0]
        if len(come) < start + length:
            return None
        kind, payload = come[0] & 0x0F, bytes(come[start : start + length])
        del come[: start + length]
        return kind, payload


async def opened(
    browser: Browser, path: str, address: str, hear: Callable[[float, bytes], None]
) -> Socket:
    """Return an open socket of a browser that connects from a loopback address."""
    server = browser.server
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        *(f"GET {path} HTTP/1.1", f"Host: {server.host}", f"Origin: http://{server.host}"),
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        *(f"Sec-WebSocket-Key: {key}", f"Cookie: {browser.cookie}", "", ""),
    )
    greeting = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(greeting, hear), "127.0.0.1", server.port, local_addr=(address, 0)
    )
    await socket.opened
    return socket
