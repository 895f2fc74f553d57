"""The networks by which limits per address count: an IPv4 address, the /64 and the /48 of IPv6.

A provider gives a customer at least a /64 and often a /48. The library counts the /64
(`RATE_LIMIT_IPV6_PREFIX`); here the /48 has a limit of its own, which is higher because a /48 may
also hold many customers.
"""

from ipaddress import ip_address, ip_network

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest

NARROW, WIDE = {4: 32, 6: 64}, 48
"""Prefix lengths in bits: of what one limit counts, and of the wider network of IPv6."""

WIDER = 8
"""How many times the limit of an address its wider network has."""

_APP = "games"


def network_of(address: str) -> str:
    """Return the IPv4 address or the /64 that a limit counts; other text as it is."""
    return _network(address, NARROW) or address


def client_network(forwarded: bytes, peer: str) -> str:
    """Return the network of a client from all of X-Forwarded-For, or else from its connection.

    What our outermost proxy saw counts: a client can write whatever it likes further left.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    entries = forwarded.decode("latin-1").split(",")
    if proxies and forwarded and len(entries) >= proxies:
        return network_of(entries[-proxies].strip())
    return network_of(peer)


def wide_network_of(address: str) -> str:
    """Return the /48 of an IPv6 address; "" for anything else."""
    return _network(address, {6: WIDE})


def _network(address: str, bits: dict[int, int]) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    # A proxy that listens to both kinds of addresses may write IPv4 as IPv6.
    known = getattr(known, "ipv4_mapped", None) or known
    if known.version not in bits:
        return ""
    return str(ip_network((known, bits[known.version]), strict=False))


def consume_wide(request: HttpRequest, action: str) -> bool:
    """Count a request against the limits of its /48; say whether they allow it.

    The limits are those per address of an action in ACCOUNT_RATE_LIMITS, times WIDER.
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
