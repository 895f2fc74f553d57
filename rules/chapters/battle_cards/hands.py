"""Hands, decks and discard piles: drawing, losing and returning cards (TRN-1, TRN-7, AMB-4)."""

from bisect import insort
from collections import Counter
from typing import TypeVar

from rules.cards import BattleCard, EventCard
from rules.chance import Chance
from rules.events.agreements import TradeWithdrawn
from rules.events.base import Emit
from rules.events.cards import CardLost, CardReturned
from rules.events.turn import AmbassadorRemoved, CardsDrawn, CardsSeen, PileShuffled
from rules.reasons import TradeEnd
from rules.state import State

Card = TypeVar("Card", BattleCard, EventCard)


def are_ambassadors_out(state: State) -> bool:
    """Return whether Ambassadors are out of the game: only two players are left (AMB-4)."""
    return len(state.living()) == 2


def draw_battle_cards(state: State, seat: int, count: int, chance: Chance, emit: Emit) -> None:
    """Draw battle cards into a hand; fewer if the deck and discard pile run out (TRN-7)."""
    drawn: list[BattleCard] = []
    removed = 0
    while count:
        card = _draw_battle_card(state, chance, emit)
        if card is None:
            break
        if card is BattleCard.AMBASSADOR and are_ambassadors_out(state):
            state.removed.append(card)
            removed += 1
            continue
        insort(state.players[seat].hand, card)
        drawn.append(card)
        count -= 1
    if removed:
        emit(AmbassadorRemoved(seat, removed))
    if drawn:
        emit(CardsDrawn(seat, len(drawn)))
        emit(CardsSeen(seat, tuple(drawn)))


def _draw_battle_card(state: State, chance: Chance, emit: Emit) -> BattleCard | None:
    if not state.deck:
        state.deck = _shuffled(state.discard, "battle", emit)
    return _drawn_from(state.deck, "battle card", chance)


def draw_event_card(state: State, chance: Chance, emit: Emit) -> EventCard | None:
    """Draw an event card; None if the deck and discard pile are empty (TRN-7)."""
    if not state.event_deck:
        state.event_deck = _shuffled(state.event_discard, "event", emit)
    return _drawn_from(state.event_deck, "event card", chance)


def _shuffled(pile: list[Card], deck: str, emit: Emit) -> list[Card]:
    """Return a discard pile as a new deck; it is sorted, because draws are random (FAIR-1)."""
    cards = sorted(pile)
    pile.clear()
    if cards:
        emit(PileShuffled(deck, len(cards)))
    return cards


def _drawn_from(deck: list[Card], purpose: str, chance: Chance) -> Card | None:
    return deck.pop(chance.pick(deck, purpose)) if deck else None


def remove_ambassadors(state: State, first: int, chance: Chance, emit: Emit) -> None:
    """Remove the Ambassadors from the last two hands and draw replacements (AMB-4)."""
    if not are_ambassadors_out(state):
        return
    for seat in [first, *state.after(first)]:
        count = state.players[seat].hand.count(BattleCard.AMBASSADOR)
        if count:
            for _ in range(count):
                remove_from_hand(state, seat, BattleCard.AMBASSADOR, emit)
            state.removed += [BattleCard.AMBASSADOR] * count
            emit(AmbassadorRemoved(seat, count))
            draw_battle_cards(state, seat, count, chance, emit)


def has_card(state: State, seat: int, card: BattleCard) -> bool:
    """Return whether a player has a card of this kind in hand."""
    return card in state.players[seat].hand


def remove_from_hand(state: State, seat: int, card: BattleCard, emit: Emit) -> None:
    """Remove a card from a hand publicly, and withdraw trades that needed it (DIP-3)."""
    state.players[seat].hand.remove(card)
    seen = state.this_turn.seen
    if seat in seen and card in seen[seat]:
        seen[seat].remove(card)
    if state.trades:
        withdraw_uncovered_trades(state, seat, emit)


def forget_spying(state: State, seat: int, card: BattleCard) -> None:
    """Reduce the number of Assassins that have spied if the player on turn loses one (ASN-1)."""
    if card is BattleCard.ASSASSIN and seat == state.turn and state.this_turn.spied:
        state.this_turn.spied -= 1


def withdraw_uncovered_trades(state: State, seat: int, emit: Emit) -> None:
    """Withdraw the trades in which a player has laid cards they no longer have (DIP-2, DIP-3)."""
    hand = Counter(state.players[seat].hand) - Counter(state.this_turn.received.get(seat, ()))
    for trade in list(state.trades):
        if seat in trade.seats and Counter(trade.laid_by(seat)) - hand:
            state.trades.remove(trade)
            emit(TradeWithdrawn(seat, trade.partner_of(seat), TradeEnd.CARD_GONE))


def add_to_hand(state: State, seat: int, card: BattleCard) -> None:
    """Add a card publicly to a hand, and to the cards of that hand that spies know this turn."""
    insort(state.players[seat].hand, card)
    if seat in state.this_turn.seen:
        insort(state.this_turn.seen[seat], card)


def return_card(state: State, seat: int, card: BattleCard, rule: str, emit: Emit) -> None:
    """Return a card in play to its player's hand."""
    add_to_hand(state, seat, card)
    emit(CardReturned(seat, card.value, rule))


def discard_card(state: State, seat: int, card: BattleCard, rule: str, emit: Emit) -> None:
    """Discard a card in play."""
    state.discard.append(card)
    emit(CardLost(seat, card.value, rule))


def lose_card(state: State, seat: int, card: BattleCard, rule: str, emit: Emit) -> None:
    """Discard a card from a hand, face up."""
    remove_from_hand(state, seat, card, emit)
    forget_spying(state, seat, card)
    discard_card(state, seat, card, rule, emit)
