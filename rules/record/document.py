"""Chapter 12: the JSON document of a game's record: its format, and reading untrusted files.

    schema       2 with `public_chain` and `signatures`, otherwise 1
    game         the identifier in chance and commitments
    ruleset      name, version, options
    board        id, version (`board_version`)
    seats        seat, name, kind ("person" or "bot"), bot (its kind, or ""), value_given (when the
                 public value was given, as text, or ""), substitutes (the names of later players
                 of the seat, in order)
    commitment   SHA-256 of the seed, published before the game
    values       the public values in seat order
    test, note   true and TEST_NOTE if the seed was known in advance, otherwise false and ""
    entries      number, kind, digest (`entry_digest`), and for
                 "start"      draws, events
                 "move"       seat, by, move, draws, events
                 "take_back"  by, to, reason, epoch (from here on), draw (the next draw's number);
                              in schema 2 events, too
    outcome      winners, reason, places; null until the game is over
    seed         in hex; null until the game is over
    hidden       every choice of hidden armies (maker, territory, commitment, salt); null until the
                 game is over
    public_chain schema 2: steps, digest (`public_chain`)
    signatures   schema 2: see `evidence`

Only `seats` contains players' names. Entries are never changed or removed: a take-back (FAIR-6) is
an entry that returns to the position after entry `to`, and the entries it undoes stay before it.
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
SIGNED_SCHEMA = 2
LARGEST_DOCUMENT = 50_000_000
LONGEST_NAME = 100
LONGEST_SENTENCE = 300
TEST_NOTE = "Drawn for a test: its seed was known beforehand, so its dice prove nothing."

HASH = re.compile(r"[0-9a-f]{64}")
_VALUE = re.compile(r"[0-9a-f]{0,64}")


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """A seat: its player at the start, and later substitutes."""

    seat: int
    name: str
    kind: str = "person"
    bot: str = ""
    value_given: str = ""
    substitutes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetUsed:
    """A game's ruleset with its version and options."""

    name: str
    version: int
    options: Options


@dataclass(frozen=True, slots=True)
class BoardUsed:
    """A game's board with its version."""

    id: str
    version: str


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The fields of a record before its entries."""

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
        """The ruleset of the game."""
        return RULESETS[self.ruleset.name]

    @property
    def persons(self) -> tuple[bool, ...]:
        """For each seat, whether a person held it when the game began."""
        return tuple(seat.kind == "person" for seat in self.seats)


HEAD_PARTS = tuple(item.name for item in fields(RecordHead))
END_PARTS = ("outcome", "seed", "hidden")
SIGNED_PARTS = ("public_chain", "signatures")


@cache
def board_version(board: Board) -> str:
    """Return the SHA-256, in hex, of the parts of a board that the rules depend on.

    These are its territories, groups, sea zones and connections, with their names and order.
    Colours and the drawing can change without a new version.
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
    """Return the digest of the head without its names; the first entry's digest builds on it."""
    facts = to_plain(head)
    for seat in facts["seats"]:
        del seat["name"], seat["substitutes"]
    return digest("", facts)


def digest(before: str, facts: dict[str, Any]) -> str:
    """Return the SHA-256, in hex, of two lines: the digest `before`, and `facts` as ASCII JSON.

    The JSON has sorted keys and no spaces.
    """
    return hashlib.sha256(f"{before}\n{_canonical(facts)}".encode()).hexdigest()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def complaint(template: str, **arguments: object) -> RecordError:
    """Return a RecordError with a printable message of at most 300 characters."""
    text = RecordError(template, **arguments).message
    short = text if len(text) <= LONGEST_SENTENCE else text[: LONGEST_SENTENCE - 1] + "…"
    return RecordError("".join(each if each.isprintable() else "?" for each in short))


# Untrusted documents


def load_document(source: str | bytes) -> dict[str, Any]:
    """Parse a file's content as a JSON object; raise RecordError if that fails."""
    if len(source) > LARGEST_DOCUMENT:
        raise RecordError("The file is larger than {size} MB.", size=LARGEST_DOCUMENT // 1_000_000)
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        data = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_without_duplicates
        )
    except UnicodeDecodeError:
        raise RecordError("The file is not UTF-8 text.") from None
    except RecursionError:
        raise RecordError("The file is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise RecordError(
            "The file is not valid JSON: line {line}, column {column}.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except ValueError:
        raise RecordError("The file contains a number with too many digits.") from None
    if not isinstance(data, dict):
        raise RecordError(_NO_OBJECT)
    return data


_NO_OBJECT = "A game record must be a JSON object."


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raise RecordError for a duplicate key, whose value is ambiguous."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise complaint("The key “{key}” appears twice in an object.", key=twice[:LONGEST_NAME])
    return found


def _refuse_constant(name: str) -> None:
    raise RecordError("The file contains {name}, which is not a JSON number.", name=name)


def pseudonymize(
    document: Mapping[str, Any], names: Mapping[int, str | tuple[str, ...]]
) -> dict[str, Any]:
    """Return a copy of a record with new names for some seats.

    A string replaces the first player's name; a tuple replaces the names of the first player and
    the substitutes, in order.
    """
    head = read_head(document)
    seats = to_plain(head.seats)
    for seat, name in names.items():
        if not 0 <= seat < len(seats):
            raise RecordError("There is no seat {seat} in this game.", seat=seat)
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
        raise RecordError(_NO_OBJECT)
    schema = document.get("schema")
    if type(schema) is not int or schema not in (SCHEMA, SIGNED_SCHEMA):
        raise RecordError(
            "Only records of schema {first} or {second} can be read.",
            first=SCHEMA,
            second=SIGNED_SCHEMA,
        )
    parts = {*HEAD_PARTS, "entries", *END_PARTS}
    if schema == SIGNED_SCHEMA:
        parts.update(SIGNED_PARTS)
    if document.keys() != parts:
        odd = ", ".join(sorted(map(str, document.keys() ^ parts)))
        raise complaint("The record has missing or unknown fields: {fields}.", fields=odd)
    try:
        head = from_plain(RecordHead, {name: document[name] for name in HEAD_PARTS}, "record")
        verify_head(head)
    except RecordError as error:
        raise complaint(error.message) from None
    if not isinstance(document["entries"], list) or not document["entries"]:
        raise RecordError("A record needs a list of entries, with at least the start.")
    return head


def verify_head(head: RecordHead) -> None:
    """Raise RecordError for a head that no game can have."""
    if not head.game.isprintable() or not 0 < len(head.game) <= LONGEST_NAME:
        raise RecordError(
            "The game’s identifier must be one line of at most {most} characters.",
            most=LONGEST_NAME,
        )
    _verify_edition(head)
    _verify_seats(head)
    try:
        verify_options(head.persons, head.ruleset.options)
        verify_game_options(head.rules, head.ruleset.options, len(head.persons))
    except RulesError as error:
        raise complaint(str(error)) from None
    _verify_values(head)
    if head.note != (TEST_NOTE if head.test else ""):
        raise RecordError(
            "The note must be the standard one in a test record, and empty in any other."
        )


def _verify_edition(head: RecordHead) -> None:
    rules = RULESETS.get(head.ruleset.name)
    if rules is None or rules.version != head.ruleset.version:
        raise RecordError("The game was played with rules that this version does not support.")
    if head.board != BoardUsed(rules.board.id, board_version(rules.board)):
        raise RecordError("The game was played on a board that this version does not support.")


def _verify_seats(head: RecordHead) -> None:
    if len(head.seats) not in head.rules.starting_armies:
        raise RecordError(
            "{game} does not support this number of players: {number}.",
            game=head.rules.title,
            number=len(head.seats),
        )
    for number, seat in enumerate(head.seats):
        if seat.seat != number:
            raise RecordError("Seats must be numbered from 0.")
        texts = (seat.name, seat.bot, seat.value_given, *seat.substitutes)
        if not all(text.isprintable() and len(text) <= LONGEST_NAME for text in texts):
            raise RecordError(
                "Each text of seat {seat} must be one line of at most {most} characters.",
                seat=number,
                most=LONGEST_NAME,
            )
        if seat.kind not in ("person", "bot") or (seat.kind == "bot") != bool(seat.bot):
            raise RecordError(
                "Seat {seat} must belong to a person, or to a bot of a named kind.", seat=number
            )


def _verify_values(head: RecordHead) -> None:
    if not HASH.fullmatch(head.commitment):
        raise RecordError("The seed’s seal must be 64 digits of lower-case hex.")
    if len(head.values) != len(head.seats):
        raise RecordError("There must be one public value for each seat; it can be empty.")
    if not all(_VALUE.fullmatch(value) for value in head.values):
        raise RecordError("A public value must be lower-case hex of at most 64 digits.")
    if any(value and seat.bot for value, seat in zip(head.values, head.seats, strict=True)):
        raise RecordError("A bot’s public value must be empty.")
