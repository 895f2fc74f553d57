"""Chapter 8: standing orders, and who is asked inside a window."""

from rules.chance import Chance
from rules.events.agreements import Answered, OrderDisarmed, OrdersSet
from rules.events.base import Tell
from rules.moves import Disarm, SetOrders
from rules.moves.orders_and_wishes import Orders
from rules.orders.limits import disarm_orders, fall_back, holds, verify_limits
from rules.questions import Question
from rules.state import State

PACES = ("live", "correspondence")
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


def first_orders(pace: str) -> Orders:
    """Return the standing orders a game of this pace begins with (ORD-4)."""
    return CORRESPONDENCE if pace == "correspondence" else Orders()


def policy(state: State, seat: int, question: str) -> str:
    """Return what a player's order says, "ask" where they want to be asked.

    One who let a window of the open attack run out is answered for by the fall-back (ORD-7).
    """
    orders = state.players[seat].orders
    value = getattr(orders, question)
    if orders.limits and not holds(state, seat, question):
        return fall_back(orders, question)
    if value == "ask" and state.attack is not None and seat in state.attack.absent:
        return fall_back(orders, question)
    return value


def answer_of_clock(state: State, seat: int, question: str) -> str:
    """Return what answers where no answer came: the order now given, or its fall-back (ORD-6)."""
    value = policy(state, seat, question)
    return fall_back(state.players[seat].orders, question) if value == "ask" else value


def is_asked(state: State, seat: int, question: str, playable: bool) -> bool:
    """Say whether a player is asked, where public facts leave the question open (ORD-2)."""
    if policy(state, seat, question) != "ask":
        return False
    return playable or not state.options.only_playable


def tell_order(seat: int, question: Question, answer: str, tell: Tell) -> None:
    """Tell the owner alone that a standing order or wish answered a question (ORD-5)."""
    tell(Answered(seat, question, answer, "order"))


def verify_orders(state: State, seat: int, move: SetOrders) -> None:
    """Orders may say anything of their form at any time (ORD-1), within limits they can have."""
    verify_limits(state, seat, move.orders)


def set_orders(state: State, seat: int, move: SetOrders, chance: Chance, tell: Tell) -> None:
    """Replace a player's standing orders; only they learn of it (ORD-5)."""
    state.players[seat].orders = move.orders
    tell(OrdersSet(seat))
    disarm_orders(state, tell)


def verify_disarm(state: State, seat: int, move: Disarm) -> None:
    """That something is over may be told at any time (ORD-8)."""


def disarm(state: State, seat: int, move: Disarm, chance: Chance, tell: Tell) -> None:
    """Tell its owner alone that a plan is over, and why (ORD-8)."""
    tell(OrderDisarmed(seat, move.order, move.words))
