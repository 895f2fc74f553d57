"""The open attack, or the attack that eliminated a player, from the log."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from games.display.log import undone
from games.models import Move
from games.table.eliminations import falls_in
from rules.events.attack import AttackDeclared, BattleFought
from rules.events.json import from_json
from rules.moves import Battle, DeclareAttack, SailFleet

REMEMBERED = 256

_REACH = 200
"""How many log entries are searched backwards for an attack's battles."""

_AT_ONCE = 50
"""The number of log entries read at once."""

_OWN_REACH = 20
"""How many of a player's own entries are searched backwards for how they attacked."""


@dataclass(frozen=True, slots=True)
class LastAttack:
    """The attack that eliminated a player: its captor, territory, round and battles in order."""

    captor: int
    territory: str
    round: int
    battles: tuple[BattleFought, ...]


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


@lru_cache(maxsize=REMEMBERED)
def earlier_battles(game: int, number: int, target: str, epoch: int) -> tuple[BattleFought, ...]:
    """Return the earlier battles of the attack on `target` that continues in an entry.

    Cached for each `epoch`, as only a take-back can undo a battle.
    """
    gone = undone(game) if epoch else frozenset()
    moves = Move.objects.public().filter(game=game).exclude(number__in=gone)
    return _battles_until(moves, number - 1, target)


def is_rolled_singly(game: int, seat: int, epoch: int) -> bool:
    """Return whether a player chose a single roll when they last began or continued an attack.

    The choice is a secret of their seat.
    """
    gone = undone(game) if epoch else frozenset()
    own = Move.objects.filter(game=game, seat=seat, by__in=Move.of_persons)
    newest = own.exclude(number__in=gone).order_by("-number")[:_OWN_REACH]
    moves = (private["move"] for private in newest.values_list("private", flat=True))
    attack = next((move for move in moves if move["move"] in _ATTACKS), None)
    return attack is not None and attack["press"] is None


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
