"""ORD-9: the limits of standing orders."""

from rules.cards import BattleCard
from rules.errors import IllegalMove
from rules.moves.orders_and_wishes import FALLBACKS, Orders
from rules.state import State

PLACES = frozenset({"fortification", "hidden", "block"})
"""Orders that answer attacks, and so can be limited to some of the player's territories."""

OPPONENTS = PLACES | {"strike", "counter"}
"""Orders that can be limited to one opponent."""

SPENT = {
    "fortification": BattleCard.FORTIFICATION,
    "block_event": BattleCard.FORTIFICATION,
    **dict.fromkeys(("block", "strike", "counter"), BattleCard.ASSASSIN),
}
"""The card that each order spends; a limit can make the order keep some of these cards."""

MOST_ROUNDS = 50
"""The most rounds for which a limited order can be given."""


def fallback_of(orders: Orders, question: str) -> str:
    """Return the fall-back of an order (ORD-1, ORD-9).

    It answers when the order does not apply, or when an “ask” gets no answer.
    """
    return orders.fallbacks.get(question, FALLBACKS[question])


def is_within_limits(state: State, seat: int, question: str) -> bool:
    """Return whether the limits of a standing order allow it to answer now (ORD-9).

    An “ask” order ignores its number of cards to keep: whether to ask may depend on public facts
    only (ORD-2).
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
    return is_asking or not limit.keep or cards_held(state, seat, question) > limit.keep


def _opponent(state: State, seat: int, question: str) -> int | None:
    """Return the seat an order would act against, or None."""
    sent = state.awaiting_counter or state.spying
    if question == "counter" and sent is not None:
        return sent.seat
    if state.attack is None:
        return None
    return state.attack.defender if question == "strike" else state.attack.attacker


def cards_held(state: State, seat: int, question: str) -> int:
    """Count a player's cards, in hand and in play, of the kind that an order spends."""
    card, attack = SPENT[question], state.attack
    held = state.players[seat].hand.count(card)
    if card is not BattleCard.FORTIFICATION:
        return held
    is_in_play = attack is not None and attack.defender == seat and attack.fortification
    return held + is_in_play + (seat in state.this_turn.fortified)


def verify_limits(state: State, seat: int, orders: Orders) -> None:
    """Raise IllegalMove for a limit that the order cannot have (ORD-9)."""
    for question, limit in orders.limits.items():
        if question not in state.ruleset.standing_orders or question == "dice":
            raise IllegalMove("ORD-9", "There is no such order to limit.")
        if limit.territories and question not in PLACES:
            raise IllegalMove("ORD-9", "This order can’t be limited to territories.")
        if limit.against is not None and question not in OPPONENTS:
            raise IllegalMove("ORD-9", "This order can’t be limited to one opponent.")
        if limit.against == seat:
            raise IllegalMove("ORD-9", "Choose an opponent.")
        if limit.keep and (question not in SPENT or getattr(orders, question) == "ask"):
            raise IllegalMove("ORD-9", "This order never uses cards on its own.")
        if limit.until > state.round + MOST_ROUNDS:
            raise IllegalMove("ORD-9", "Orders last {rounds} rounds at most.", rounds=MOST_ROUNDS)
