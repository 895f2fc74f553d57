"""What a game stores about pacts and offers besides the position (chapter 9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.bots.reasons import Reason
from rules.json import LATER, from_plain, to_plain

PACT, TRADE = "pact", "trade"


@dataclass(frozen=True, slots=True)
class PactEnding:
    """How a pact ended, and the log entry and round in which it did.

    `how` is “broken” or the reason of `PactEnded`. `seat` is the seat that broke, ended or refused
    the pact, None if nobody did. `is_persons` is true if a person made that move themselves.
    `source` and `target` are the territories of the attack that broke it.
    """

    how: str
    entry: int
    round: int
    seat: int | None = None
    is_persons: bool = False
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of a seat's bot about an offer, and the round in which the bot made it."""

    seat: int
    round: int
    reason: Reason


Remarks = Mapping[str, tuple[Remark, ...]]
"""What bots said about each pact and trade, by `pact_key` or `trade_key`.

Unlike the reasons for other moves, these remarks are public at once.
"""


Offers = Mapping[int, Mapping[str, tuple[int, ...]]]
"""The times of each seat's latest offers, by move name, as Unix times in milliseconds."""


@dataclass(frozen=True, slots=True)
class Diplomacy:
    """A game's ledger: how pacts ended, by number, bots' remarks, and when offers were made."""

    pacts: Mapping[int, PactEnding] = field(default_factory=dict, metadata=LATER)
    remarks: Remarks = field(default_factory=dict, metadata=LATER)
    offers: Offers = field(default_factory=dict, metadata=LATER)


def pact_key(number: int) -> str:
    """Return the key of the remarks about a pact."""
    return f"{PACT} {number}"


def trade_key(one: int, other: int) -> str:
    """Return the key of the remarks about the trade of two players."""
    return f"{TRADE} {min(one, other)} {max(one, other)}"


def traders_of(key: str) -> tuple[int, int] | None:
    """Return the two players of a trade's key; None for a pact's."""
    kind, *seats = key.split()
    return (int(seats[0]), int(seats[1])) if kind == TRADE else None


def to_json(diplomacy: Diplomacy) -> dict[str, Any]:
    """Return a ledger as JSON data; its empty parts are left out."""
    data: dict[str, Any] = to_plain(diplomacy)
    return data


def from_json(data: dict[str, Any]) -> Diplomacy:
    """Return the ledger that `to_json` wrote."""
    return from_plain(Diplomacy, data) if data else Diplomacy()
