"""What an event is: something that happened, as a frozen dataclass, and who may see it.

The events of each chapter stand in `events/setup.py`, `events/turn.py`, `events/attack.py`,
`events/cards.py`, `events/agreements.py` and `events_chapter_11.py`; `events/json.py` writes
and reads them. A public event is for everybody. A private one is for the player of its `seat`
alone; where a fact is half secret there are two events side by side, the public one without the
secret. Territories, empires and sea zones are ids, players are seats, armies are whole numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, dataclass_transform


class Event:
    """The common type of all events: `name` in JSON, `private` when for its seat alone."""

    __slots__ = ()
    name: ClassVar[str]
    private: ClassVar[bool]


EventClass = TypeVar("EventClass", bound=type[Event])


@dataclass_transform(frozen_default=True)
def named(name: str, *, private: bool = False) -> Callable[[EventClass], EventClass]:
    """Make a class a frozen dataclass that is an event of this name."""

    def make(cls: EventClass) -> EventClass:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name = name
        made.private = private
        return made

    return make


@dataclass(frozen=True, slots=True)
class Modifier:
    """One +1 or −1 on a high die total, with the card and the rule that caused it (ATT-8)."""

    value: int
    cause: str
    rule: str


def audience(event: Event) -> tuple[int, ...] | None:
    """Return the seats that may see an event; None is everybody."""
    return (event.seat,) if event.private else None


def is_visible(event: Event, seat: int | None) -> bool:
    """Say whether a seat (None: a spectator) may see an event."""
    return not event.private or event.seat == seat


Tell = Callable[[Event], None]
