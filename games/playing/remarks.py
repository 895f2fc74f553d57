"""What bots say about offers (chapter 9): the reasons for their offers and answers.

Unlike the reasons for other moves they are public at once. The ledger shows them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Event, Move
from rules.bots.reasons import Reason
from rules.events.agreements import PactOffered
from rules.json import from_plain, to_plain
from rules.moves import (
    AcceptTrade,
    AnswerPact,
    EndPact,
    LayCards,
    OfferPact,
    WithdrawTrade,
)

REMARKS = "remarks"
"""The key of the remarks in the game's diplomacy document."""

PACT, TRADE = "pact", "trade"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of a seat's bot about an offer, and the round in which the bot made it."""

    seat: int
    round: int
    reason: Reason


Remarks = Mapping[str, tuple[Remark, ...]]
"""The remarks about each pact and trade, by `pact_key` or `trade_key`."""


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


def remarks_of(document: Mapping[str, Any]) -> dict[str, tuple[Remark, ...]]:
    """Return the remarks stored in a game's document."""
    stored = document.get(REMARKS, {})
    return {key: tuple(from_plain(Remark, each) for each in said) for key, said in stored.items()}


def noted(
    document: dict[str, Any],
    seat: int,
    move: Move,
    events: Iterable[Event],
    now: int,
    reason: Reason | None,
) -> dict[str, Any]:
    """Return the document with what a bot says about its offer or answer in round `now`.

    A new offer drops the remarks about an earlier offer. A move without a reason is a person's.
    """
    key = _key(seat, move, events)
    if key is None:
        return document
    known = document.get(REMARKS, {})
    said = [] if _is_new(move, reason) else known.get(key, [])
    if reason is not None:
        said = [*(each for each in said if each["seat"] != seat)]
        said.append(to_plain(Remark(seat, now, reason)))
    others = {other: each for other, each in known.items() if other != key}
    if not said and key not in known:
        return document
    return {**document, REMARKS: {**others, key: said} if said else others}


def without_remarks(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document without remarks."""
    return {name: part for name, part in document.items() if name != REMARKS}


def _is_new(move: Move, reason: Reason | None) -> bool:
    return isinstance(move, OfferPact) or (isinstance(move, LayCards) and reason is None)


def _key(seat: int, move: Move, events: Iterable[Event]) -> str | None:
    """Return the key of the offer that a move is about; None for other moves."""
    match move:
        case OfferPact():
            offered = (event.pact for event in events if isinstance(event, PactOffered))
            return next(map(pact_key, offered), None)
        case AnswerPact() | EndPact():
            return pact_key(move.pact)
        case LayCards() | AcceptTrade() | WithdrawTrade():
            return trade_key(seat, move.partner)
    return None
