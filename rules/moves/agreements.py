"""Chapters 8 and 9: orders, wishes, trades and pacts, said at any time; see `moves/base.py`."""

from dataclasses import field

from rules.cards import BattleCard
from rules.json import LATER
from rules.moves.base import Kind, Move, named
from rules.moves.orders_and_wishes import Orders, Wishes


@named("orders", "ORD-1", Kind.DECLARATION)
class SetOrders(Move):
    """Leave these standing orders in place of those before."""

    orders: Orders


@named("wishes", "SET-10", Kind.DECLARATION)
class SetWishes(Move):
    """Leave these wishes for the set-up in place of those before."""

    wishes: Wishes


@named("lay_cards", "DIP-3", Kind.DECLARATION)
class LayCards(Move):
    """Lay cards face up for a trade with `partner`, in place of those laid before."""

    partner: int
    cards: tuple[BattleCard, ...]


@named("accept_trade", "DIP-3", Kind.DECLARATION)
class AcceptTrade(Move):
    """Accept the trade as it lies: what one gives and what one gets."""

    partner: int
    give: tuple[BattleCard, ...]
    get: tuple[BattleCard, ...]


@named("withdraw_trade", "DIP-3", Kind.DECLARATION)
class WithdrawTrade(Move):
    """Take back the trade with `partner`."""

    partner: int


@named("offer_pact", "DIP-1", Kind.DECLARATION)
class OfferPact(Move):
    """Offer an alliance or truce; its terms are `pacts.PEACE`, `HELP`, and `SPARE` with a place.

    It is for a number of `rounds`, or to the end of the round `until`, or open where both are 0.
    """

    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int = 0
    words: str = ""
    until: int = field(default=0, metadata=LATER)


@named("answer_pact", "DIP-1", Kind.DECLARATION)
class AnswerPact(Move):
    """Accept the pact of this number, or refuse it."""

    pact: int
    accept: bool


@named("end_pact", "DIP-1", Kind.DECLARATION)
class EndPact(Move):
    """End the pact of this number, or take back its offer."""

    pact: int
