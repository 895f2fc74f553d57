"""Entries of a game's log: what a move brought, split by who may see it."""

from collections.abc import Sequence
from typing import Any

from rules import Event, audience
from rules.chance import Draw
from rules.chance.recorded import to_json as draw_to_json
from rules.events.json import to_json as event_to_json
from rules.record.entries import TAKE_BACK, Entry

Row = tuple[int, dict[str, Any], dict[str, Any]]
"""An entry as it is stored: its number, what is public of it, and what is private."""


def entry_parts(
    move: dict[str, Any] | None, draws: Sequence[Draw], events: Sequence[Event]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return (public, private) parts of an entry, as Move stores them.

    The move and its draws are private as a whole: what all may know of them is an event.
    """
    public = [event_to_json(event) for event in events if audience(event) is None]
    private = [
        [place, event_to_json(event)]
        for place, event in enumerate(events)
        if audience(event) is not None
    ]
    drawn = [draw_to_json(draw) for draw in draws]
    return {"events": public}, {"move": move, "draws": drawn, "events": private}


def take_back_of(number: int, private: dict[str, Any]) -> Entry | None:
    """Return the take-back that an entry is (FAIR-6); None for any other."""
    told = private.get(TAKE_BACK)
    if told is None:
        return None
    to, epoch, draw = told["to"], told["epoch"], told["draw"]
    return Entry(number, told, TAKE_BACK, by="moderator", to=to, epoch=epoch, draw=draw)


def all_events(public: dict[str, Any], private: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all events of an entry in the order in which they happened."""
    events = list(public["events"])
    for place, event in private["events"]:
        events.insert(place, event)
    return events


def events_for(
    seat: int | None, public: dict[str, Any], private: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return what a seat (None: a spectator) may see of an entry's events, in order."""
    unseen = {place for place, event in private["events"] if event["seat"] != seat}
    return [event for place, event in enumerate(all_events(public, private)) if place not in unseen]
