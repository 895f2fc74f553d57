"""The seats that an event is about."""

from collections.abc import Iterator
from functools import cache

from rules.events.base import Event
from rules.events.setup import FirstRolled, SeatsOrdered
from rules.events.turn import GameOver

SEAT_FIELDS = (
    "seat", "player", "attacker", "defender", "captor", "loser", "maker",
    "opponent", "other", "partner", "turn",
)  # fmt: skip
"""The fields of events that hold a seat."""

_SEATS_FIELDS = ("seats", "partners", "winners")


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event is about, in ascending order."""
    return tuple(sorted({*_named_seats(event), *_listed_seats(event)}))


def _named_seats(event: Event) -> Iterator[int]:
    for name in _present(type(event), SEAT_FIELDS):  # type: ignore[arg-type]
        seat = getattr(event, name)
        if seat is not None:
            yield seat


def _listed_seats(event: Event) -> Iterator[int]:
    for name in _present(type(event), _SEATS_FIELDS):  # type: ignore[arg-type]
        yield from getattr(event, name) or ()
    if isinstance(event, SeatsOrdered):
        yield from event.order
    if isinstance(event, FirstRolled):
        yield from (seat for rolls in event.rolls for seat, _ in rolls)
    if isinstance(event, GameOver):
        yield from (seat for place in event.places for seat in place)


@cache
def _present(kind: type[Event], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the names that events of a kind have."""
    return tuple(name for name in names if hasattr(kind, name))
