"""Accounts that may be one person's: an evidence sheet, never a verdict.

Of where somebody came from only keyed digests are kept, for a short time.
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

from games.models import Game, Player, Report, Trace, User
from games.trust.soft_play import Attacks, attacks_between
from games.trust.system_messages import say_as_house

KEPT_DAYS = 30
LATELY = timedelta(days=7)
NETWORK_BITS = {4: 24, 6: 48}
"""How much of an address is its network."""

MOST_LINKED = 20
_FEWEST_TOGETHER = 3
_TRACE = ("network", "device", "day", "hours")


@dataclass(frozen=True, slots=True)
class Linked:
    """What speaks for and against another account being the same person's.

    Days on the same network, with the same kind of device too; hours of the same day at which
    both were here; games in which both sat, and how many of these were reported as unfair; how
    often they attacked each other in the newest of them.
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
    """Return the keyed digest of the network that an address is in; "" for no address."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    # A proxy that listens to both kinds of addresses may write the older as one of the newer.
    known = getattr(known, "ipv4_mapped", None) or known
    bits = NETWORK_BITS[known.version]
    return _digest("network", str(ipaddress.ip_network(f"{known}/{bits}", strict=False)))


def notice_trace(request: HttpRequest, user: User) -> None:
    """Remember from which network and kind of device a user came, at which hour."""
    network = network_of(_address(request))
    if not network:
        return
    now = timezone.now()
    device = _digest("device", request.headers.get("User-Agent", ""))
    key = {"user": user, "network": network, "device": device, "day": now.date()}
    trace, _ = Trace.objects.get_or_create(**key)
    bit = 1 << now.hour
    if not trace.hours & bit:
        Trace.objects.filter(pk=trace.pk).update(hours=F("hours").bitor(bit))


def _address(request: HttpRequest) -> str:
    try:
        return get_adapter(request).get_client_ip(request)
    # Behind a proxy that is set up otherwise no address can be told.
    except (PermissionDenied, ImproperlyConfigured):
        return ""


def same_network(users: list[User]) -> list[tuple[User, User]]:
    """Return the pairs among users who came from the same network lately."""
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
    """Tell a table which of its players came from the same network lately.

    Of a `newcomer` alone, where one sits down in the middle of a game.
    """
    pairs = [pair for pair in same_network(users) if newcomer is None or newcomer in pair]
    if pairs:
        named = "; ".join(f"{one.name} and {other.name}" for one, other in pairs)
        say_as_house(game, f"Here from the same network: {named}. That alone is no offence.")


def sheet(user: User) -> list[Linked]:
    """Return the accounts that share networks or many games with a user's, the likeliest first."""
    together = _games_together(user)
    others = _others(user)
    ids = {*others, *(other for other, codes in together.items() if len(codes) >= _FEWEST_TOGETHER)}
    names = User.objects.filter(pk__in=ids).values_list("pk", "name")
    unfair = _reported(together)
    found = []
    for one, name in names:
        games = together.get(one, set())
        met = others.get(one, Met()).counts()
        found.append(Linked(one, name, *met, len(games), len(games & unfair)))
    found = sorted(found, key=lambda one: (-one.networks, -one.games, one.name))[:MOST_LINKED]
    shared = {one.user: together[one.user] for one in found if one.user in together}
    attacks = attacks_between(user.pk, shared)
    return [replace(one, attacks=attacks.get(one.user)) for one in found]


@dataclass(slots=True)
class Met:
    """On which days two people came from one network, and of one device; at which of its hours."""

    days: set[date] = field(default_factory=set)
    of_one_device: set[date] = field(default_factory=set)
    hours: dict[date, int] = field(default_factory=dict)

    def counts(self) -> tuple[int, int, int]:
        """Return how many days there are, how many of one device, and how many hours."""
        hours = sum(bits.bit_count() for bits in self.hours.values())
        return len(self.days), len(self.of_one_device), hours


def _others(user: User) -> dict[int, Met]:
    """Return by user when they came from the networks that a user came from."""
    own = defaultdict(list)
    for network, device, day, hours in Trace.objects.filter(user=user).values_list(*_TRACE):
        own[network, day].append((device, hours))
    rows = Trace.objects.filter(network__in={network for network, _ in own}).exclude(user=user)
    found: dict[int, Met] = defaultdict(Met)
    for other, network, device, day, hours in rows.values_list("user", *_TRACE):
        met = found[other]
        # On a day one may come with several devices, and at an hour by several networks.
        for own_device, own_hours in own.get((network, day), ()):
            met.days.add(day)
            met.hours[day] = met.hours.get(day, 0) | (own_hours & hours)
            if device == own_device:
                met.of_one_device.add(day)
    return found


def _reported(together: Mapping[int, set[int]]) -> set[int]:
    """Return which of these games were reported as unfair."""
    games = {game for those in together.values() for game in those}
    unfair = Report.objects.filter(game__in=games, category=Report.Category.TOGETHER)
    return set(unfair.values_list("game", flat=True))


def _games_together(user: User) -> dict[int, set[int]]:
    """Return by user the newest games in which both sat."""
    newest = Game.objects.filter(players__user=user).order_by("-pk").values_list("pk", flat=True)
    rows = Player.objects.filter(game__in=list(newest[:200]), user__isnull=False)
    found: dict[int, set[int]] = {}
    for other, game in rows.exclude(user=user).values_list("user", "game"):
        found.setdefault(other, set()).add(game)
    return found


def forget_traces() -> int:
    """Delete the traces that are older than they are kept; return how many there were."""
    limit = (timezone.now() - timedelta(days=KEPT_DAYS)).date()
    return Trace.objects.filter(day__lt=limit).delete()[0]
