"""HTTP requests to addresses given by users: public hosts, HTTPS, port 443, one short deadline.

A host name is resolved once, and the connection goes to the address that was checked. Redirects
are not followed. `CASTLERISK_OUTBOUND_EXEMPT` lists exempt host:port pairs, for tests.
"""

import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.community.notices.socket_deadline import SocketDeadline
from games.models.sending.notices import LONGEST_ADDRESS, LONGEST_DESTINATION

HTTPS, HTTPS_PORT, HTTP_PORT = "https", 443, 80
_NO_HOST = "The host was not found"
_NOT_HTTP = "The response is not valid HTTP: {error}."
PAUSE_SECONDS = 5.0
"""The timeout of a DNS lookup, and of each socket operation."""

WHOLE_SECONDS = 10.0
"""The deadline for the whole request: lookup, connection, TLS, request and response."""

MOST_READ = 2000
"""The maximum number of bytes read of a response."""

UNICAST = ipaddress.ip_network("2000::/3")
"""Contains all public IPv6 addresses, and no IPv4-mapped ones."""

SPECIAL_NETWORKS = tuple(
    ipaddress.ip_network(name)
    for name in (
        # Protocol assignments, AS112 (twice), AMT and the relays of 6to4.
        "192.0.0.0/24", "192.31.196.0/24", "192.175.48.0/24", "192.52.193.0/24",
        "192.88.99.0/24",
        # Protocol assignments with Teredo, benchmarks and ORCHID; documentation, 6to4, AS112.
        "2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16", "2620:4f:8000::/48",
        # NAT64 and others: translation to IPv4 may lead to a private address.
        "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "5f00::/16",
    )
)  # fmt: skip
"""Special-purpose ranges of IANA's registries, rejected whatever `is_global` says."""

Resolver = Callable[..., list[Any]]


class ForbiddenUrl(Exception):
    """Nothing may be sent to this address; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed URL; `path` includes the query."""

    host: str
    port: int
    path: str
    is_tls: bool

    @property
    def is_exempt(self) -> bool:
        """Return whether the settings exempt this host:port pair from the checks."""
        return f"{self.host}:{self.port}" in settings.OUTBOUND_EXEMPT


@dataclass(frozen=True, slots=True)
class Response:
    """A response: its status, and its body as text, truncated to MOST_READ bytes.

    `retry_after` are the seconds after which the server takes requests again; 0 if it does not say.
    """

    status: int
    text: str
    retry_after: float = 0.0

    @property
    def is_good(self) -> bool:
        """Return whether the status is 2xx."""
        return 200 <= self.status < 300


def parse_url(url: str) -> Target:
    """Parse a URL; raise ForbiddenUrl if nothing may ever be sent to it.

    Host names are resolved only when something is sent.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ForbiddenUrl("That is not a valid URL.") from None
    if not url.isascii() or not url.isprintable() or " " in url or not host:
        raise ForbiddenUrl("That is not a valid URL.")
    is_tls = parts.scheme == HTTPS
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = Target(host, port or (HTTPS_PORT if is_tls else HTTP_PORT), path, is_tls)
    if place.is_exempt and parts.scheme in (HTTPS, "http"):
        return place
    if not is_tls:
        raise ForbiddenUrl("The URL must begin with https://.")
    if parts.username is not None or parts.password is not None:
        raise ForbiddenUrl("Leave the user name and password out of the URL.")
    if place.port != HTTPS_PORT:
        raise ForbiddenUrl("Leave the port out of the URL: only port 443 is used.")
    with suppress(ValueError):
        _verify_public(ipaddress.ip_address(host))
    return place


def verify_address(url: str) -> None:
    """Raise ValidationError, with a sentence for the user, if nothing may be sent to a URL."""
    if len(url) > LONGEST_ADDRESS:
        raise ValidationError("That address is too long.")
    try:
        parse_url(url)
    except ForbiddenUrl as refusal:
        raise ValidationError(str(refusal)) from None


def destination_of(url: str) -> str:
    """Return a URL's host and port, which identify its lane."""
    place = urlsplit(url)
    return place.netloc.rpartition("@")[2].lower()[:LONGEST_DESTINATION]


def _verify_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    is_nowhere = any(
        address in network for network in SPECIAL_NETWORKS if network.version == address.version
    )
    is_nowhere = is_nowhere or (address.version == 6 and address not in UNICAST)
    if is_nowhere or address.is_multicast or not address.is_global:
        raise ForbiddenUrl("The URL must be reachable from the public internet.")


def _resolved(place: Target, resolve: Resolver, seconds: float) -> str:
    """Resolve a host once; raise ForbiddenUrl if any of its addresses is not public."""
    found = _looked_up(place, resolve, seconds)
    addresses = [str(address[0]) for *_, address in found]
    if not addresses:
        raise OSError("The host has no IP address.")
    if not place.is_exempt:
        for address in addresses:
            # What follows % in an IPv6 address names a local network interface.
            _verify_public(ipaddress.ip_address(address.partition("%")[0]))
    return addresses[0]


def _looked_up(place: Target, resolve: Resolver, seconds: float) -> list[Any]:
    """Resolve a host in a thread, as the system's resolver has no timeout."""
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
        raise TimeoutError("Looking up the host timed out.") from None
    if isinstance(answer, Exception):
        raise OSError(_NO_HOST) from answer
    return answer


class _OpenConnection(HTTPConnection):
    """An HTTP connection over a socket that is already connected."""

    def __init__(self, place: Target, connected: socket.socket) -> None:
        super().__init__(place.host, place.port, timeout=PAUSE_SECONDS)
        self.sock = connected
        if place.is_tls:
            self.default_port = HTTPS_PORT


def post(
    url: str, body: bytes, headers: Mapping[str, str], resolve: Resolver = socket.getaddrinfo
) -> Response:
    """Send a POST request to a URL and return the response.

    Raises ForbiddenUrl if the address is not public, OSError if it cannot be reached or does not
    answer in time. Redirects are returned like any other response.
    """
    place, deadline = parse_url(url), monotonic() + WHOLE_SECONDS
    address = _resolved(place, resolve, PAUSE_SECONDS)
    connected = socket.create_connection((address, place.port), PAUSE_SECONDS)
    # The socket timeout alone would let a server trickle its response for ever.
    limit = SocketDeadline(connected, deadline - monotonic())
    try:
        if place.is_tls:
            connected = ssl.create_default_context().wrap_socket(
                connected, server_hostname=place.host
            )
        return _asked(_OpenConnection(place, connected), place, body, headers)
    except OSError:
        raise
    except (HTTPException, ValueError) as error:
        raise OSError(_NOT_HTTP.format(error=type(error).__name__)) from None
    finally:
        limit.cancel()
        connected.close()


def _asked(
    connection: _OpenConnection, place: Target, body: bytes, headers: Mapping[str, str]
) -> Response:
    connection.request("POST", place.path, body, {"User-Agent": "Castlerisk", **headers})
    with connection.getresponse() as answer:
        text = answer.read(MOST_READ).decode("utf-8", "replace")
        return Response(answer.status, text, _seconds_until(answer.getheader("Retry-After", "")))


def _seconds_until(header: str) -> float:
    """Return the seconds in a Retry-After header, a number or a date (RFC 9110); 0 if invalid."""
    with suppress(ValueError, TypeError, OverflowError):
        if header[:1].isdecimal():
            return float(header)
        return max(0.0, (parsedate_to_datetime(header) - timezone.now()).total_seconds())
    return 0.0
