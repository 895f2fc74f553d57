"""Requests to addresses that people gave: public ones, HTTPS, port 443, one short deadline.

A name is looked up once, and the address that was checked is the one connected to. Redirects are
not followed. `CASTLERISK_OUTBOUND_EXEMPT` names pairs of host and port that are exempt, for tests.
"""

import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from games.models.notices import LONGEST_DESTINATION
from games.notices.socket_deadline import SocketDeadline

HTTPS, HTTPS_PORT, HTTP_PORT = "https", 443, 80
PAUSE_SECONDS = 5.0
"""For how long the other side may say nothing."""

WHOLE_SECONDS = 10.0
"""The deadline of a request: lookup, connection, TLS, request and response together."""

MOST_READ = 2000
"""So many bytes of an answer are read."""

UNICAST = ipaddress.ip_network("2000::/3")
"""All public addresses of version 6 lie here: what carries a mapped one in it does not."""

NOT_REACHED = tuple(
    ipaddress.ip_network(name)
    for name in (
        # Protocol assignments, AS112 (twice), AMT and the relays of 6to4.
        *("192.0.0.0/24", "192.31.196.0/24", "192.175.48.0/24", "192.52.193.0/24"),
        "192.88.99.0/24",
        # Protocol assignments with Teredo, benchmarks and ORCHID; documentation, 6to4, AS112.
        *("2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16", "2620:4f:8000::/48"),
        # Translation to version 4, which may lead to a private address.
        *("64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "5f00::/16"),
    )
)
"""The special ranges of IANA's registries, whatever `is_global` says of them."""

Resolver = Callable[..., list[Any]]


class NotAllowed(Exception):
    """An address to which nothing is sent; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """What an address names: host and port, the path with its query, by TLS or not."""

    host: str
    port: int
    path: str
    is_tls: bool

    @property
    def is_exempt(self) -> bool:
        """Say whether the pair of host and port is exempted by the settings."""
        return f"{self.host}:{self.port}" in settings.OUTBOUND_EXEMPT


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side answered: a status, and the beginning of its text."""

    status: int
    text: str

    @property
    def is_good(self) -> bool:
        """Say whether it took what was sent."""
        return 200 <= self.status < 300


def place_of(url: str) -> Place:
    """Return what an address names; NotAllowed for one to which nothing is ever sent.

    Names are not looked up here: that is done when something is sent.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise NotAllowed("That is no address.") from None
    if not url.isascii() or not url.isprintable() or " " in url or not host:
        raise NotAllowed("That is no address.")
    is_tls = parts.scheme == HTTPS
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = Place(host, port or (HTTPS_PORT if is_tls else HTTP_PORT), path, is_tls)
    if place.is_exempt and parts.scheme in (HTTPS, "http"):
        return place
    if not is_tls:
        raise NotAllowed("Only addresses that begin with https:// are told anything.")
    if parts.username is not None or parts.password is not None:
        raise NotAllowed("An address must not carry a name or a password.")
    if place.port != HTTPS_PORT:
        raise NotAllowed("Only port 443 is used: leave the port out of the address.")
    with suppress(ValueError):
        _verify_public(ipaddress.ip_address(host))
    return place


def destination_of(url: str) -> str:
    """Return the host and port of an address, by which requests to it share a lane."""
    place = urlsplit(url)
    return place.netloc.rpartition("@")[2].lower()[:LONGEST_DESTINATION]


def _verify_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    is_nowhere = any(
        address in network for network in NOT_REACHED if network.version == address.version
    )
    is_nowhere = is_nowhere or (address.version == 6 and address not in UNICAST)
    if is_nowhere or address.is_multicast or not address.is_global:
        raise NotAllowed("Only public addresses are told anything.")


def _resolved(place: Place, resolve: Resolver, seconds: float) -> str:
    """Look a host up, once; if one of its addresses is not public, none is used."""
    found = _looked_up(place, resolve, seconds)
    # A zone after % names a network device of this machine.
    addresses = [str(address[0]) for *_, address in found]
    if not addresses:
        raise OSError("The host has no address.")
    if not place.is_exempt:
        for address in addresses:
            _verify_public(ipaddress.ip_address(address.partition("%")[0]))
    return addresses[0]


def _looked_up(place: Place, resolve: Resolver, seconds: float) -> list[Any]:
    """Look a host up within a time: the system's resolver has no deadline."""
    answers: Queue[list[Any] | Exception] = Queue(1)

    def look() -> None:
        try:
            answers.put(resolve(place.host, place.port, type=socket.SOCK_STREAM))
        except (OSError, ValueError) as error:
            answers.put(error)

    Thread(target=look, name="lookup", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError("The name was not found in time.") from None
    if isinstance(answer, Exception):
        raise OSError(f"The name was not found: {answer}") from None
    return answer


class _Pinned(HTTPConnection):
    """A connection over a socket that is open already."""

    def __init__(self, place: Place, connected: socket.socket) -> None:
        super().__init__(place.host, place.port, timeout=PAUSE_SECONDS)
        self.sock = connected
        if place.is_tls:
            self.default_port = HTTPS_PORT


def post(
    url: str, body: bytes, headers: Mapping[str, str], resolve: Resolver = socket.getaddrinfo
) -> Answer:
    """Post something to an address and return what it answers.

    Raises NotAllowed for an address that is not public, OSError where it cannot be reached or
    does not answer in time. A redirection is an answer like any other.
    """
    place, deadline = place_of(url), monotonic() + WHOLE_SECONDS
    address = _resolved(place, resolve, PAUSE_SECONDS)
    connected = socket.create_connection((address, place.port), PAUSE_SECONDS)
    # A server that answers a little at a time would hold us for ever.
    limit = SocketDeadline(connected, deadline - monotonic())
    try:
        if place.is_tls:
            connected = ssl.create_default_context().wrap_socket(
                connected, server_hostname=place.host
            )
        return _asked(_Pinned(place, connected), place, body, headers)
    except OSError:
        raise
    except (HTTPException, ValueError) as error:
        raise OSError(f"The answer is no HTTP: {type(error).__name__}.") from None
    finally:
        limit.cancel()
        connected.close()


def _asked(connection: _Pinned, place: Place, body: bytes, headers: Mapping[str, str]) -> Answer:
    connection.request("POST", place.path, body, {"User-Agent": "Castlerisk", **headers})
    with connection.getresponse() as answer:
        text = answer.read(MOST_READ).decode("utf-8", "replace")
        return Answer(answer.status, text)
