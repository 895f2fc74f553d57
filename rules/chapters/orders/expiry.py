"""ORD-9: limited standing orders expire."""

from dataclasses import replace

from rules.chapters.orders.limits import SPENT, cards_held
from rules.events.agreements import OrderDisarmed
from rules.events.base import Emit
from rules.moves.orders_and_wishes import Limit
from rules.state import State


def why_expired(state: State, seat: int, question: str, limit: Limit) -> str:
    """Return why a limited order has expired, as a sentence; "" if it has not."""
    names = state.board.territories
    if 0 < limit.until < state.round:
        return f"The round to whose end it went, round {limit.until}, is over."
    if limit.against is not None and state.players[limit.against].eliminated:
        return "The player it was against has been eliminated."
    has_any = any(state.holdings[name].owner == seat for name in limit.territories)
    # During set-up a player may not own the territories yet.
    if limit.territories and state.round and not has_any:
        lost = ", ".join(names[name].name for name in limit.territories)
        return f"It was for {lost}, and you hold nothing of that now."
    if limit.keep and state.round and cards_held(state, seat, question) <= limit.keep:
        card = state.ruleset.card_texts[SPENT[question]].title
        return f"It was to keep {limit.keep} of your cards {card}, and you have no more than that."
    return ""


def disarm_orders(state: State, emit: Emit) -> None:
    """Switch off expired orders and notify only their owners (ORD-9)."""
    for player in state.players:
        if not player.orders.limits or player.eliminated:
            continue
        orders = player.orders
        off = dict(orders.off)
        for question, limit in orders.limits.items():
            reason = "" if question in off else why_expired(state, player.seat, question, limit)
            if reason:
                off[question] = reason
                emit(OrderDisarmed(player.seat, question, reason))
        if off != orders.off:
            player.orders = replace(orders, off=off)
