"""Accounts that may be one person's: an evidence sheet, never a verdict.

Of where somebody came from only keyed digests are kept, for a short time.
"""

import hashlib
import hmac
import ipaddress
from dataclasses import dataclass, replace
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from games.house_words import say_as_house
from games.models import Game, Player, Report, Trace, User
from games.soft_play import Attacks, attacks_between

KEPT_DAYS = 30
LATELY = timedelta(days=7)
NETWORK_BITS = {4: 24, 6: 48}
"""How much of an address is its network."""

MOST_LINKED = 20
_FEWEST_TOGETHER = 3


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


def note_networks(game: int, users: list[User]) -> None:
    """Tell a table which of its players came from the same network lately."""
    pairs = same_network(users)
    if pairs:
        named = "; ".join(f"{one.name} and {other.name}" for one, other in pairs)
        say_as_house(game, f"Here from the same network: {named}. That alone is no offence.")


def sheet(user: User) -> list[Linked]:
    """Return the accounts that share networks or many games with a user's, the likeliest first."""
    traces = list(Trace.objects.filter(user=user).values_list("network", "device", "day", "hours"))
    together = _games_together(user)
    others = _others(user, traces)
    ids = {*others, *(other for other, codes in together.items() if len(codes) >= _FEWEST_TOGETHER)}
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "name"))
    found = [
        Linked(one, names[one], *others.get(one, (0, 0, 0)), *_played(together.get(one, set())))
        for one in names
    ]
    found = sorted(found, key=lambda one: (-one.networks, -one.games, one.name))[:MOST_LINKED]
    shared = {one.user: together[one.user] for one in found if one.user in together}
    attacks = attacks_between(user.pk, shared)
    return [replace(one, attacks=attacks.get(one.user)) for one in found]


def _others(user: User, traces: list[tuple]) -> dict[int, tuple[int, int, int]]:
    """Return by user the days on the same network, with the same device, and shared hours."""
    own = {(network, day): (device, hours) for network, device, day, hours in traces}
    rows = Trace.objects.filter(network__in={network for network, *_ in traces}).exclude(user=user)
    counts: dict[int, list[int]] = {}
    for other, network, device, day, hours in rows.values_list(
        "user", "network", "device", "day", "hours"
    ):
        numbers = counts.setdefault(other, [0, 0, 0])
        mine = own.get((network, day))
        if mine is None:
            continue
        numbers[0] += 1
        numbers[1] += device == mine[0]
        numbers[2] += (hours & mine[1]).bit_count()
    return {other: tuple(numbers) for other, numbers in counts.items()}


def _games_together(user: User) -> dict[int, set[int]]:
    """Return by user the newest games in which both sat."""
    newest = Game.objects.filter(players__user=user).order_by("-pk").values_list("pk", flat=True)
    rows = Player.objects.filter(game__in=list(newest[:200]), user__isnull=False)
    found: dict[int, set[int]] = {}
    for other, game in rows.exclude(user=user).values_list("user", "game"):
        found.setdefault(other, set()).add(game)
    return found


def _played(games: set[int]) -> tuple[int, int]:
    unfair = Report.objects.filter(game__in=games, category=Report.Category.TOGETHER)
    return len(games), unfair.values("game").distinct().count() if games else 0


def forget_traces() -> int:
    """Delete the traces that are older than they are kept; return how many there were."""
    limit = (timezone.now() - timedelta(days=KEPT_DAYS)).date()
    return Trace.objects.filter(day__lt=limit).delete()[0]
