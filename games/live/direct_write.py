"""Write text frames straight to open sockets, bypassing the event loop.

Many spectators get the same text. Each frame goes to the kernel at once; queued on the event loop,
two hundred frames would all leave when the last one has been queued.
"""

from functools import lru_cache
from struct import pack
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.tcp import Connection

FINAL_TEXT = 0x81
"""The first byte of an unfragmented text frame (RFC 6455, 5.2)."""

SHORT, LONG = 126, 65536
"""The lengths from which a frame's length takes two more bytes, and eight."""


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """Return a text as a WebSocket frame, cached for the other sockets that get it."""
    told = text.encode()
    length = len(told)
    if length < SHORT:
        return pack("!BB", FINAL_TEXT, length) + told
    if length < LONG:
        return pack("!BBH", FINAL_TEXT, SHORT, length) + told
    return pack("!BBQ", FINAL_TEXT, SHORT + 1, length) + told


def write(protocol: WebSocketProtocol, text: str) -> bool:
    """Write to a socket if its send queue is empty; return whether that was possible.

    Call it in the event loop's thread only. The event loop sends what the kernel does not accept.
    """
    transport = protocol.transport
    if not _is_free(protocol, transport):
        return False
    frame = framed(text)
    taken = transport.writeSomeData(frame)
    # The connection has just broken; the server notices by itself.
    if not isinstance(taken, int):
        return False
    if taken < len(frame):
        transport.write(frame[taken:])
    return True


def _is_free(protocol: WebSocketProtocol, transport: Any) -> bool:
    """Return whether a frame may be written now: unencrypted, with nothing queued before it."""
    is_plain = isinstance(transport, Connection) and not transport.TLS
    is_open = protocol.state == protocol.STATE_OPEN and not protocol.send_queue
    return is_plain and is_open and transport not in reactor.getWriters()
