"""Text written to open sockets without a detour, for of those many are told the same.

Each is handed to the system at once: two hundred that wait for the event loop to come round would
all be told when the last of them is.
"""

from functools import lru_cache
from struct import pack
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.tcp import Connection

FINAL_TEXT = 0x81
"""How the frame of a whole text begins (RFC 6455, 5.2)."""

SHORT, LONG = 126, 65536
"""From so many bytes on a text's length is written in two more bytes, and in eight."""


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """Return a text as it goes over the wire, made once for all who are told it."""
    told = text.encode()
    length = len(told)
    if length < SHORT:
        return pack("!BB", FINAL_TEXT, length) + told
    if length < LONG:
        return pack("!BBH", FINAL_TEXT, SHORT, length) + told
    return pack("!BBQ", FINAL_TEXT, SHORT + 1, length) + told


def write(protocol: WebSocketProtocol, text: str) -> bool:
    """Write to a socket if nothing waits to be sent there; say whether that was done.

    Call it in the thread of the event loop only. What the system does not take at once follows.
    """
    transport = protocol.transport
    if not _is_free(protocol, transport):
        return False
    frame = framed(text)
    taken = transport.writeSomeData(frame)
    # The connection may just have broken, of which the server hears by itself.
    if not isinstance(taken, int):
        return False
    if taken < len(frame):
        transport.write(frame[taken:])
    return True


def _is_free(protocol: WebSocketProtocol, transport: Any) -> bool:
    """Say whether the bytes of a frame may be sent as they are: in the clear, and now."""
    is_plain = isinstance(transport, Connection) and not transport.TLS
    is_open = protocol.state == protocol.STATE_OPEN and not protocol.send_queue
    return is_plain and is_open and transport not in reactor.getWriters()
