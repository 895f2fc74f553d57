"""Events written down and read again: all there are, by name, and their JSON form."""

from dataclasses import fields
from enum import Enum
from types import ModuleType
from typing import Any

from rules import (
    events_agreements,
    events_attack,
    events_cards,
    events_chapter_11,
    events_setup,
    events_turn,
)
from rules.events import Event, Modifier
from rules.plain import later_fields

CHAPTERS = (
    events_setup,
    events_turn,
    events_attack,
    events_cards,
    events_agreements,
    events_chapter_11,
)


def _events_of(chapter: ModuleType) -> list[type[Event]]:
    kinds = [item for item in vars(chapter).values() if isinstance(item, type)]
    return [kind for kind in kinds if issubclass(kind, Event) and kind is not Event]


EVENTS: dict[str, type[Event]] = {
    kind.name: kind for chapter in CHAPTERS for kind in _events_of(chapter)
}
"""Every kind of event by its name in JSON."""


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON-ready data, its name under "event".

    What came later than others of its class is left out while it holds its default.
    """
    later = later_fields(type(event))
    values = ((item.name, getattr(event, item.name)) for item in fields(event))
    return {
        "event": event.name,
        **{
            name: _plain(value)
            for name, value in values
            if name not in later or value != later[name]
        },
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Modifier):
        return {"value": value.value, "cause": value.cause, "rule": value.rule}
    return value


def from_json(data: dict[str, Any]) -> Event:
    """Return the event that was written by `to_json`; KeyError or TypeError for another thing."""
    values = {name: _read(value) for name, value in data.items() if name != "event"}
    return EVENTS[data["event"]](**values)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_read(item) for item in value)
    return Modifier(**value) if isinstance(value, dict) else value
