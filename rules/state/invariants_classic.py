"""Chapter 11: invariants of the neutral army, territory cards and headquarters."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rules.cards import WILD
from rules.errors import required
from rules.state import State

Complaints = Iterator[str]


def neutral_army(state: State) -> Complaints:
    """Check that the neutral army has not grown (CLA-2)."""
    if state.has_neutral_army:
        armies = sum(item.armies for item in state.holdings.values() if item.owner is None)
        mustered = sum(player.muster.neutral for player in state.players if player.muster)
        if armies + mustered > state.ruleset.neutral_armies:
            yield "The neutral army has grown."


def territory_cards(state: State) -> Complaints:
    """Check that the territory cards are complete, and a required trade is possible (CLA-4)."""
    cards = state.territory_cards
    if (cards is None) == bool(state.ruleset.set_values):
        yield "There are territory cards in a game without them, or none in one with them."
    if cards is None:
        return
    if count_territory_cards(state) != all_territory_cards(state):
        yield "The territory cards are not those of the game."
    for sorted_cards in (cards.deck, *cards.hands):
        if sorted_cards != sorted(sorted_cards):
            yield "Territory cards in a deck or hand are not sorted."
    for player in state.players:
        if player.eliminated and cards.hands[player.seat] and not state.is_over:
            yield f"Seat {player.seat} is out, but has territory cards."
    if cards.trading and (state.is_over or len(cards.hands[state.on_turn]) < 5):
        yield "A player without five cards must trade a set."


def all_territory_cards(state: State) -> Counter[str]:
    """Return all territory cards of the game."""
    return Counter([*state.board.territories, *[WILD] * state.ruleset.wild_cards])


def count_territory_cards(state: State) -> Counter[str]:
    """Count the territory cards in the deck, the pile and the hands."""
    cards = required(state.territory_cards, "territory cards")
    return Counter(chain(cards.deck, cards.pile, *cards.hands))


def headquarters(state: State) -> Complaints:
    """Check that each player has headquarters, and only in games with them (CLA-6)."""
    marked = {**state.headquarters, **state.unseen_headquarters}
    if not state.ruleset.headquarters:
        if marked:
            yield "There are headquarters in a game without them."
    elif state.round and (state.unseen_headquarters or len(marked) < len(state.players)):
        yield "The headquarters are not one for every player."
    for seat, name in state.unseen_headquarters.items():
        if state.holdings[name].owner != seat:
            yield f"Seat {seat} has marked headquarters it does not hold."


def without_strongholds(state: State) -> Complaints:
    """Check a game without strongholds: only players without territories are out (CLA-5)."""
    if any(player.stronghold or player.banners for player in state.players):
        yield "There are strongholds in a game without them."
    if not state.round or state.is_over:
        return
    for player in state.players:
        if bool(player.eliminated) == bool(state.held_by(player.seat)):
            yield f"Seat {player.seat} is out with territories, or in without any."
