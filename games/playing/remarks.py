"""What bots say about offers (chapter 9): the reasons for their offers and answers.

Unlike the reasons for other moves they are public at once. The ledger shows them.
"""

from collections.abc import Iterable

from games.storage.store.diplomacy import Remark, Remarks
from rules import Event, Move
from rules.bots.reasons import Reason
from rules.events.agreements import PactOffered
from rules.moves import (
    AcceptTrade,
    AnswerPact,
    EndPact,
    LayCards,
    OfferPact,
    WithdrawTrade,
)

PACT, TRADE = "pact", "trade"


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


def with_remark(
    known: Remarks,
    seat: int,
    move: Move,
    events: Iterable[Event],
    now: int,
    reason: Reason | None,
) -> Remarks:
    """Return the remarks with what a bot says about its offer or answer in round `now`.

    A new offer drops the remarks about an earlier offer. A move without a reason is a person's.
    """
    key = _key(seat, move, events)
    if key is None:
        return known
    said = () if _is_new(move, reason) else known.get(key, ())
    if reason is not None:
        said = (*(each for each in said if each.seat != seat), Remark(seat, now, reason))
    others = {other: each for other, each in known.items() if other != key}
    return {**others, key: said} if said else others


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
