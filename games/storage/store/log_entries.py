"""Entries of a game's log: the events of a move, split by who may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Move
from games.storage.store.database_time import moment_now
from rules import Event, audience
from rules.bots.reasons import Reason
from rules.chance import Draw
from rules.chance.recorded import to_json as draw_to_json
from rules.events.json import to_json as event_to_json
from rules.json import from_plain, to_plain
from rules.record.document import SIGNED_SCHEMA
from rules.record.entries import MOVE, START, TAKE_BACK, Entry

Row = tuple[int, dict[str, Any], dict[str, Any]]
"""A stored entry: its number, its public part and its private part."""


EXPLANATION = "explanation"
"""The key of a bot's reason in the private part of an entry."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason for a bot's move, a secret of its seat until the game is over."""

    seat: int
    reason: Reason


def entry_parts(
    move: dict[str, Any] | None,
    draws: Sequence[Draw],
    events: Sequence[Event],
    explanation: Explanation | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the (public, private) parts of an entry, as Move stores them.

    The move, its draws and a bot's reason are entirely private; public facts about them are stored
    as events.
    """
    public = [event_to_json(event) for event in events if audience(event) is None]
    private = [
        [place, event_to_json(event)]
        for place, event in enumerate(events)
        if audience(event) is not None
    ]
    drawn = [draw_to_json(draw) for draw in draws]
    why = {EXPLANATION: to_plain(explanation)} if explanation is not None else {}
    return {"events": public}, {"move": move, "draws": drawn, "events": private, **why}


def entry_of(
    game: int,
    number: int,
    parts: tuple[dict[str, Any], dict[str, Any]],
    by: Move.By,
    seat: int | None,
    begun_in: int,
) -> Move:
    """Return an unsaved entry; `parts` are (public, private), `begun_in` is its round."""
    return Move(
        game_id=game,
        number=number,
        seat=seat,
        by=by,
        public=parts[0],
        private=parts[1],
        round=begun_in,
        made_at=moment_now(),
    )


def rows_of_log(entries: Sequence[Move]) -> tuple[Row, ...]:
    """Return entries as rows, just as they are read from the database."""
    return tuple((entry.number, entry.public, entry.private) for entry in entries)


def explanation_of(private: dict[str, Any]) -> Explanation | None:
    """Return the reason for a bot's move stored in an entry; None if there is none."""
    stored = private.get(EXPLANATION)
    return None if stored is None else from_plain(Explanation, stored)


def take_back_of(number: int, private: dict[str, Any]) -> Entry | None:
    """Return the take-back that an entry records (FAIR-6); None if it records none."""
    take_back = private.get(TAKE_BACK)
    return None if take_back is None else take_back_entry(number, take_back)


def take_back_entry(number: int, take_back: dict[str, Any]) -> Entry:
    """Return the log entry of a take-back, built from its stored document."""
    to, epoch, draw = take_back["to"], take_back["epoch"], take_back["draw"]
    return Entry(number, take_back, TAKE_BACK, by="moderator", to=to, epoch=epoch, draw=draw)


def recorded_entry(
    number: int,
    seat: int | None,
    by: str,
    public: dict[str, Any],
    private: dict[str, Any],
    schema: int,
) -> dict[str, Any]:
    """Return an entry as the record of a game has it, without its digest."""
    if TAKE_BACK in private:
        told = {"events": public["events"]} if schema == SIGNED_SCHEMA else {}
        return {"number": number, "kind": TAKE_BACK, "by": str(by), **private[TAKE_BACK], **told}
    happened = {"draws": private["draws"], "events": all_events(public, private)}
    if not number:
        return {"number": number, "kind": START, **happened}
    move = {"seat": seat, "by": str(by), "move": private["move"]}
    return {"number": number, "kind": MOVE, **move, **happened}


def all_events(public: dict[str, Any], private: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all events of an entry in the order they happened."""
    events = list(public["events"])
    for place, event in private["events"]:
        events.insert(place, event)
    return events


def events_for(
    seat: int | None, public: dict[str, Any], private: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the events of an entry that a seat (None: a spectator) may see, in order."""
    unseen = {place for place, event in private["events"] if event["seat"] != seat}
    return [event for place, event in enumerate(all_events(public, private)) if place not in unseen]
