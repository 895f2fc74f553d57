"""Helpers of the attacks: clients that send what no browser sends."""

import socket
from http.client import HTTPResponse

from tests.support.visitors.patience import PATIENCE


def get(server, path):
    """Get a page on a connection of its own; return the answer, read."""
    return send(server, f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n")


def send(server, text):
    """Send a request as it stands; return the answer, read."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as asking:
        asking.sendall(text.encode() if isinstance(text, str) else text)
        answer = HTTPResponse(asking)
        answer.begin()
        answer.read()
        return answer
