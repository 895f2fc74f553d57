"""The eliminations of a game, from its log."""

from dataclasses import dataclass

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from games.models import Move
from rules.events.attack import Eliminated


@dataclass(frozen=True, slots=True)
class Fall:
    """A player's elimination: the seat of the captor, the territory, the round, the log entry."""

    captor: int
    territory: str
    round: int
    number: int


def falls_in(moves: QuerySet[Move]) -> dict[int, Fall]:
    """Map seats to their eliminations; `moves` must be public, without undone entries."""
    eliminations = moves.annotate(text=Cast("public", TextField())).filter(
        text__contains=f'"{Eliminated.name}"'
    )
    return {
        event["player"]: Fall(event["captor"], event["territory"], round_, number)
        for number, round_, public in eliminations.order_by("number").values_list(
            "number", "round", "public"
        )
        for event in public["events"]
        if event["event"] == Eliminated.name
    }
