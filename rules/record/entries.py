"""Chapter 12: the entries of a record, and those still valid after take-backs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.chance import Draw
from rules.chance.recorded import draw_from_json
from rules.errors import InvalidMove, RecordError, RulesError
from rules.moves import Move
from rules.moves.json import from_json as move_from_json
from rules.record.document import LONGEST_SENTENCE, complaint, digest
from rules.sentences.words import either
from rules.turn import SOURCES

MOST_TAKE_BACKS = 100
LARGEST_DRAW = 1000

START, MOVE, TAKE_BACK = "start", "move", "take_back"
ENTRY_PARTS: dict[str, frozenset[str]] = {
    START: frozenset({"number", "kind", "draws", "events", "digest"}),
    MOVE: frozenset({"number", "kind", "seat", "by", "move", "draws", "events", "digest"}),
    TAKE_BACK: frozenset({"number", "kind", "by", "to", "reason", "epoch", "draw", "digest"}),
}
"""The exact fields of each kind of entry; in schema 2 a take-back has `events` as well."""


_ADDED = {TAKE_BACK: {"events"}}


@dataclass(frozen=True, slots=True)
class Entry:
    """A parsed entry; `data` is its JSON object.

    Only moves use `seat` and `move`, and only take-backs use `to`, `epoch` and `draw`.
    """

    number: int
    data: dict[str, Any]
    kind: str
    seat: Any = None
    by: str = ""
    move: Move | None = None
    draws: tuple[Draw, ...] = ()
    to: int = 0
    epoch: int = 0
    draw: int = 0


def read_entry(data: Any, number: int) -> Entry:
    """Parse an entry; raise RecordError for its first error.

    Its seat and events are checked later, when it is played.
    """
    try:
        kind = _kind_of(data, number)
        if kind == TAKE_BACK:
            return _read_take_back(data, number)
        if not isinstance(data["draws"], list) or not isinstance(data["events"], list):
            raise RecordError("Draws and events must be lists.")
        draws = tuple([_read_draw(draw) for draw in data["draws"]])
        if kind == START:
            return Entry(number, data, kind, draws=draws)
        if data["by"] not in SOURCES:
            raise RecordError("The source of a move must be {sources}.", sources=either(SOURCES))
        move = move_from_json(data["move"])
        return Entry(number, data, kind, data["seat"], data["by"], move, draws)
    except (RecordError, InvalidMove) as error:
        raise in_entry(number, error) from None


def entry_digest(before: str, data: Mapping[str, Any]) -> str:
    """Return the digest that chains an entry to all earlier ones.

    It is the SHA-256 of the previous digest and the entry's JSON without "digest" (see `digest`).
    """
    return digest(before, {name: value for name, value in data.items() if name != "digest"})


def in_entry(number: int, error: RulesError) -> RecordError:
    """Return an error whose message begins with the number of its entry."""
    return complaint("Entry {number}: {message}", number=number, message=error.message)


def _kind_of(data: Any, number: int) -> str:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in ENTRY_PARTS:
        raise RecordError("It is not a start, a move or a take-back.")
    if data.keys() - _ADDED.get(kind, set()) != ENTRY_PARTS[kind]:
        odd = ", ".join(sorted(map(str, data.keys() ^ ENTRY_PARTS[kind])))
        raise RecordError("It has missing or unknown fields: {fields}.", fields=odd)
    if (kind == START) != (number == 0):
        raise RecordError("The first entry must be the start of the game, and no other can be.")
    if type(data["number"]) is not int or data["number"] != number:
        raise RecordError("It has the wrong number; entries are numbered from 0.")
    return kind


def _read_draw(data: Any) -> Draw:
    draw = draw_from_json(data)
    # Limit the size: verifying draws the values from the seed before the game can reject the draw.
    if draw.of > LARGEST_DRAW or len(draw.values) > LARGEST_DRAW:
        raise RecordError("It draws from more items than any game has.")
    return draw


def _read_take_back(data: dict[str, Any], number: int) -> Entry:
    to, epoch, draw = data["to"], data["epoch"], data["draw"]
    if not all(type(each) is int and each >= 0 for each in (to, epoch, draw)):
        raise RecordError("A take-back must give an entry, an epoch and a draw, as whole numbers.")
    if data["by"] != "moderator":
        raise RecordError("Only a moderator can take moves back.")
    reason = data["reason"]
    if not isinstance(reason, str) or not reason.isprintable() or len(reason) > LONGEST_SENTENCE:
        raise RecordError(
            "A reason must be one line of at most {most} characters.", most=LONGEST_SENTENCE
        )
    return Entry(number, data, TAKE_BACK, by="moderator", to=to, epoch=epoch, draw=draw)


@dataclass(slots=True)
class History:
    """The entries still valid after the take-backs read so far (FAIR-6).

    `kept` has their numbers in order.
    """

    kept: list[int] = field(default_factory=list)
    take_backs: int = 0

    def go_back(self, entry: Entry) -> None:
        """Drop the entries that a take-back undoes; raise RecordError if it is invalid."""
        self.take_backs += 1
        if self.take_backs > MOST_TAKE_BACKS:
            raise RecordError(
                "A game can be taken back at most {most} times.", most=MOST_TAKE_BACKS
            )
        if entry.epoch != self.take_backs:
            raise RecordError("The epoch after it must be {epoch}.", epoch=self.take_backs)
        if entry.to not in self.kept:
            raise RecordError("The entry it returns to does not exist or was taken back.")
        if entry.to == self.kept[-1]:
            raise RecordError("There is nothing to take back after the entry it returns to.")
        del self.kept[self.kept.index(entry.to) + 1 :]


def read_history(entries: list[Any]) -> History:
    """Return the history after all entries; raise RecordError for an invalid take-back."""
    history = History()
    for number, data in enumerate(entries):
        if _is_take_back(data):
            entry = read_entry(data, number)
            try:
                history.go_back(entry)
            except RecordError as error:
                raise in_entry(number, error) from None
        history.kept.append(number)
    return history


def gone_back_to(entries: list[Any]) -> set[int]:
    """Return the numbers of the entries that take-backs name, even those of invalid take-backs."""
    named = [data.get("to") for data in entries if _is_take_back(data)]
    return {to for to in named[:MOST_TAKE_BACKS] if type(to) is int}


def _is_take_back(data: Any) -> bool:
    return isinstance(data, dict) and data.get("kind") == TAKE_BACK


def is_same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal; true differs from 1. `one` may be untrusted."""
    # Compare with == first: unlike dumps, it does not descend deeper into `one` than `other` goes.
    return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
