"""ASN-3 and CAS-4: countering an Assassin or a Spy with another one."""

from collections.abc import Iterator

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.hands import lose_card
from rules.chapters.orders.standing_orders import emit_order_answer, is_asked, policy
from rules.errors import IllegalMove, required
from rules.events.base import Emit
from rules.events.cards import AssassinCountered
from rules.moves import Counter, Pass
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import Assassination


def is_counter_settled(state: State, assassination: Assassination, bound: int, emit: Emit) -> bool:
    """Settle whether the target counters (ASN-3); return False while the target is being asked.

    `bound` is how many cards the target has laid in the trade that the Assassin would ruin; these
    cannot counter. Once it returns True, `assassination.countered` has the result.
    """
    if assassination.asked:
        return True
    assassination.asked = True
    seat = assassination.opponent
    if len(state.players[seat].hand) <= bound:
        return True
    if is_asked(state, seat, "counter", can_counter(state, seat)):
        state.ask(seat, DecisionKind.COUNTER)
        return False
    if policy(state, seat, "counter") == "always" and can_counter(state, seat):
        emit_order_answer(seat, DecisionKind.COUNTER, "always", emit)
        apply_counter(state, assassination, emit)
    return True


def can_counter(state: State, seat: int) -> bool:
    """Return whether a player has an Assassin that is not bound in a trade (ASN-3)."""
    held = state.players[seat].hand.count(BattleCard.ASSASSIN)
    if state.bound is not None and seat in state.bound.trade.seats:
        held -= state.bound.trade.laid_by(seat).count(BattleCard.ASSASSIN)
    return held > 0


def counter_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to counter an Assassin or Spy, if the player can, and to pass (ASN-3, CAS-4)."""
    yield Option(Pass, {})
    if can_counter(state, seat):
        yield Option(Counter, {})


def verify_counter(state: State, seat: int, move: Counter) -> None:
    """Raise IllegalMove without an Assassin that can counter (ASN-3)."""
    if not can_counter(state, seat):
        raise IllegalMove("ASN-3", "You have no {Assassin} to counter with.")


def counter(state: State, seat: int, move: Counter, chance: Chance, emit: Emit) -> None:
    """Counter an Assassin with an Assassin."""
    assassination = required(state.awaiting_counter, "Assassin to counter")
    apply_counter(state, assassination, emit)


def apply_counter(state: State, assassination: Assassination, emit: Emit) -> None:
    """Mark an Assassin as countered and discard the target's Assassin (ASN-3)."""
    assassination.countered = True
    emit(AssassinCountered(assassination.opponent, assassination.seat))
    lose_card(state, assassination.opponent, BattleCard.ASSASSIN, "ASN-3", emit)
