"""The base class of events, and their visibility.

A public event is visible to everybody, a private one only to the player of its `seat`. A fact that
is partly secret has two events: a public one without the secret, and a private one with it.
Territories, empires and sea zones are ids, players are seats, armies are whole numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, dataclass_transform


class Event:
    """Base class of all events; `name` is its name in JSON, `private` limits it to its seat."""

    __slots__ = ()
    name: ClassVar[str]
    private: ClassVar[bool]


EventClass = TypeVar("EventClass", bound=type[Event])


@dataclass_transform(frozen_default=True)
def named(name: str, *, private: bool = False) -> Callable[[EventClass], EventClass]:
    """Turn a class into a frozen dataclass for the event with this name."""

    def make(cls: EventClass) -> EventClass:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name = name
        made.private = private
        return made

    return make


@dataclass(frozen=True, slots=True)
class Modifier:
    """A +1 or −1 on a high die total, with the card and the rule that cause it (ATT-8)."""

    value: int
    cause: str
    rule: str


def audience(event: Event) -> tuple[int, ...] | None:
    """Return the seats that may see an event, or None for everybody."""
    return (event.seat,) if event.private else None


def is_visible(event: Event, seat: int | None) -> bool:
    """Return whether a seat, or a spectator (None), may see an event."""
    return not event.private or event.seat == seat


Tell = Callable[[Event], None]
