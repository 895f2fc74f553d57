"""The open attack, or the attack that eliminated a player, from the log."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from games.drawing.display.log import LogEntry, undone
from games.drawing.display.parts import Scene
from games.models import Move
from games.table.animations.eliminations import falls_in
from rules.events.attack import AttackDeclared, BattleFought
from rules.events.base import Event
from rules.events.json import from_json
from rules.moves import Battle, DeclareAttack, SailFleet

REMEMBERED = 256

_REACH = 200
"""How many log entries are searched backwards for an attack's battles."""

_AT_ONCE = 50
"""The number of log entries read at once."""

_ORDER_REACH = 20
"""How many log entries are searched backwards for a player's last order to attack."""


@dataclass(frozen=True, slots=True)
class LastAttack:
    """The attack that eliminated a player: its captor, territory, round and battles in order."""

    captor: int
    territory: str
    round: int
    battles: tuple[BattleFought, ...]


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """How a player began or continued an attack, and the public events since then, in order.

    `press` is the number of armies to stop at, None for a single roll.
    """

    press: int | None
    events: tuple[Event, ...]


@lru_cache(maxsize=REMEMBERED)
def last_attack_on(game: int, seat: int, epoch: int) -> LastAttack | None:
    """Return the attack that eliminated a seat; None if none did.

    Cached for each `epoch`, as only a take-back can undo an elimination.
    """
    moves = Move.objects.public().filter(game=game).exclude(number__in=undone(game))
    fall = falls_in(moves).get(seat)
    if fall is None:
        return None
    battles = _battles_until(moves, fall.number, fall.territory)
    return LastAttack(fall.captor, fall.territory, fall.round, battles)


def earlier_battles(scene: Scene, first: BattleFought) -> tuple[BattleFought, ...]:
    """Return the earlier battles of the attack that continues in the newest entry with `first`."""
    # A scene of no stored game has no earlier entries.
    if scene.newest is None or scene.log is None:
        return ()
    gone = undone(scene.game) if scene.epoch else frozenset()

    def declares(entry: LogEntry) -> bool:
        declared = (each for each in entry.events if isinstance(each, AttackDeclared))
        return entry.number not in gone and any(each.target == first.target for each in declared)

    battles: list[BattleFought] = []
    for entry in scene.log.back_to(declares, scene.newest.number, scene.seat):
        for event in entry.events if entry.number not in gone else ():
            if isinstance(event, AttackDeclared):
                battles = []
            elif isinstance(event, BattleFought) and event.target == first.target:
                battles.append(event)
    return tuple(battles)


def last_order(game: int, seat: int, epoch: int) -> AttackOrder | None:
    """Return how a player last began or continued an attack; None if they did not do so lately.

    The order is a secret of their seat.
    """
    gone = undone(game) if epoch else frozenset()
    entries = Move.objects.filter(game=game).exclude(number__in=gone).order_by("-number")
    newest = entries.values_list("seat", "by", "private", "public")[:_ORDER_REACH]
    since: list[dict[str, Any]] = []
    for owner, by, private, public in newest:
        since = [*public["events"], *since]
        if owner == seat and by in Move.of_persons and private["move"]["move"] in _ATTACKS:
            events = tuple(from_json(data) for data in since)
            return AttackOrder(private["move"]["press"], events)
    return None


_ATTACKS = frozenset((DeclareAttack.name, SailFleet.name, Battle.name))


def _battles_until(moves: QuerySet[Move], number: int, target: str) -> tuple[BattleFought, ...]:
    """Return the battles of the newest attack on a territory in the entries up to a number."""
    return tuple(_battles(_events_back_from(moves, number), target))[::-1]


def _events_back_from(moves: QuerySet[Move], number: int) -> Iterator[dict[str, Any]]:
    """Yield the public events of the entries up to a number, newest first."""
    for last in range(number, max(-1, number - _REACH), -_AT_ONCE):
        entries = moves.filter(number__gt=last - _AT_ONCE, number__lte=last).order_by("-number")
        for public in entries.values_list("public", flat=True):
            yield from reversed(public["events"])


def _battles(events: Iterator[dict[str, Any]], target: str) -> Iterator[BattleFought]:
    """Yield the battles for a territory, newest first, back to the declaration of the attack."""
    for data in events:
        if data.get("target") != target:
            continue
        if data["event"] == AttackDeclared.name:
            return
        event = from_json(data)
        if isinstance(event, BattleFought):
            yield event
