"""Chapter 8: standing orders, and when they leave a question to the player."""

from collections.abc import Iterable

from rules.chance import Chance
from rules.chapters.orders.expiry import disarm_orders
from rules.chapters.orders.limits import fallback_of, is_within_limits, verify_limits
from rules.events.agreements import Answered, OrderDisarmed, OrdersSet
from rules.events.base import Emit
from rules.moves import Disarm, SetOrders
from rules.moves.orders_and_wishes import Orders
from rules.questions import Question
from rules.state import State

CORRESPONDENCE = Orders(
    fortification="home",
    hidden="outnumbered",
    block="never",
    strike="ask",
    counter="always",
    block_event="never",
    ruin="never",
    fill="auto",
)
GUARDED = Orders(fortification="stronghold", block="stronghold")

FIRST_ORDERS = {"live": Orders(), "guarded": GUARDED, "correspondence": CORRESPONDENCE}
"""The initial orders by pace (ORD-4); live games began with “live” before “guarded” existed."""


def first_orders(pace: str) -> Orders:
    """Return the initial standing orders for a pace (ORD-4)."""
    return FIRST_ORDERS[pace]


def policy(state: State, seat: int, question: str) -> str:
    """Return the order that applies to a question; “ask” means asking the player.

    The fall-back applies instead of an order whose limits are not met (ORD-9), and instead of “ask”
    if the player missed a decision in the open attack (ORD-7).
    """
    orders = state.players[seat].orders
    value: str = getattr(orders, question)
    if orders.limits and not is_within_limits(state, seat, question):
        return fallback_of(orders, question)
    if value == "ask" and state.attack is not None and seat in state.attack.absent:
        return fallback_of(orders, question)
    return value


def timeout_answer(state: State, seat: int, question: str) -> str:
    """Return the order's answer when the clock runs out; “ask” uses its fall-back (ORD-6)."""
    value = policy(state, seat, question)
    return fallback_of(state.players[seat].orders, question) if value == "ask" else value


def is_asked(state: State, seat: int, question: str, playable: bool) -> bool:
    """Return whether to ask a player a question that public facts leave open (ORD-2).

    `playable` says whether the player could act; it counts only with the `only_playable` option.
    """
    return is_any_asked(state, seat, [(question, playable)])


def is_any_asked(state: State, seat: int, questions: Iterable[tuple[str, bool]]) -> bool:
    """Return whether to ask a player any of these (question, playable) pairs (ORD-2)."""
    asks_always = not state.options.only_playable
    for question, playable in questions:
        if (playable or asks_always) and policy(state, seat, question) == "ask":
            return True
    return False


def emit_order_answer(seat: int, question: Question, answer: str, emit: Emit) -> None:
    """Notify only the owner that a standing order or wish answered a question (ORD-5)."""
    emit(Answered(seat, question, answer, "order"))


def verify_orders(state: State, seat: int, move: SetOrders) -> None:
    """Check only the limits: players may change their orders at any time (ORD-1, ORD-9)."""
    verify_limits(state, seat, move.orders)


def set_orders(state: State, seat: int, move: SetOrders, chance: Chance, emit: Emit) -> None:
    """Replace a player's standing orders; only they are notified (ORD-5)."""
    state.players[seat].orders = move.orders
    emit(OrdersSet(seat))
    disarm_orders(state, emit)


def verify_disarm(state: State, seat: int, move: Disarm) -> None:
    """Accept the move: a plan or order can end at any time (ORD-8)."""


def disarm(state: State, seat: int, move: Disarm, chance: Chance, emit: Emit) -> None:
    """Notify only the owner that a plan has ended, and why (ORD-8)."""
    emit(OrderDisarmed(seat, move.order, move.words))
