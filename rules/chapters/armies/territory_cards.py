"""CLA-4: territory cards, and the armies for sets of them."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.board import Board
from rules.cards import WILD
from rules.chance import Chance
from rules.chapters.orders.standing_orders import emit_order_answer, policy
from rules.errors import IllegalMove, required
from rules.events.base import Emit
from rules.events.classic import (
    SetTraded,
    TerritoryCardDrawn,
    TerritoryCardSeen,
    TerritoryCardsTaken,
    TerritoryCardsTakenSeen,
)
from rules.events.turn import PileShuffled
from rules.moves import TradeSet
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Ruleset
from rules.state import State, TerritoryCards
from rules.state.under_way import Placing, PlacingPurpose

CARDS_OF_A_SET = 3
MOST_KEPT = 4
"""Compulsory trading ends once the player holds at most this many cards."""
MOST_TAKEN = 5
"""A captor with more cards than this after an elimination must trade."""


def new_territory_cards(ruleset: Ruleset, seats: int) -> TerritoryCards | None:
    """Return the territory cards before the first turn; None in a game without them."""
    if not ruleset.set_values:
        return None
    deck = sorted([*ruleset.board.territories, *[WILD] * ruleset.wild_cards])
    return TerritoryCards(deck, [[] for _ in range(seats)])


def is_set(board: Board, cards: Sequence[str]) -> bool:
    """Return whether cards are three alike or three different; a wild card matches any symbol."""
    symbols = [board.territories[card].symbol for card in cards if card != WILD]
    return len(cards) == CARDS_OF_A_SET and len(set(symbols)) in (0, 1, len(symbols))


def set_value(ruleset: Ruleset, number: int) -> int:
    """Return the armies for the nth set traded in the game, counted from 1 across all players."""
    values = ruleset.set_values
    return values[min(number, len(values)) - 1] + ruleset.set_step * max(0, number - len(values))


def sets_in(board: Board, hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the distinct sets in a sorted hand, each set sorted."""
    trios = dict.fromkeys(combinations(hand, CARDS_OF_A_SET))
    return [trio for trio in trios if is_set(board, trio)]


def bonus_territories(state: State, seat: int, cards: Sequence[str]) -> tuple[str | None, ...]:
    """Return the player's own territories among the cards; (None,) if none can get the bonus."""
    own = tuple([name for name in cards if name != WILD and state.holdings[name].owner == seat])
    return own or (None,)


# Trading


def cards_in_play(state: State) -> TerritoryCards:
    """Return the territory cards of a game that has them."""
    return required(state.territory_cards, "territory cards")


def begin_trading(state: State, seat: int) -> None:
    """Require a trade if the player holds too many cards at the start of a turn."""
    cards = cards_in_play(state)
    cards.trading = len(cards.hands[seat]) > MOST_KEPT


def trade_compulsory_set(state: State, cards: TerritoryCards, chance: Chance, emit: Emit) -> None:
    """Trade the next compulsory set of the player on turn by standing order, or ask.

    Five cards always contain a set. The standing order trades the same set as a time-out would
    (ORD-6).
    """
    seat = state.on_turn
    if policy(state, seat, "sets") == "ask":
        state.ask(seat, DecisionKind.SETS)
        return
    trade_set(state, seat, best_trade(trade_options(state, seat)), chance, emit)
    emit_order_answer(seat, DecisionKind.SETS, "best", emit)


def trade_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every set in the player's hand.

    At the start of a turn, players may trade sets until they place the first army.
    """
    for trio in sets_in(state.board, cards_in_play(state).hands[seat]):
        bonus = bonus_territories(state, seat, trio)
        yield Option(TradeSet, {"set_cards": (trio,), "territory": bonus})


def verify_trade_set(state: State, seat: int, move: TradeSet) -> None:
    """Check that the player holds the cards, that they are a set, and that the bonus is allowed."""
    shown = move.set_cards
    if Counter(shown) - Counter(cards_in_play(state).hands[seat]):
        raise IllegalMove("CLA-4", "You don’t have all those cards.")
    if not is_set(state.board, shown):
        raise IllegalMove("CLA-4", "A set is three of a kind, or one of each.")
    if list(shown) != sorted(shown):
        raise IllegalMove("CLA-4", "Name the cards of a set in alphabetical order.")
    bonus = bonus_territories(state, seat, shown)
    if move.territory not in bonus:
        if bonus == (None,):
            raise IllegalMove("CLA-4", "You hold none of the territories on these cards.")
        raise IllegalMove("CLA-4", "Choose a territory you hold that is on one of these cards.")


def trade_set(state: State, seat: int, move: TradeSet, chance: Chance, emit: Emit) -> None:
    """Discard a set, queue its armies to be placed, and place the bonus."""
    cards, rules = cards_in_play(state), state.ruleset
    for card in move.set_cards:
        cards.hands[seat].remove(card)
    cards.pile.extend(move.set_cards)
    cards.traded += 1
    armies = set_value(rules, cards.traded)
    bonus = rules.symbol_bonus if move.territory else 0
    if move.territory:
        state.holdings[move.territory].armies += bonus
    _add_armies(state, seat, armies)
    cards.trading = cards.trading and len(cards.hands[seat]) > MOST_KEPT
    emit(SetTraded(seat, move.set_cards, cards.traded, armies, move.territory, bonus))


def _add_armies(state: State, seat: int, armies: int) -> None:
    """Add a set's armies to those waiting to be placed; queue them if none are waiting."""
    if not state.placings:
        state.placings.append(Placing(seat, 0, PlacingPurpose.SETS))
    state.placings[0].left += armies


# Getting cards


def enter_territory_card(state: State, chance: Chance, emit: Emit) -> bool:
    """Draw a territory card if the player captured a territory this turn (CLA-3)."""
    if not state.this_turn.captured:
        return True
    cards, seat = cards_in_play(state), state.on_turn
    if not cards.deck and cards.pile:
        cards.deck, cards.pile = sorted(cards.pile), []
        emit(PileShuffled("territory", len(cards.deck)))
    if cards.deck:
        card = cards.deck.pop(chance.pick(cards.deck, "territory card"))
        insort(cards.hands[seat], card)
        emit(TerritoryCardDrawn(seat))
        emit(TerritoryCardSeen(seat, card))
    return True


def take_cards(state: State, captor: int, fallen: int, emit: Emit) -> None:
    """Give an eliminated player's cards to the captor; require a trade if there are too many.

    See CLA-4 and CLA-5.
    """
    cards = cards_in_play(state)
    hands = cards.hands
    taken, hands[fallen] = hands[fallen], []
    hands[captor] = sorted(hands[captor] + taken)
    cards.trading = len(hands[captor]) > MOST_TAKEN
    emit(TerritoryCardsTaken(captor, fallen, len(taken)))
    emit(TerritoryCardsTakenSeen(captor, tuple(taken)))


def best_trade(offer: Iterable[Option]) -> TradeSet:
    """Return the offered trade with a bonus if possible, then with the fewest wild cards.

    The bonus goes to the first possible territory.
    """
    trades = [
        TradeSet(option.values("set_cards")[0], option.values("territory")[0])
        for option in offer
        if option.move is TradeSet
    ]
    return max(
        trades, key=lambda trade: (trade.territory is not None, -trade.set_cards.count(WILD))
    )
