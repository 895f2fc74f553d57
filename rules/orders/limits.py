"""ORD-9: limits of standing orders, and when they expire."""

from dataclasses import replace

from rules.cards import BattleCard
from rules.errors import IllegalMove
from rules.events.agreements import OrderDisarmed
from rules.events.base import Emit
from rules.moves.orders_and_wishes import FALLBACKS, Limit, Orders
from rules.state import State

PLACES = frozenset({"fortification", "hidden", "block"})
"""Orders that can be limited to the player's own territories: they answer attacks on them."""

OPPONENTS = PLACES | {"strike", "counter"}
"""Orders that can be limited to one opponent."""

SPENT = {
    "fortification": BattleCard.FORTIFICATION,
    "block_event": BattleCard.FORTIFICATION,
    **dict.fromkeys(("block", "strike", "counter"), BattleCard.ASSASSIN),
}
"""The card each order spends. Such an order can keep a number of these cards."""

MOST_ROUNDS = 50
"""The most rounds ahead for which an order can be given."""


def fallback_of(orders: Orders, question: str) -> str:
    """Return the fall-back of an order that does not apply or whose “ask” gets no answer.

    See ORD-1 and ORD-9.
    """
    return orders.fallbacks.get(question, FALLBACKS[question])


def is_within_limits(state: State, seat: int, question: str) -> bool:
    """Return whether the limits of a standing order allow it to answer now (ORD-9).

    An “ask” order ignores its number of cards to keep: only public facts may decide (ORD-2).
    """
    orders = state.players[seat].orders
    limit = orders.limits.get(question)
    if limit is None:
        return True
    if question in orders.off or 0 < limit.until < state.round:
        return False
    if limit.territories and (state.attack is None or state.attack.target not in limit.territories):
        return False
    if limit.against is not None and limit.against != _opponent(state, seat, question):
        return False
    is_asking = getattr(orders, question) == "ask"
    return is_asking or not limit.keep or _held(state, seat, question) > limit.keep


def _opponent(state: State, seat: int, question: str) -> int | None:
    """Return the seat an order would act against, or None."""
    sent = state.awaiting_counter or state.spying
    if question == "counter" and sent is not None:
        return sent.seat
    if state.attack is None:
        return None
    return state.attack.defender if question == "strike" else state.attack.attacker


def _held(state: State, seat: int, question: str) -> int:
    """Count a player's cards, in hand and in play, of the kind that an order spends."""
    card, attack = SPENT[question], state.attack
    held = state.players[seat].hand.count(card)
    if card is not BattleCard.FORTIFICATION:
        return held
    is_in_play = attack is not None and attack.defender == seat and attack.fortification
    return held + is_in_play + (seat in state.this_turn.fortified)


# When a limit expires


def verify_limits(state: State, seat: int, orders: Orders) -> None:
    """Raise IllegalMove for a limit that the order cannot have (ORD-9)."""
    for question, limit in orders.limits.items():
        if question not in state.ruleset.standing_orders or question == "dice":
            raise IllegalMove("ORD-9", "There is no such order to limit.")
        if limit.territories and question not in PLACES:
            raise IllegalMove("ORD-9", "This order cannot be limited to territories.")
        if limit.against is not None and question not in OPPONENTS:
            raise IllegalMove("ORD-9", "This order cannot be limited to one opponent.")
        if limit.against == seat:
            raise IllegalMove("ORD-9", "Choose an opponent.")
        if limit.keep and (question not in SPENT or getattr(orders, question) == "ask"):
            raise IllegalMove("ORD-9", "This order never uses cards on its own.")
        if limit.until > state.round + MOST_ROUNDS:
            raise IllegalMove("ORD-9", "Orders last {rounds} rounds at most.", rounds=MOST_ROUNDS)


def why_expired(state: State, seat: int, question: str, limit: Limit) -> str:
    """Return why a limited order has expired, as a sentence; empty if it has not."""
    names, called = state.board.territories, state.ruleset.card_names
    if 0 < limit.until < state.round:
        return f"The round to whose end it went, round {limit.until}, is over."
    if limit.against is not None and state.players[limit.against].eliminated:
        return "The player it was against has been eliminated."
    has_any = any(state.holdings[name].owner == seat for name in limit.territories)
    # During set-up a player may not own the territories yet.
    if limit.territories and state.round and not has_any:
        lost = ", ".join(names[name].name for name in limit.territories)
        return f"It was for {lost}, and you hold nothing of that now."
    if limit.keep and state.round and _held(state, seat, question) <= limit.keep:
        card = called[SPENT[question]]
        return f"It was to keep {limit.keep} of your cards {card}, and you have no more than that."
    return ""


def disarm_orders(state: State, emit: Emit) -> None:
    """Switch off expired orders and notify only their owners (ORD-9)."""
    for player in state.players:
        orders = player.orders
        if not orders.limits or player.eliminated:
            continue
        off = dict(orders.off)
        for question, limit in orders.limits.items():
            reason = "" if question in off else why_expired(state, player.seat, question, limit)
            if reason:
                off[question] = reason
                emit(OrderDisarmed(player.seat, question, reason))
        if off != orders.off:
            player.orders = replace(orders, off=off)
