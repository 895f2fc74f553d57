"""The base class of events, and their visibility.

A public event is visible to everybody, a private one only to the player of its `seat`. A fact that
is partly secret has two events: a public one without the secret, and a private one with it.
Territories, empires and sea zones are ids, players are seats, armies are whole numbers.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rules.immutable import immutable


@immutable
class Event:
    """Base class of all events; `name` is its JSON name, `private` hides it from other seats.

    `mark` is the kind of its mark in a replay, if it has one. `unsaid` has what strangers read in
    place of what a person wrote, by field, and `is_absence` says that it tells who was away.
    """

    name: ClassVar[str]
    private: ClassVar[bool] = False
    mark: ClassVar[str | None] = None
    unsaid: ClassVar[Mapping[str, Any]] = {}
    is_absence: ClassVar[bool] = False


@immutable
class PrivateEvent(Event):
    """Base class of the events that only the player of `seat` may see."""

    private: ClassVar[bool] = True
    seat: int


@immutable
class OrderEvent(PrivateEvent):
    """Base class of the events about a player's orders, wishes and plans.

    They stay secret even after the game (ORD-5).
    """


AnyEvent = TypeVar("AnyEvent", bound=Event)


@dataclass_transform(frozen_default=True)
def named(name: str) -> Callable[[type[AnyEvent]], type[AnyEvent]]:
    """Turn a class into an immutable dataclass for the event with this name."""

    def make(cls: type[AnyEvent]) -> type[AnyEvent]:
        made = immutable(cls)
        made.name = name
        return made

    return make


@immutable
class Modifier:
    """A +1 or −1 on a high die total, with the card and the rule that cause it (ATT-8)."""

    value: int
    cause: str
    rule: str


def audience(event: Event) -> tuple[int, ...] | None:
    """Return the seats that may see an event, or None for everybody."""
    return (event.seat,) if isinstance(event, PrivateEvent) else None


def is_visible(event: Event, seat: int | None) -> bool:
    """Return whether a seat, or a spectator (None), may see an event."""
    return not isinstance(event, PrivateEvent) or event.seat == seat


def seen_events(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Return the events that a seat, or a spectator (None), may see."""
    return tuple(event for event in events if is_visible(event, seat))


Emit = Callable[[Event], None]
