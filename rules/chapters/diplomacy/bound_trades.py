"""DIP-4: a trade both sides have accepted, and Assassins against it."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.battle_cards.assassinations import (
    ASSASSIN,
    emit_assassin_used,
    roll_assassin,
    spend_assassin,
)
from rules.chapters.battle_cards.counters import can_counter, is_counter_settled
from rules.chapters.battle_cards.hands import (
    add_to_hand,
    forget_spying,
    lose_card,
    remove_from_hand,
)
from rules.chapters.orders.standing_orders import is_asked
from rules.errors import IllegalMove, required
from rules.events.agreements import TradeDone, TradeRuined
from rules.events.base import Emit
from rules.moves import Pass, RuinTrade
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.treaties import BoundTrade, Trade
from rules.state.under_way import Assassination, AssassinUse


def _free_cards(state: State, seat: int) -> int:
    trade = state.accepted_trade.trade
    bound = len(trade.laid_by(seat)) if seat in trade.seats else 0
    return len(state.players[seat].hand) - bound


def settle_bound(state: State, bound: BoundTrade, chance: Chance, emit: Emit) -> None:
    """Let the player on turn ruin a bound trade with an Assassin, or else carry it out."""
    assassination = bound.assassination
    if assassination is not None:
        laid = len(bound.trade.laid_by(assassination.opponent))
        if not is_counter_settled(state, assassination, laid, emit):
            return
        if _is_ruined(state, bound.trade, assassination, chance, emit):
            _release(state)
            return
    elif not bound.asked:
        bound.asked = True
        seat = state.on_turn
        if _is_ruin_open(state, seat):
            state.ask(seat, DecisionKind.RUIN)
            return
    _carry_out(state, bound.trade, emit)
    _release(state)


def _is_ruin_open(state: State, seat: int) -> bool:
    if not state.ruleset.has_assassins or not _free_cards(state, seat):
        return False
    return is_asked(state, seat, "ruin", can_counter(state, seat))


def _is_ruined(
    state: State, trade: Trade, assassination: Assassination, chance: Chance, emit: Emit
) -> bool:
    if assassination.countered:
        spend_assassin(state, assassination, "ASN-3", emit)
        return False
    success = roll_assassin(state, assassination, chance, emit)
    spend_assassin(state, assassination, "DIP-4", emit)
    if success:
        card = required(assassination.card, "card laid against this Assassin")
        lose_card(state, assassination.opponent, card, "DIP-4", emit)
        emit(TradeRuined(trade.seats, card.value))
    return success


def _carry_out(state: State, trade: Trade, emit: Emit) -> None:
    for giver, taker in (trade.seats, trade.seats[::-1]):
        for card in trade.laid_by(giver):
            remove_from_hand(state, giver, card, emit)
            forget_spying(state, giver, card)
            add_to_hand(state, taker, card)
            state.this_turn.received.setdefault(taker, []).append(card)
    first, second = (tuple(card.value for card in cards) for cards in trade.laid)
    emit(TradeDone(trade.seats, (first, second)))


def _release(state: State) -> None:
    state.bound = None
    state.decisions, state.suspended = state.suspended, ()


def ruin_options(state: State, seat: int) -> Iterator[Option]:
    """Offer passing, and an Assassin against each card that another player laid (DIP-4)."""
    yield Option(Pass, {})
    trade = state.accepted_trade.trade
    if can_counter(state, seat):
        for other in trade.seats:
            if other != seat:
                cards = tuple(dict.fromkeys(trade.laid_by(other)))
                yield Option(RuinTrade, {"opponent": (other,), "card": cards})


def verify_ruin(state: State, seat: int, move: RuinTrade) -> None:
    """Check that the player has an Assassin outside the trade and that `card` is laid (DIP-4)."""
    trade = state.accepted_trade.trade
    if not can_counter(state, seat):
        raise IllegalMove("DIP-4", "You have no {Assassin} that is not part of this trade.")
    if move.opponent == seat or move.opponent not in trade.seats:
        raise IllegalMove("DIP-4", "Choose a card that another player offered.")
    if move.card not in trade.laid_by(move.opponent):
        raise IllegalMove("DIP-4", "That player hasn’t offered that card.")


def ruin(state: State, seat: int, move: RuinTrade, chance: Chance, emit: Emit) -> None:
    """Send an Assassin against a laid card; like any Assassin, it ends a press (ATT-11)."""
    remove_from_hand(state, seat, ASSASSIN, emit)
    if state.attack is not None:
        state.attack.press = None
    assassination = Assassination(seat, move.opponent, AssassinUse.TRADE, move.card)
    state.accepted_trade.assassination = assassination
    emit_assassin_used(assassination, emit)
