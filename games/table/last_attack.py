"""The attack that eliminated a player, from the public log."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from games.display.log import undone
from games.models import Move
from rules.events.attack import AttackDeclared, BattleFought, Eliminated
from rules.events.json import from_json

REMEMBERED = 256

_REACH = 200
"""How many log entries before the elimination are searched for the attack's battles."""


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
    gone = undone(game)
    moves = Move.objects.public().filter(game=game).exclude(number__in=gone)
    told = moves.annotate(text=Cast("public", TextField())).filter(text__contains=Eliminated.name)
    for number, round_, public in told.order_by("-number").values_list("number", "round", "public"):
        for event in public["events"]:
            if event["event"] == Eliminated.name and event["player"] == seat:
                before = moves.filter(number__gt=number - _REACH, number__lte=number)
                entries = before.order_by("-number").values_list("public", flat=True)
                events = (data for entry in entries for data in reversed(entry["events"]))
                battles = tuple(_battles(events, event["territory"]))[::-1]
                return LastAttack(event["captor"], event["territory"], round_, battles)
    return None


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
