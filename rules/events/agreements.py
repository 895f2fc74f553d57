"""Chapters 8 and 9: events of standing orders, trades and pacts; see `events/base.py`."""

from dataclasses import field
from typing import ClassVar

from rules.events.base import Event, OrderEvent, named
from rules.json import LATER
from rules.questions import Question
from rules.reasons import PactEnd, TradeEnd

# Standing orders (chapter 8), visible to their owner only


@named("answered")
class Answered(OrderEvent):
    """`by` ("order", "plan", "clock" or "moderator") answered for the player (ORD-5)."""

    question: Question
    answer: str
    by: str


@named("order_disarmed")
class OrderDisarmed(OrderEvent):
    """An order, wish or plan was switched off (ORD-5, ORD-8)."""

    order: str
    reason: str


@named("orders_set")
class OrdersSet(OrderEvent):
    """A player changed their standing orders (ORD-1)."""


@named("wishes_set")
class WishesSet(OrderEvent):
    """A player changed their wish list (SET-10)."""


# Alliances, truces, trades (chapter 9)


@named("cards_laid")
class CardsLaid(Event):
    """A player laid cards face up for a trade with `partner` (DIP-3)."""

    seat: int
    partner: int
    cards: tuple[str, ...]


@named("trade_accepted")
class TradeAccepted(Event):
    """A player accepted the trade on the table (DIP-3)."""

    seat: int
    partner: int


@named("trade_withdrawn")
class TradeWithdrawn(Event):
    """The trade of `seat` with `partner` was withdrawn; `reason` says why (DIP-3)."""

    seat: int
    partner: int
    reason: TradeEnd


@named("trade_done")
class TradeDone(Event):
    """A trade was carried out; `cards` are what each of the `seats` gave (DIP-2)."""

    mark: ClassVar[str] = "trade"
    seats: tuple[int, int]
    cards: tuple[tuple[str, ...], tuple[str, ...]]


@named("trade_ruined")
class TradeRuined(Event):
    """An Assassin ruined a trade by killing a laid card (DIP-4)."""

    seats: tuple[int, int]
    card: str


@named("pact_offered")
class PactOffered(Event):
    """A player offered a pact (DIP-1).

    It lasts for `rounds` rounds, or to the end of round `until`; if both are 0, it is open-ended.
    `words` is free text.
    """

    unsaid: ClassVar[dict[str, str]] = {"words": ""}
    pact: int
    seat: int
    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int
    words: str
    until: int = field(default=0, metadata=LATER)


@named("pact_answered")
class PactAnswered(Event):
    """A partner accepted or refused a pact (DIP-1)."""

    pact: int
    seat: int
    accepted: bool


@named("pact_begun")
class PactBegun(Event):
    """All partners have accepted a pact, and it is in force (DIP-1)."""

    pact: int


@named("pact_broken")
class PactBroken(Event):
    """The attack just declared broke a pact; it goes ahead all the same (DIP-1)."""

    pact: int
    seat: int
    source: str
    target: str


@named("pact_ended")
class PactEnded(Event):
    """A pact, or the offer of one, ended (DIP-1)."""

    pact: int
    reason: PactEnd
