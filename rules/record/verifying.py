"""Chapter 12: verifying a record: every roll, pick, shuffle, commitment and move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.chance import UNNUMBERED, CommittedChance, Draw, hidden_commitment, seed_commitment
from rules.errors import RecordError
from rules.json import to_plain
from rules.record.document import (
    HASH,
    SIGNED_SCHEMA,
    TEST_NOTE,
    RecordHead,
    complaint,
    head_digest,
    read_head,
)
from rules.record.entries import TAKE_BACK, Entry, entry_digest, is_same
from rules.record.evidence import CUT_SHORT, NOT_CHECKED, UNSIGNED, verify_evidence
from rules.record.game import hidden_choices
from rules.record.replaying import replay_entries
from rules.state import State
from rules.tutorials.scripted_chance import chance_of_game

UNFINISHED = (
    "The game is not over and its seed is still secret, so the dice and draws could not be checked "
    "against it. The moves, their events and the commitments of hidden armies were checked."
)
NAMES = {
    "attack dice": "the attack dice",
    "defence dice": "the defence dice",
    "assassin": "the dice of an Assassin",
    "who goes first: set-up": "the dice for who goes first in set-up",
    "who goes first: first turn": "the dice for who takes the first turn",
    "seats": "the order of the seats",
    "stronghold": "the draw of a stronghold",
    "dealt territories": "the deal of the territories",
    "battle card": "the draw of a battle card",
    "event card": "the draw of an event card",
    "card of a hand": "the card taken from a hand",
    "territory card": "the draw of a territory card",
}
"""The names of draws in messages, by purpose."""

LONGEST_LIST_SHOWN = 12
LONGEST_PURPOSE_SHOWN = 60


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The result of verifying a record, in sentences.

    `problems` is empty for a genuine record. Otherwise it names the first entry with a wrong
    digest, if any (the entry was changed later), then the first wrong draw, event or ending.
    `notes` are further remarks.
    """

    problems: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def unfinished(self) -> bool:
        """Whether the game's seed is still secret, so that its dice could not be checked."""
        return UNFINISHED in self.notes

    @property
    def proves_nothing(self) -> bool:
        """Whether the game was drawn for a test, or its signatures could not be checked."""
        return not {TEST_NOTE, NOT_CHECKED, UNSIGNED}.isdisjoint(self.notes)

    @property
    def ok(self) -> bool:
        """Whether the record has no problems."""
        return not self.problems


def verify(document: Any, keys: Sequence[str] | None = None) -> VerificationReport:
    """Verify a whole record (FAIR-2, HID-3); a damaged one gives a report, not an error.

    `keys` are those that the site publishes, if they are known. An entry's digest is checked before
    its draws, so that a die edited in the file is not blamed on the server's seed.
    """
    notes: list[str] = []
    chain = _Chain()
    try:
        head = read_head(document)
        if head.test:
            notes.append(head.note)
        seed = _read_seed(document["seed"], head)
        if seed is None:
            notes.append(UNFINISHED)
        chain.last = head_digest(head)
        inspection = _Inspection(head, seed, chain)
        for played in replay_entries(document, inspect=inspection):
            state = played.state
        _verify_end(document, state)
        if not chain.broken and seed is not None:
            notes.append(verify_evidence(document, head, keys))
    except RecordError as error:
        return VerificationReport((*chain.broken, error.message), tuple(notes))
    if chain.broken:
        return VerificationReport(chain.broken, tuple(notes))
    notes.append(_COMPARE_COMMITMENT.format(commitment=head.commitment))
    notes.append(_LAST_DIGEST.format(digest=chain.last))
    return VerificationReport((), tuple(notes))


_COMPARE_COMMITMENT = (
    "Compare the seed’s seal, {commitment}, with the one published before the game."
)
_LAST_DIGEST = "All copies of this game end with the same digest: {digest}."


def _chance_of(head: RecordHead, seed: bytes) -> CommittedChance:
    return chance_of_game(head.rules, head.ruleset.options, seed, head.values, head.game)


def _read_seed(seed: Any, head: RecordHead) -> bytes | None:
    if seed is None:
        return None
    if not isinstance(seed, str) or not HASH.fullmatch(seed):
        raise RecordError("The seed must be 64 digits of lower-case hex.")
    if seed_commitment(bytes.fromhex(seed)) != head.commitment:
        raise RecordError("The seed does not match the published seal.")
    return bytes.fromhex(seed)


class _Chain:
    """The chain of digests; `last` is the newest, `broken` describes the first wrong one."""

    def __init__(self) -> None:
        self.last = ""
        self.broken: tuple[str, ...] = ()

    def take(self, entry: Entry) -> None:
        """Check the digest of the next entry; do nothing after a wrong digest."""
        if self.broken:
            return
        try:
            self.last = entry_digest(self.last, entry.data)
        except RecursionError:
            raise complaint(
                "Entry {number}: It is nested too deeply.", number=entry.number
            ) from None
        if entry.data["digest"] != self.last:
            text = _CHANGED if entry.number else _HEAD_CHANGED
            self.broken = (text.format(number=entry.number),)


_CHANGED = "Entry {number} was changed after it was written: its digest is wrong."
_HEAD_CHANGED = (
    "The header or entry 0 was changed after it was written: the digest of entry 0 is wrong."
)


class _Inspection:
    """Checks each entry before it is played; tracks the epoch and the number of the next draw."""

    def __init__(self, head: RecordHead, seed: bytes | None, chain: _Chain) -> None:
        self._game = head.game
        self._chain = chain
        self._chance = None if seed is None else _chance_of(head, seed)
        self._epoch = 0
        self._number = 0

    def __call__(self, entry: Entry) -> None:
        self._chain.take(entry)
        if entry.kind == TAKE_BACK:
            self._epoch = entry.epoch
            return
        try:
            for draw in entry.draws:
                if draw.number != UNNUMBERED:
                    self._verify_draw(draw)
            self._verify_commitments(entry)
        except RecordError as error:
            raise complaint(
                "Entry {number}, {message}", number=entry.number, message=error.message
            ) from None

    def _verify_draw(self, draw: Draw) -> None:
        if draw.number != self._number:
            raise RecordError(
                "{draw}: draw {expected} is numbered {recorded}.",
                draw=_named(draw),
                expected=self._number,
                recorded=draw.number,
            )
        self._number += 1
        if self._chance is None:
            return
        self._chance.begin(self._epoch, draw.number)
        values = _draw_again(self._chance, draw)
        if values != draw.values:
            raise _difference(draw, values)

    def _verify_commitments(self, entry: Entry) -> None:
        """Verify an entry's commitments with its salts (HID-3)."""
        salts = [draw.values for draw in entry.draws if draw.number == UNNUMBERED]
        sealed = _events_called("hidden_chosen", entry)
        kept = _events_called("hidden_kept", entry)
        if not len(salts) == len(sealed) == len(kept):
            raise RecordError("the hidden armies: a choice lacks its salt or commitment.")
        for salt, public, private in zip(salts, sealed, kept, strict=True):
            if not _is_opened(self._game, public, private, str(salt)):
                raise RecordError(
                    "the hidden armies: territory and salt do not match the published commitment."
                )


def _events_called(name: str, entry: Entry) -> list[dict[str, Any]]:
    events = entry.data["events"]
    return [event for event in events if isinstance(event, dict) and event.get("event") == name]


def _is_opened(game: str, public: dict[str, Any], private: dict[str, Any], salt: str) -> bool:
    seat, territory = private.get("seat"), private.get("territory")
    if type(seat) is not int or not isinstance(territory, str) or not territory.isprintable():
        return False
    commitment = hidden_commitment(game, seat, territory, bytes.fromhex(salt))
    return private.get("salt") == salt and public.get("commitment") == commitment


def _draw_again(chance: CommittedChance, draw: Draw) -> tuple[int, ...]:
    if draw.kind == "roll":
        return chance.roll(len(draw.values), draw.purpose)
    if draw.kind == "pick":
        return (chance.pick(range(draw.of), draw.purpose),)
    return tuple(chance.shuffle(range(draw.of), draw.purpose))


def _named(draw: Draw) -> str:
    unnamed = _UNNAMED.format(kind=draw.kind, purpose=draw.purpose[:LONGEST_PURPOSE_SHOWN])
    return NAMES.get(draw.purpose, unnamed)


_UNNAMED = "the {kind} for “{purpose}”"


def _difference(draw: Draw, true: tuple[int, ...]) -> RecordError:
    """Return an error with the right and wrong values; for a long shuffle, only the first pair."""
    recorded = draw.values
    if len(true) <= LONGEST_LIST_SHOWN:
        return RecordError(
            "{draw}: the seed gives {true} but the record says {recorded}.",
            draw=_named(draw),
            true=_listed(true),
            recorded=_listed(recorded),
        )
    place = next(i for i, pair in enumerate(zip(true, recorded, strict=True)) if len(set(pair)) > 1)
    return RecordError(
        "{draw}: the seed gives {true} at position {place} but the record says {recorded}.",
        draw=_named(draw),
        true=true[place],
        recorded=recorded[place],
        place=place,
    )


def _listed(values: tuple[int, ...] | str) -> str:
    return ", ".join(map(str, values))


def _verify_end(document: dict[str, Any], state: State) -> None:
    """Raise RecordError unless the outcome and the published secrets match the game."""
    if not is_same(document["outcome"], to_plain(state.outcome)):
        raise RecordError("The recorded outcome differs from the game’s.")
    if not state.is_over:
        if document["schema"] == SIGNED_SCHEMA:
            raise RecordError(CUT_SHORT)
        if document["seed"] is not None or document["hidden"] is not None:
            raise RecordError("The game is not over, but its secrets are published.")
        return
    if document["seed"] is None:
        if document["schema"] == SIGNED_SCHEMA:
            raise RecordError(CUT_SHORT)
        raise RecordError("The game is over, but its seed is not in the record.")
    _verify_hidden(document["hidden"], hidden_choices(state))


def _verify_hidden(published: Any, kept: list[dict[str, Any]]) -> None:
    """Raise RecordError for the first choice of hidden armies that differs from the game's."""
    if not isinstance(published, list) or len(published) != len(kept):
        raise RecordError("The number of published hidden armies differs from the game’s.")
    for shown, choice in zip(published, kept, strict=True):
        if not is_same(shown, choice):
            raise RecordError(
                "The published hidden armies of seat {seat} differ from the game’s.",
                seat=choice["maker"],
            )
