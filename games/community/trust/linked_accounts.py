"""Evidence that accounts may belong to one person; it never decides that they do.

Networks and devices are stored only as keyed digests, for KEPT_DAYS.
"""

import hashlib
import hmac
import ipaddress
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from games.community.trust.soft_play import Attacks, attacks_between
from games.community.trust.system_messages import post_system_message
from games.models import Game, Player, Report, Trace, User
from rules.sentences.words import isolated, listed

KEPT_DAYS = 30
LATELY = timedelta(days=7)
NETWORK_BITS = {4: 24, 6: 48}
"""Prefix lengths of the networks compared here, by IP version."""

MOST_LINKED = 20
_FEWEST_TOGETHER = 3
_TRACE = ("network", "device", "day", "hours")


@dataclass(frozen=True, slots=True)
class Linked:
    """Evidence on whether another account belongs to the same person.

    `networks` counts the days on a shared network, `devices` the days with the same User-Agent
    there, `hours` the hours in which both used a shared network. `games` counts the games both
    played, `reported` those reported as unfair. `attacks` are their attacks on each other in the
    latest shared games.
    """

    user: int
    name: str
    networks: int
    devices: int
    hours: int
    games: int
    reported: int
    attacks: Attacks | None = None


def _digest(kind: str, text: str) -> str:
    key = f"castlerisk-trace-{kind}-{settings.SECRET_KEY}".encode()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:32]


def network_of(address: str) -> str:
    """Return the keyed digest of an IP address's network; "" if it is not an IP address."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    # A dual-stack proxy may write an IPv4 address as an IPv4-mapped IPv6 address.
    known = getattr(known, "ipv4_mapped", None) or known
    bits = NETWORK_BITS[known.version]
    return _digest("network", str(ipaddress.ip_network(f"{known}/{bits}", strict=False)))


def notice_trace(request: HttpRequest, user: User) -> None:
    """Store the digests of a request's network and User-Agent, and the hour (UTC)."""
    network = client_network(request)
    if not network:
        return
    now = timezone.now()
    device = _digest("device", request.headers.get("User-Agent", ""))
    trace, _ = Trace.objects.get_or_create(
        user=user, network=network, device=device, day=now.date()
    )
    bit = 1 << now.hour
    if not trace.hours & bit:
        Trace.objects.filter(pk=trace.pk).update(hours=F("hours").bitor(bit))


def client_network(request: HttpRequest) -> str:
    """Return the keyed digest of a client's network; "" if its address is unknown."""
    try:
        return network_of(get_adapter(request).get_client_ip(request))
    # A misconfigured proxy leaves no reliable client address.
    except (PermissionDenied, ImproperlyConfigured):
        return ""


def same_network(users: list[User]) -> list[tuple[User, User]]:
    """Return the pairs of users who shared a network within the last week."""
    since = (timezone.now() - LATELY).date()
    rows = Trace.objects.filter(user__in=users, day__gte=since).values_list("user", "network")
    networks: dict[int, set[str]] = {}
    for user, network in rows:
        networks.setdefault(user, set()).add(network)
    return [
        (one, other)
        for place, one in enumerate(users)
        for other in users[place + 1 :]
        if networks.get(one.pk, set()) & networks.get(other.pk, set())
    ]


def note_networks(game: int, users: list[User], newcomer: User | None = None) -> None:
    """Post a system message at a table naming the players who recently shared a network.

    If a `newcomer` has joined a running game, only pairs with them are named.
    """
    pairs = [pair for pair in same_network(users) if newcomer is None or newcomer in pair]
    if pairs:
        named = "; ".join(listed([str(one), str(other)]) for one, other in pairs)
        post_system_message(game, _SAME_NETWORK.format(pairs=named))


_SAME_NETWORK = "On the same network: {pairs}. That alone breaks no rule."


def linked_to(user: User) -> list[Linked]:
    """Return the accounts that share networks or many games with a user, likeliest first."""
    together = _games_together(user)
    others = _others(user)
    ids = {*others, *(other for other, codes in together.items() if len(codes) >= _FEWEST_TOGETHER)}
    names = User.objects.filter(pk__in=ids).values_list("pk", "name")
    unfair = _reported(together)
    found = []
    for one, name in names:
        games = together.get(one, set())
        met = others.get(one, Met()).counts()
        found.append(Linked(one, isolated(name), *met, len(games), len(games & unfair)))
    found = sorted(found, key=lambda one: (-one.networks, -one.games, one.name))[:MOST_LINKED]
    shared = {one.user: together[one.user] for one in found if one.user in together}
    attacks = attacks_between(user.pk, shared)
    return [replace(one, attacks=attacks.get(one.user)) for one in found]


@dataclass(slots=True)
class Met:
    """When two users shared a network: the days, the days with the same User-Agent, the hours.

    `hours` maps a day to a bit mask of the hours, bit 0 for midnight UTC.
    """

    days: set[date] = field(default_factory=set)
    of_one_device: set[date] = field(default_factory=set)
    hours: dict[date, int] = field(default_factory=dict)

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of days, of days with the same User-Agent, and of hours."""
        hours = sum(bits.bit_count() for bits in self.hours.values())
        return len(self.days), len(self.of_one_device), hours


def _others(user: User) -> dict[int, Met]:
    """Map each user who shared a network with `user` to when they did."""
    own = defaultdict(list)
    for network, device, day, hours in Trace.objects.filter(user=user).values_list(*_TRACE):
        own[network, day].append((device, hours))
    rows = Trace.objects.filter(network__in={network for network, _ in own}).exclude(user=user)
    found: dict[int, Met] = defaultdict(Met)
    for other, network, device, day, hours in rows.values_list("user", *_TRACE):
        met = found[other]
        # A user may have several devices a day, and several networks within an hour.
        for own_device, own_hours in own.get((network, day), ()):
            met.days.add(day)
            met.hours[day] = met.hours.get(day, 0) | (own_hours & hours)
            if device == own_device:
                met.of_one_device.add(day)
    return found


def _reported(together: Mapping[int, set[int]]) -> set[int]:
    """Return the games in `together` in which somebody was reported for playing together."""
    games = {game for those in together.values() for game in those}
    unfair = Report.objects.filter(game__in=games, category=Report.Category.TOGETHER)
    return set(unfair.values_list("game", flat=True))


def _games_together(user: User) -> dict[int, set[int]]:
    """Map users to the games they share with `user`, among the latest 200 of `user`."""
    newest = Game.objects.filter(players__user=user).order_by("-pk").values_list("pk", flat=True)
    rows = Player.objects.filter(game__in=list(newest[:200]), user__isnull=False)
    found: dict[int, set[int]] = {}
    for other, game in rows.exclude(user=user).values_list("user", "game"):
        found.setdefault(other, set()).add(game)
    return found


def forget_traces() -> int:
    """Delete traces older than KEPT_DAYS; return how many."""
    limit = (timezone.now() - timedelta(days=KEPT_DAYS)).date()
    return Trace.objects.filter(day__lt=limit).delete()[0]
