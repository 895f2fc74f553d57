"""Chapter 12: the format of a game's record, one JSON document, and reading untrusted ones.

    schema       1
    game         the identifier in chance and commitments
    ruleset      name, version, options
    board        id, version (`board_version`)
    seats        seat, name, kind ("person" or "bot"), bot (its kind, or ""), value_given (text on
                 when the public value was provided, or ""), substitutes (the names of later
                 players of the seat, in order)
    commitment   SHA-256 of the seed, published before the game
    values       the public values in seat order
    test, note   true and a sentence if the seed was known beforehand, otherwise false and ""
    entries      number, kind, digest (`entry_digest`), and for
                 "start"      draws, events
                 "move"       seat, by, move, draws, events
                 "take_back"  by, to, reason, epoch, draw (the first epoch and running number after)
    outcome      winners, reason, places; null until the game is over
    seed         in hex; null until the game is over
    hidden       all choices of hidden armies: maker, territory, commitment, salt; null until then

Only `seats` contains names. Entries are never changed or removed: a take-back (FAIR-6) is an entry
that returns to the position after entry `to`, and the entries it undid stay before it.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from rules.board import Board
from rules.errors import RecordError, RulesError
from rules.json import from_plain, to_plain
from rules.rulesets import RULESETS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options
from rules.turn.game_options import verify_game_options, verify_options

SCHEMA = 1
LARGEST_DOCUMENT = 50_000_000
LONGEST_NAME = 100
LONGEST_SENTENCE = 300
TEST_NOTE = "Drawn for a test: its seed was known beforehand, so its dice prove nothing."

HASH = re.compile(r"[0-9a-f]{64}")
_VALUE = re.compile(r"[0-9a-f]{0,64}")


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """A seat: its player at the start and later substitutes; the only place with names."""

    seat: int
    name: str
    kind: str = "person"
    bot: str = ""
    value_given: str = ""
    substitutes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetUsed:
    """The version of the rules that a game was played by, and its options."""

    name: str
    version: int
    options: Options


@dataclass(frozen=True, slots=True)
class BoardUsed:
    """The version of the board that a game was played on."""

    id: str
    version: str


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The parts of a record before the entries, as in the document."""

    schema: int
    game: str
    ruleset: RulesetUsed
    board: BoardUsed
    seats: tuple[RecordedSeat, ...]
    commitment: str
    values: tuple[str, ...]
    test: bool
    note: str

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset of the game."""
        return RULESETS[self.ruleset.name]

    @property
    def persons(self) -> tuple[bool, ...]:
        """By seat, whether a person had it when the game began."""
        return tuple(seat.kind == "person" for seat in self.seats)


HEAD_PARTS = tuple(item.name for item in fields(RecordHead))
END_PARTS = ("outcome", "seed", "hidden")


@cache
def board_version(board: Board) -> str:
    """Return the SHA-256, in hex, of everything about a board that the rules depend on.

    That is its territories, groups, sea zones and connections with their names and their order.
    Colours and the drawing may change without a new version.
    """
    groups = [to_plain(group) for group in board.groups.values()]
    facts = {
        "id": board.id,
        "territories": to_plain(list(board.territories.values())),
        "groups": [{key: group[key] for key in group if key != "color"} for group in groups],
        "sea_zones": to_plain(list(board.sea_zones.values())),
        "connections": to_plain(board.connections),
    }
    return digest("", facts)


def head_digest(head: RecordHead) -> str:
    """Return the digest that the first entry's digest builds on: all of the head but the names."""
    facts = to_plain(head)
    for seat in facts["seats"]:
        del seat["name"], seat["substitutes"]
    return digest("", facts)


def digest(before: str, facts: dict[str, Any]) -> str:
    """Return the SHA-256, in hex, of two lines: another digest, and facts as JSON in ASCII.

    The JSON has sorted keys and no spaces.
    """
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def complaint(text: str) -> RecordError:
    """Return a RecordError safe to display: printable, at most 300 characters."""
    short = text if len(text) <= LONGEST_SENTENCE else text[: LONGEST_SENTENCE - 1] + "…"
    return RecordError("".join(each if each.isprintable() else "?" for each in short))


# Untrusted documents


def load_document(source: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a file's text; raise RecordError if there is none."""
    if len(source) > LARGEST_DOCUMENT:
        raise RecordError(f"The file is larger than {LARGEST_DOCUMENT // 1_000_000} MB.")
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        data = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_without_duplicates
        )
    except UnicodeDecodeError:
        raise RecordError("The file is no text in UTF-8.") from None
    except RecursionError:
        raise RecordError("The file is nested too deeply.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"The file is no JSON document from {where} on.") from None
    except ValueError:
        raise RecordError("The file holds a number that is too long.") from None
    if not isinstance(data, dict):
        raise RecordError("The record of a game is a JSON object.")
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raise RecordError for a duplicate key.

    Programs differ in which of the two values they use, so such a file is ambiguous.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise complaint(f"The file names “{twice[:LONGEST_NAME]}” twice in one object.")
    return found


def _refuse_constant(name: str) -> None:
    raise RecordError(f"The file says {name} where a number belongs.")


def pseudonymize(
    document: Mapping[str, Any], names: Mapping[int, str | tuple[str, ...]]
) -> dict[str, Any]:
    """Return a record with other names at the given seats and everything else unchanged.

    A string replaces the name of the first player; a tuple names the substitutes too, in order.
    """
    head = read_head(document)
    seats = to_plain(head.seats)
    for seat, name in names.items():
        if not 0 <= seat < len(seats):
            raise RecordError(f"There is no seat {seat} in this game.")
        first, *later = (name,) if isinstance(name, str) else name
        seats[seat]["name"] = first
        if not isinstance(name, str):
            seats[seat]["substitutes"] = later
    changed = {**document, "seats": seats}
    read_head(changed)
    return changed


# The head


def read_head(document: Any) -> RecordHead:
    """Return the head of a record; raise RecordError if the document or the head is invalid."""
    if not isinstance(document, dict):
        raise RecordError("The record of a game is a JSON object.")
    schema = document.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise RecordError(f"This is no record of schema {SCHEMA}, the one this version reads.")
    parts = {*HEAD_PARTS, "entries", *END_PARTS}
    if document.keys() != parts:
        odd = ", ".join(sorted(map(str, document.keys() ^ parts)))
        raise complaint(f"The record lacks or has too much: {odd}.")
    try:
        head = from_plain(RecordHead, {name: document[name] for name in HEAD_PARTS}, "record")
        verify_head(head)
    except RecordError as error:
        raise complaint(error.message) from None
    if not isinstance(document["entries"], list) or not document["entries"]:
        raise RecordError("A record has a list of entries, the first of them the start.")
    return head


def verify_head(head: RecordHead) -> None:
    """Raise RecordError if a part of the head is impossible in any game."""
    if not head.game.isprintable() or not 0 < len(head.game) <= LONGEST_NAME:
        raise RecordError("The identifier of a game is one short line of text.")
    _verify_edition(head)
    _verify_seats(head)
    try:
        verify_options(head.persons, head.ruleset.options)
        verify_game_options(head.rules, head.ruleset.options, len(head.persons))
    except RulesError as error:
        raise complaint(str(error)) from None
    _verify_values(head)
    if head.note != (TEST_NOTE if head.test else ""):
        raise RecordError("A record drawn for a test carries its sentence, and no other does.")


def _verify_edition(head: RecordHead) -> None:
    rules = RULESETS.get(head.ruleset.name)
    if rules is None or rules.version != head.ruleset.version:
        raise RecordError("The game was played by rules that this version does not know.")
    if head.board != BoardUsed(rules.board.id, board_version(rules.board)):
        raise RecordError("The game was played on a board that this version does not know.")


def _verify_seats(head: RecordHead) -> None:
    if len(head.seats) not in head.rules.starting_armies:
        raise RecordError(f"{head.rules.title} is not played by {len(head.seats)}.")
    for number, seat in enumerate(head.seats):
        if seat.seat != number:
            raise RecordError("Seats are numbered from 0 on.")
        texts = (seat.name, seat.bot, seat.value_given, *seat.substitutes)
        if not all(text.isprintable() and len(text) <= LONGEST_NAME for text in texts):
            raise RecordError(f"What is said of seat {number} is not one short line of text.")
        if seat.kind not in ("person", "bot") or (seat.kind == "bot") != bool(seat.bot):
            raise RecordError(f"Seat {number} is a person’s, or a bot’s that is named.")


def _verify_values(head: RecordHead) -> None:
    if not HASH.fullmatch(head.commitment):
        raise RecordError("The commitment of a seed is 64 digits of lower-case hex.")
    if len(head.values) != len(head.seats):
        raise RecordError("There is one public value for each seat, the empty one included.")
    if not all(_VALUE.fullmatch(value) for value in head.values):
        raise RecordError("A public value is lower-case hex of at most 64 digits.")
    if any(value and seat.bot for value, seat in zip(head.values, head.seats, strict=True)):
        raise RecordError("Bots add no public value.")
