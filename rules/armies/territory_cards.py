"""CLA-4: territory cards and what sets of them bring."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.board import Board
from rules.cards import WILD
from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.base import Tell
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
from rules.orders.standing_orders import policy, tell_order
from rules.rulesets.ruleset import Ruleset
from rules.state import State, TerritoryCards
from rules.state.players import DecisionKind
from rules.state.under_way import Placing

CARDS_OF_A_SET = 3
MOST_KEPT = 4
"""Who must trade goes on until they hold no more cards than these."""
MOST_TAKEN = 5
"""An elimination may leave so many cards without a trade."""
SETS = "sets"
"""The purpose of armies for sets traded after an elimination."""


def new_territory_cards(ruleset: Ruleset, seats: int) -> TerritoryCards | None:
    """Return the cards before the first turn; None in a game that has none."""
    if not ruleset.set_values:
        return None
    deck = sorted([*ruleset.board.territories, *[WILD] * ruleset.wild_cards])
    return TerritoryCards(deck, [[] for _ in range(seats)])


def is_set(board: Board, cards: Sequence[str]) -> bool:
    """Say whether three cards are alike or one of each; a wild card stands for any."""
    symbols = [board.territories[card].symbol for card in cards if card != WILD]
    return len(cards) == CARDS_OF_A_SET and len(set(symbols)) in (0, 1, len(symbols))


def set_value(ruleset: Ruleset, number: int) -> int:
    """Return the armies for a set by its number, counted from 1 for all players together."""
    values = ruleset.set_values
    return values[min(number, len(values)) - 1] + ruleset.set_step * max(0, number - len(values))


def sets_in(board: Board, hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the different sets in a sorted hand, each of them sorted."""
    trios = dict.fromkeys(combinations(hand, CARDS_OF_A_SET))
    return [trio for trio in trios if is_set(board, trio)]


def bonus_territories(state: State, seat: int, cards: Sequence[str]) -> tuple[str | None, ...]:
    """Return the territories shown that may get the bonus, (None,) where there are none."""
    own = tuple([name for name in cards if name != WILD and state.holdings[name].owner == seat])
    return own or (None,)


# Trading


def begin_trading(state: State, seat: int) -> None:
    """Make a player trade who holds too many cards at the start of a turn."""
    cards = state.territory_cards
    cards.trading = len(cards.hands[seat]) > MOST_KEPT


def have_traded(state: State, chance: Chance, tell: Tell) -> None:
    """Have the next set traded that the player on turn must: by their order, or by asking.

    Five cards hold a set always. The order takes the one that a clock would take (ORD-6).
    """
    seat = state.turn
    if policy(state, seat, "sets") == "ask":
        state.ask(seat, DecisionKind.SETS)
        return
    trade_set(state, seat, next(best_trade(trade_options(state, seat)).moves()), chance, tell)
    tell_order(seat, DecisionKind.SETS, "best", tell)


def trade_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every set in hand; at the start of a turn until the first army is placed."""
    for trio in sets_in(state.board, state.territory_cards.hands[seat]):
        bonus = bonus_territories(state, seat, trio)
        yield Option(TradeSet, {"set_cards": (trio,), "territory": bonus})


def verify_trade_set(state: State, seat: int, move: TradeSet) -> None:
    """Refuse cards one has not, cards that are no set, and a bonus that is not one's due."""
    shown = move.set_cards
    if Counter(shown) - Counter(state.territory_cards.hands[seat]):
        raise IllegalMove("CLA-4", "You do not hold all those cards.")
    if not is_set(state.board, shown):
        raise IllegalMove("CLA-4", "A set is three cards alike, or one of each.")
    if list(shown) != sorted(shown):
        raise IllegalMove("CLA-4", "Name the cards of a set in alphabetical order.")
    bonus = bonus_territories(state, seat, shown)
    if move.territory not in bonus:
        if bonus == (None,):
            raise IllegalMove("CLA-4", "None of these cards shows a territory you hold.")
        raise IllegalMove("CLA-4", "Name a territory of yours that one of these cards shows.")


def trade_set(state: State, seat: int, move: TradeSet, chance: Chance, tell: Tell) -> None:
    """Lay a set on the pile for armies to place, and put the bonus on the territory named."""
    cards, rules = state.territory_cards, state.ruleset
    for card in move.set_cards:
        cards.hands[seat].remove(card)
    cards.pile += move.set_cards
    cards.traded += 1
    armies = set_value(rules, cards.traded)
    bonus = rules.symbol_bonus if move.territory else 0
    if move.territory:
        state.holdings[move.territory].armies += bonus
    _add_armies(state, seat, armies)
    cards.trading = cards.trading and len(cards.hands[seat]) > MOST_KEPT
    tell(SetTraded(seat, move.set_cards, cards.traded, armies, move.territory, bonus))


def _add_armies(state: State, seat: int, armies: int) -> None:
    """Add armies to those waiting: the reinforcements, or sets traded just before."""
    if not state.placings:
        state.placings.append(Placing(seat, 0, SETS))
    state.placings[0].left += armies


# Getting cards


def enter_territory_card(state: State, chance: Chance, tell: Tell) -> bool:
    """Draw one card where at least one territory was captured (CLA-3)."""
    cards, seat = state.territory_cards, state.turn
    if not cards.captured:
        return True
    cards.captured = False
    if not cards.deck and cards.pile:
        cards.deck, cards.pile = sorted(cards.pile), []
        tell(PileShuffled("territory", len(cards.deck)))
    if cards.deck:
        card = cards.deck.pop(chance.pick(cards.deck, "territory card"))
        insort(cards.hands[seat], card)
        tell(TerritoryCardDrawn(seat))
        tell(TerritoryCardSeen(seat, card))
    return True


def take_cards(state: State, captor: int, fallen: int, tell: Tell) -> None:
    """Take the cards of a player who is out; too many must be traded at once (CLA-4, CLA-5)."""
    hands = state.territory_cards.hands
    taken, hands[fallen] = hands[fallen], []
    hands[captor] = sorted(hands[captor] + taken)
    state.territory_cards.trading = len(hands[captor]) > MOST_TAKEN
    tell(TerritoryCardsTaken(captor, fallen, len(taken)))
    tell(TerritoryCardsTakenSeen(captor, tuple(taken)))


def best_trade(offer: Iterable[Option]) -> Option:
    """Return the trade worth most of those offered: with the bonus, and the fewest wild cards."""

    def worth(option: Option) -> tuple[bool, int]:
        (cards,), territories = option.choices["set_cards"], option.choices["territory"]
        return territories[0] is not None, -cards.count(WILD)

    return max((option for option in offer if option.move is TradeSet), key=worth)
