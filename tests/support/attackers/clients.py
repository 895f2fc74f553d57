"""HTTP clients for attacks, which send requests that no browser would send."""

import socket
from http.client import HTTPResponse

from tests.support.visitors.patience import PATIENCE


def get(server, path):
    """Get a page on a new connection; return the response, read to its end."""
    return send(server, f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n")


def send(server, text):
    """Send a request unchanged; return the response, read to its end."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as asking:
        asking.sendall(text.encode() if isinstance(text, str) else text)
        answer = HTTPResponse(asking)
        answer.begin()
        answer.read()
        return answer
