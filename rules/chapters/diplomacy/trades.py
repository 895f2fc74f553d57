"""DIP-2 to DIP-4: trade offers, which players make by laying battle cards face up."""

from collections import Counter

from rules.cards import BattleCard
from rules.chance import Chance
from rules.errors import IllegalMove, required
from rules.events.agreements import CardsLaid, TradeAccepted, TradeWithdrawn
from rules.events.base import Emit
from rules.moves import AcceptTrade, LayCards, WithdrawTrade
from rules.reasons import TradeEnd
from rules.state import State
from rules.state.treaties import BoundTrade, Trade


def find_trade(state: State, one: int, other: int) -> Trade | None:
    """Return the open trade between two players, or None."""
    for trade in state.trades:
        if set(trade.seats) == {one, other}:
            return trade
    return None


def _existing_trade(state: State, one: int, other: int) -> Trade:
    return required(find_trade(state, one, other), "trade between these players")


def offered_to(state: State, seat: int) -> tuple[Trade, ...]:
    """Return the trades in which the partner has laid cards and `seat` has not accepted (DIP-3).

    Empty while a trade is bound: no other trade can be accepted until that is resolved (DIP-4).
    """
    if state.bound is not None:
        return ()
    return tuple(
        trade
        for trade in state.trades
        if seat in trade.seats and _waits_for(trade, trade.seats.index(seat))
    )


def _waits_for(trade: Trade, place: int) -> bool:
    return bool(trade.laid[1 - place]) and not trade.accepted[place]


def tradable(state: State, seat: int) -> Counter[BattleCard]:
    """Return a player's hand without the cards received in trades this turn (DIP-2)."""
    return Counter(state.players[seat].hand) - Counter(state.this_turn.received.get(seat, ()))


def _verify_partner(state: State, seat: int, partner: int) -> None:
    if state.round == 0:
        raise IllegalMove("DIP-2", "You can trade cards once the first turn has begun.")
    if partner == seat or state.players[partner].eliminated or state.players[seat].eliminated:
        raise IllegalMove("DIP-2", "Choose a player who is still in the game.")
    if state.bound is not None:
        raise IllegalMove("DIP-4", "Another trade is still being settled. Wait until it’s done.")


def verify_lay(state: State, seat: int, move: LayCards) -> None:
    """Check the partner, and that the cards are in hand and may be traded (DIP-2, DIP-3)."""
    _verify_partner(state, seat, move.partner)
    if not move.cards:
        raise IllegalMove("DIP-2", "Offer at least one card.")
    if Counter(move.cards) - Counter(state.players[seat].hand):
        raise IllegalMove("DIP-3", "You don’t have all those cards.")
    if Counter(move.cards) - tradable(state, seat):
        raise IllegalMove("DIP-2", "A card you got in a trade can’t be traded again this turn.")


def lay(state: State, seat: int, move: LayCards, chance: Chance, emit: Emit) -> None:
    """Lay cards face up, replacing earlier ones; this clears both acceptances."""
    trade = find_trade(state, seat, move.partner)
    if trade is None:
        trade = Trade((seat, move.partner))
        state.trades.append(trade)
    cards = tuple(sorted(move.cards))
    mine = trade.seats.index(seat)
    trade.laid = (cards, trade.laid[1]) if mine == 0 else (trade.laid[0], cards)
    trade.accepted = (False, False)
    emit(CardsLaid(seat, move.partner, tuple(card.value for card in cards)))


def verify_accept(state: State, seat: int, move: AcceptTrade) -> None:
    """Check that `give` and `get` are the cards laid, equal in number (DIP-2, DIP-3)."""
    _verify_partner(state, seat, move.partner)
    trade = find_trade(state, seat, move.partner)
    if trade is None:
        raise IllegalMove("DIP-3", "There is no such offer; it may have been withdrawn.")
    mine, theirs = trade.laid_by(seat), trade.laid_by(move.partner)
    if tuple(sorted(move.give)) != mine or tuple(sorted(move.get)) != theirs:
        raise IllegalMove("DIP-3", "The offer has changed: check the cards again.")
    if not mine or len(mine) != len(theirs):
        raise IllegalMove("DIP-2", "Both players must give the same number of cards.")
    if trade.accepted[trade.seats.index(seat)]:
        raise IllegalMove("DIP-3", "You have already accepted. Wait for the other player.")


def accept(state: State, seat: int, move: AcceptTrade, chance: Chance, emit: Emit) -> None:
    """Accept a trade; once both sides have accepted, it waits for the player on turn (DIP-4)."""
    trade = _existing_trade(state, seat, move.partner)
    first, second = trade.accepted
    trade.accepted = (True, second) if trade.seats[0] == seat else (first, True)
    emit(TradeAccepted(seat, move.partner))
    if all(trade.accepted):
        state.trades.remove(trade)
        state.bound = BoundTrade(trade)
        state.suspended, state.decisions = state.decisions, ()


def verify_withdraw(state: State, seat: int, move: WithdrawTrade) -> None:
    """Raise IllegalMove if there is no offer to withdraw (DIP-3)."""
    if find_trade(state, seat, move.partner) is None:
        raise IllegalMove("DIP-3", "There is no such offer to withdraw.")


def withdraw(state: State, seat: int, move: WithdrawTrade, chance: Chance, emit: Emit) -> None:
    """Withdraw an offer."""
    state.trades.remove(_existing_trade(state, seat, move.partner))
    emit(TradeWithdrawn(seat, move.partner, TradeEnd.TAKEN_BACK))


def withdraw_all_of(state: State, seat: int, reason: TradeEnd, emit: Emit) -> None:
    """Withdraw every open trade of an eliminated or resigned player (DIP-3)."""
    for trade in [trade for trade in state.trades if seat in trade.seats]:
        state.trades.remove(trade)
        emit(TradeWithdrawn(seat, trade.partner_of(seat), reason))
