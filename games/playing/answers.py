"""The answer to a request, and the first answer again when the request is repeated."""

from dataclasses import dataclass, field
from typing import Any

from games.exceptions import KeyReused
from games.models import Move
from games.playing.requests import LAST, MoveRequest
from games.storage.store.log_entries import Row, events_for
from games.storage.store.stored_game import StoredGame
from rules import State, move_to_json


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a request: the number of its last log entry and the events its seat may see.

    `stored` and `state` are the game afterwards, `rows` the new entries. For a repeated request,
    `stored` and `state` are None and `rows` is empty.
    """

    code: str
    number: int
    seat: int
    events: list[dict[str, Any]]
    state: State | None = field(default=None, compare=False, repr=False)
    stored: StoredGame | None = field(default=None, compare=False, repr=False)
    rows: tuple[Row, ...] = field(default=(), compare=False, repr=False)


def first_answer(stored: StoredGame, seat: int, request: MoveRequest) -> Played | None:
    """Return the response to an earlier identical request; None for a new request.

    Raises KeyReused if the earlier request with this key was for another seat or had other moves.
    """
    key = request.key
    if key is None:
        return None
    found = Move.objects.filter(game=stored.id, key__in=(key, f"{key}{LAST}"))
    rows = list(found.order_by("number").values_list("number", "seat"))
    if not rows:
        return None
    first, last = rows[0][0], rows[-1][0]
    entries = Move.objects.filter(game=stored.id, number__range=(first, last))
    parts = list(entries.order_by("number").values_list("by", "public", "private"))
    played = [private["move"] for by, _, private in parts if by == request.by]
    if rows[0][1] != seat or played != [move_to_json(move) for move in request.moves]:
        raise KeyReused
    events = [event for _, public, private in parts for event in events_for(seat, public, private)]
    return Played(stored.code, last, seat, events)
