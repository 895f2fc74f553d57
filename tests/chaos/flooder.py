"""One address that floods a site; run as a process of its own until it is killed.

python -m tests.chaos.flooder messages|openings|requests PORT CLIENTS
"""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

ADDRESS = "198.51.100.1"
FRAME = bytes((0x81, 0x81, 0, 0, 0, 0, ord("x")))
"""A message of one character, masked with zeros as a client may."""

PATIENCE, PAUSE = 0.2, 0.01


def _request(port: int, path: str, *headers: str) -> bytes:
    own = (f"Host: 127.0.0.1:{port}", f"X-Forwarded-For: {ADDRESS}", *headers)
    return "\r\n".join((f"GET {path} HTTP/1.1", *own, "", "")).encode()


def _opening(port: int) -> bytes:
    return _request(
        port,
        "/ws/lobby/",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        f"Origin: http://127.0.0.1:{port}",
    )


def messages(port: int) -> None:
    """Open a socket and send messages until it is closed."""
    with socket.create_connection(("127.0.0.1", port)) as flooding:
        flooding.sendall(_opening(port))
        flooding.recv(1000)
        while True:
            flooding.sendall(100 * FRAME)


def openings(port: int) -> None:
    """Open a socket and disconnect."""
    with socket.create_connection(("127.0.0.1", port)) as flooding:
        flooding.sendall(_opening(port))
        flooding.recv(1000)


def requests(port: int) -> None:
    """Request a page and disconnect after its first bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as flooding:
        flooding.sendall(_request(port, "/lobby/"))
        flooding.recv(1000)


def _flood(attack: Callable[[int], None], port: int) -> None:
    while True:
        with suppress(OSError):
            attack(port)
        Event().wait(PAUSE)


if __name__ == "__main__":
    # A real flood comes from other machines, so the site has CPU priority over this process.
    os.nice(19)
    attack = {"messages": messages, "openings": openings, "requests": requests}[sys.argv[1]]
    for _ in range(int(sys.argv[3])):
        Thread(target=_flood, args=(attack, int(sys.argv[2]))).start()
