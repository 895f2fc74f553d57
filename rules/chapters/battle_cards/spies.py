"""CAS-4: Castle Risk's Spy, which reveals a hand and discards a card from it; Spies counter Spies.

Internally the Spy is `BattleCard.ASSASSIN`: all games share Greyhawk's names of cards.
"""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.battle_cards.assassinations import ASSASSIN as SPY
from rules.chapters.battle_cards.counters import can_counter
from rules.chapters.battle_cards.hands import discard_card, has_card, lose_card, remove_from_hand
from rules.chapters.orders.standing_orders import emit_order_answer, is_asked, policy
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.cards import HandSeen, SpyCountered, SpySent
from rules.moves import Counter, DiscardSpied, SendSpy
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import Spying


def spy_options(state: State, seat: int) -> Iterator[Option]:
    """Offer a Spy against every hand that is not empty."""
    if state.ruleset.has_spies and has_card(state, seat, SPY):
        victims = tuple(other for other in state.after(seat) if state.players[other].hand)
        if victims:
            yield Option(SendSpy, {"opponent": victims})


def verify_send_spy(state: State, seat: int, move: SendSpy) -> None:
    """Check that the player has a Spy, and that the opponent is in the game and has cards."""
    if not state.ruleset.has_spies:
        raise IllegalMove("CAS-4", "No card in this game can do that.")
    if not has_card(state, seat, SPY):
        raise IllegalMove("CAS-4", "You have no Spy.")
    if move.opponent == seat or state.players[move.opponent].eliminated:
        raise IllegalMove("CAS-4", "Choose an opponent who is still in the game.")
    if not state.players[move.opponent].hand:
        raise IllegalMove("CAS-4", "That player’s hand is empty.")


def send_spy(state: State, seat: int, move: SendSpy, chance: Chance, emit: Emit) -> None:
    """Put a Spy into play; it is resolved before anything else."""
    remove_from_hand(state, seat, SPY, emit)
    state.spying = Spying(seat, move.opponent)
    emit(SpySent(seat, move.opponent))


def resolve_spy(state: State, spying: Spying, chance: Chance, emit: Emit) -> None:
    """Ask for a counter, or show the hand and ask which card to discard."""
    if not spying.asked and _is_counter_open(state, spying, emit):
        return
    if spying.countered:
        state.spying = None
        discard_card(state, spying.seat, SPY, "CAS-4", emit)
    else:
        _look(state, spying, emit)


def _is_counter_open(state: State, spying: Spying, emit: Emit) -> bool:
    """Ask the target whether to counter, or follow their order; return True if asked (ORD-1)."""
    spying.asked = True
    seat = spying.opponent
    armed = can_counter(state, seat)
    if is_asked(state, seat, "counter", armed):
        state.ask(seat, DecisionKind.COUNTER_SPY)
        return True
    if armed and policy(state, seat, "counter") == "always":
        emit_order_answer(seat, DecisionKind.COUNTER, "always", emit)
        _counter(state, spying, emit)
    return False


def _look(state: State, spying: Spying, emit: Emit) -> None:
    hand = state.players[spying.opponent].hand
    spying.looked = True
    state.this_turn.seen[spying.opponent] = list(hand)
    emit(HandSeen(spying.seat, spying.opponent, tuple(card.value for card in hand)))
    discard_card(state, spying.seat, SPY, "CAS-4", emit)
    state.ask(spying.seat, DecisionKind.DISCARD_SPIED)


# Countering


def verify_counter(state: State, seat: int, move: Counter) -> None:
    """Raise IllegalMove without a Spy to counter with."""
    if not can_counter(state, seat):
        raise IllegalMove("CAS-4", "You have no Spy to counter with.")


def counter(state: State, seat: int, move: Counter, chance: Chance, emit: Emit) -> None:
    """Counter a Spy with a Spy."""
    _counter(state, state.open_spying, emit)


def _counter(state: State, spying: Spying, emit: Emit) -> None:
    spying.countered = True
    emit(SpyCountered(spying.opponent, spying.seat))
    lose_card(state, spying.opponent, SPY, "CAS-4", emit)


# The card to discard


def discard_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every kind of card in the spied hand."""
    hand = state.players[state.open_spying.opponent].hand
    yield Option(DiscardSpied, {"card": tuple(dict.fromkeys(hand))})


def verify_discard(state: State, seat: int, move: DiscardSpied) -> None:
    """Raise IllegalMove for a card that is not in the spied hand."""
    if move.card not in state.players[state.open_spying.opponent].hand:
        called = state.ruleset.card_texts[move.card].title
        raise IllegalMove("CAS-4", "That hand has no {called}.", called=called)


def discard(state: State, seat: int, move: DiscardSpied, chance: Chance, emit: Emit) -> None:
    """Discard the card from the spied hand, face up."""
    spying, state.spying = state.open_spying, None
    lose_card(state, spying.opponent, move.card, "CAS-4", emit)
