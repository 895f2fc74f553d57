"""Convert events to JSON-ready data and back."""

from types import ModuleType
from typing import Any

from rules.events import agreements, attack, cards, classic, setup, turn
from rules.events.base import Event, Modifier
from rules.json import to_plain

CHAPTERS = (
    setup,
    turn,
    attack,
    cards,
    agreements,
    classic,
)


def _events_of(chapter: ModuleType) -> list[type[Event]]:
    kinds = [item for item in vars(chapter).values() if isinstance(item, type)]
    return [kind for kind in kinds if issubclass(kind, Event) and "name" in vars(kind)]


EVENTS: dict[str, type[Event]] = {
    kind.name: kind for chapter in CHAPTERS for kind in _events_of(chapter)
}
"""Every event class by its name in JSON."""


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON-ready data, with its name under "event"."""
    return {"event": event.name, **to_plain(event)}


def from_json(data: dict[str, Any]) -> Event:
    """Return the event written by `to_json`; raise KeyError or TypeError for malformed data."""
    values = {name: _read(value) for name, value in data.items() if name != "event"}
    return EVENTS[data["event"]](**values)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_read(item) for item in value)
    return Modifier(**value) if isinstance(value, dict) else value
