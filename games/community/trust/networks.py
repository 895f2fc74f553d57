"""Networks for rate limits per address: the IPv4 address, or the /64 and the /48 of IPv6.

A provider gives each customer at least a /64 and often a /48. allauth limits the /64
(`RATE_LIMIT_IPV6_PREFIX`). This module adds a higher limit for the /48, as many customers may share
a /48.
"""

from ipaddress import ip_address, ip_network

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest

NARROW, WIDE = {4: 32, 6: 64}, 48
"""Prefix lengths in bits: by IP version for the normal limits, and of the wider IPv6 networks."""

WIDER = 8
"""The limit of a /48, as a multiple of the limit per address."""

_APP = "games"


def network_of(address: str) -> str:
    """Return the IPv4 address or /64 that a rate limit counts; other text is returned unchanged."""
    return _network(address, NARROW) or address


def client_network(forwarded: bytes, peer: str) -> str:
    """Return a client's network from the whole X-Forwarded-For header, else from its connection.

    Only the entry added by our outermost proxy is trusted; clients can forge entries left of it.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    entries = forwarded.decode("latin-1").split(",")
    if proxies and forwarded and len(entries) >= proxies:
        return network_of(entries[-proxies].strip())
    return network_of(peer)


def wide_network_of(address: str) -> str:
    """Return the /48 of an IPv6 address; "" for any other text."""
    return _network(address, {6: WIDE})


def _network(address: str, bits: dict[int, int]) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    # A dual-stack proxy may write an IPv4 address as an IPv4-mapped IPv6 address.
    known = getattr(known, "ipv4_mapped", None) or known
    if known.version not in bits:
        return ""
    return str(ip_network((known, bits[known.version]), strict=False))


def consume_wide(request: HttpRequest, action: str) -> bool:
    """Count a request against its /48's rate limits; return whether it is allowed.

    The limits are an action's limits per address in ACCOUNT_RATE_LIMITS, times WIDER. Clients
    without an IPv6 address are always allowed.
    """
    network = wide_network_of(get_adapter(request).get_client_ip(request))
    if not network:
        return True
    limits = _wide_limits(app_settings.RATE_LIMITS.get(action) or "")
    config = {action: limits}
    used = ratelimit.consume(request, app=_APP, action=action, config=config, key=network)
    return used is not None


def _wide_limits(limits: str) -> str:
    per_address = [one.strip().split("/") for one in limits.split(",") if one.strip()]
    return ",".join(
        f"{WIDER * int(amount)}/{span}/key"
        for amount, span, *by in per_address
        if by in ([], ["ip"])
    )
