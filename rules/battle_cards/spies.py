"""CAS-4: the Spy of Castle Risk looks at a hand and discards one card of it; a Spy stops a Spy.

On the cards' list it has the place of Greyhawk's Assassin.
"""

from collections.abc import Iterator

from rules.battle_cards.assassins import ASSASSIN as SPY
from rules.battle_cards.assassins import can_counter
from rules.battle_cards.hands import discard_card, has_card, leave_hand, lose_card
from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.base import Tell
from rules.events.cards import HandSeen, SpyCountered, SpySent
from rules.moves import Counter, DiscardSpied, SendSpy
from rules.moves.options import Option
from rules.orders.standing_orders import is_asked, policy, tell_order
from rules.state import State
from rules.state.players import DecisionKind
from rules.state.under_way import Spying


def spy_options(state: State, seat: int) -> Iterator[Option]:
    """Offer a Spy against every hand, whenever the player on turn has the move."""
    if state.ruleset.has_spies and has_card(state, seat, SPY):
        victims = tuple(other for other in state.after(seat) if state.players[other].hand)
        if victims:
            yield Option(SendSpy, {"opponent": victims})


def verify_send_spy(state: State, seat: int, move: SendSpy) -> None:
    """Refuse a Spy one has not, and hands there are not."""
    if not state.ruleset.has_spies:
        raise IllegalMove("CAS-4", "No card of this game does that.")
    if not has_card(state, seat, SPY):
        raise IllegalMove("CAS-4", "You hold no Spy.")
    if move.opponent == seat or state.players[move.opponent].eliminated:
        raise IllegalMove("CAS-4", "A Spy goes against an opponent still in the game.")
    if not state.players[move.opponent].hand:
        raise IllegalMove("CAS-4", "That player’s hand is empty.")


def send_spy(state: State, seat: int, move: SendSpy, chance: Chance, tell: Tell) -> None:
    """Put a Spy into play; what becomes of it is settled before anything else."""
    leave_hand(state, seat, SPY, tell)
    state.spying = Spying(seat, move.opponent)
    tell(SpySent(seat, move.opponent))


def settle(state: State, chance: Chance, tell: Tell) -> None:
    """Ask for a Spy in answer, or let the Spy see the hand and choose."""
    spying = state.spying
    if not spying.asked and _is_counter_open(state, spying, tell):
        return
    if spying.countered:
        state.spying = None
        discard_card(state, spying.seat, SPY, "CAS-4", tell)
    else:
        _look(state, spying, tell)


def _is_counter_open(state: State, spying: Spying, tell: Tell) -> bool:
    """Let the target’s order answer; True while they are asked instead (ORD-1)."""
    spying.asked = True
    seat = spying.opponent
    armed = can_counter(state, seat)
    if is_asked(state, seat, "counter", armed):
        state.ask(seat, DecisionKind.COUNTER_SPY)
        return True
    if armed and policy(state, seat, "counter") == "always":
        tell_order(seat, DecisionKind.COUNTER, "always", tell)
        _counter(state, spying, tell)
    return False


def _look(state: State, spying: Spying, tell: Tell) -> None:
    hand = state.players[spying.opponent].hand
    spying.looked = True
    state.seen[spying.opponent] = list(hand)
    tell(HandSeen(spying.seat, spying.opponent, tuple(card.value for card in hand)))
    discard_card(state, spying.seat, SPY, "CAS-4", tell)
    state.ask(spying.seat, DecisionKind.DISCARD_SPIED)


# A Spy in answer


def verify_counter(state: State, seat: int, move: Counter) -> None:
    """Refuse an answer without a Spy to play."""
    if not can_counter(state, seat):
        raise IllegalMove("CAS-4", "You hold no Spy to answer with.")


def counter(state: State, seat: int, move: Counter, chance: Chance, tell: Tell) -> None:
    """Answer a Spy with a Spy."""
    _counter(state, state.spying, tell)


def _counter(state: State, spying: Spying, tell: Tell) -> None:
    spying.countered = True
    tell(SpyCountered(spying.opponent, spying.seat))
    lose_card(state, spying.opponent, SPY, "CAS-4", tell)


# The card to discard


def discard_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every kind of card in the hand that was seen."""
    hand = state.players[state.spying.opponent].hand
    yield Option(DiscardSpied, {"card": tuple(dict.fromkeys(hand))})


def verify_discard(state: State, seat: int, move: DiscardSpied) -> None:
    """Refuse a card that is not in that hand."""
    if move.card not in state.players[state.spying.opponent].hand:
        called = state.ruleset.card_names[move.card]
        raise IllegalMove("CAS-4", f"There is no {called} in that hand.")


def discard(state: State, seat: int, move: DiscardSpied, chance: Chance, tell: Tell) -> None:
    """Discard the card out of the hand, shown to all."""
    spying, state.spying = state.spying, None
    lose_card(state, spying.opponent, move.card, "CAS-4", tell)
