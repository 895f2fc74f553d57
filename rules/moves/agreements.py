"""Chapters 8 and 9: orders, wishes, trades and pacts; see `moves/base.py`."""

from dataclasses import field

from rules.cards import BattleCard
from rules.json import LATER
from rules.moves.base import Kind, Move, named
from rules.moves.orders_and_wishes import Orders, Wishes


@named("orders", "ORD-1", Kind.DECLARATION)
class SetOrders(Move):
    """Replace the player's standing orders."""

    orders: Orders


@named("wishes", "SET-10", Kind.DECLARATION)
class SetWishes(Move):
    """Replace the player's wish list for the set-up."""

    wishes: Wishes


@named("lay_cards", "DIP-3", Kind.DECLARATION)
class LayCards(Move):
    """Lay cards face up for a trade with `partner`, replacing any already laid."""

    partner: int
    cards: tuple[BattleCard, ...]


@named("accept_trade", "DIP-3", Kind.DECLARATION)
class AcceptTrade(Move):
    """Accept the trade on the table; `give` and `get` repeat the cards laid by each side."""

    partner: int
    give: tuple[BattleCard, ...]
    get: tuple[BattleCard, ...]


@named("withdraw_trade", "DIP-3", Kind.DECLARATION)
class WithdrawTrade(Move):
    """Withdraw from the trade with `partner`."""

    partner: int


@named("offer_pact", "DIP-1", Kind.DECLARATION)
class OfferPact(Move):
    """Offer an alliance or truce.

    The terms are `pacts.PEACE`, `pacts.HELP`, and `pacts.SPARE` with the id of a territory or
    group. The pact lasts for `rounds` rounds, or to the end of round `until`; if both are 0, it is
    open-ended.
    """

    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int = 0
    words: str = ""
    until: int = field(default=0, metadata=LATER)


@named("answer_pact", "DIP-1", Kind.DECLARATION)
class AnswerPact(Move):
    """Accept or refuse the pact with this number."""

    pact: int
    accept: bool


@named("end_pact", "DIP-1", Kind.DECLARATION)
class EndPact(Move):
    """End the pact with this number, or withdraw its offer."""

    pact: int
