"""Chapters 8 and 9: what happens to standing orders, trades and pacts; see `events/base.py`."""

from dataclasses import field

from rules.events.base import Event, named
from rules.json import LATER
from rules.questions import Question
from rules.reasons import PactEnd, TradeEnd

# Standing orders (chapter 8): for their owner alone


@named("answered", private=True)
class Answered(Event):
    """ORD-5: who answered for the player: "order", "plan", "clock" or "moderator"."""

    seat: int
    question: Question
    answer: str
    by: str


@named("order_disarmed", private=True)
class OrderDisarmed(Event):
    """ORD-5, ORD-8: an order, wish or plan that is over, and why."""

    seat: int
    order: str
    reason: str


@named("orders_set", private=True)
class OrdersSet(Event):
    """ORD-1."""

    seat: int


@named("wishes_set", private=True)
class WishesSet(Event):
    """SET-10."""

    seat: int


# Alliances, truces, trades (chapter 9)


@named("cards_laid")
class CardsLaid(Event):
    """DIP-3: laid face up for all."""

    seat: int
    partner: int
    cards: tuple[str, ...]


@named("trade_accepted")
class TradeAccepted(Event):
    """DIP-3: a player accepts the trade as it lies."""

    seat: int
    partner: int


@named("trade_withdrawn")
class TradeWithdrawn(Event):
    """DIP-3: by the seat itself or because a laid card left the hand."""

    seat: int
    partner: int
    reason: TradeEnd


@named("trade_done")
class TradeDone(Event):
    """DIP-2: what each gave."""

    seats: tuple[int, int]
    cards: tuple[tuple[str, ...], tuple[str, ...]]


@named("trade_ruined")
class TradeRuined(Event):
    """DIP-4."""

    seats: tuple[int, int]
    card: str


@named("pact_offered")
class PactOffered(Event):
    """DIP-1: the terms as data, for how many rounds (0: until ended), and free words.

    `until` is the round to whose end it goes where a round was named.
    """

    pact: int
    seat: int
    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int
    words: str
    until: int = field(default=0, metadata=LATER)


@named("pact_answered")
class PactAnswered(Event):
    """DIP-1: a partner accepts an offer, or refuses it."""

    pact: int
    seat: int
    accepted: bool


@named("pact_begun")
class PactBegun(Event):
    """DIP-1: all partners have accepted, and the pact is in force."""

    pact: int


@named("pact_broken")
class PactBroken(Event):
    """DIP-1: the attack just declared breaks the pact; nothing stops it."""

    pact: int
    seat: int
    source: str
    target: str


@named("pact_ended")
class PactEnded(Event):
    """DIP-1: a pact has no force any more."""

    pact: int
    reason: PactEnd
