"""The seats that an event is about."""

from collections.abc import Iterator

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
    for name in SEAT_FIELDS:
        seat = getattr(event, name, None)
        if seat is not None:
            yield seat


def _listed_seats(event: Event) -> Iterator[int]:
    for name in _SEATS_FIELDS:
        yield from getattr(event, name, None) or ()
    if isinstance(event, SeatsOrdered):
        yield from event.order
    if isinstance(event, FirstRolled):
        yield from (seat for rolls in event.rolls for seat, _ in rolls)
    if isinstance(event, GameOver):
        yield from (seat for place in event.places for seat in place)
