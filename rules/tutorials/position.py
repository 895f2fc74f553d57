"""FAIR-8: begin a tutorial from its prepared position, in place of the set-up."""

from collections import Counter
from dataclasses import replace

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.hidden_armies import hide
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.classic import HeadquartersShown
from rules.events.setup import FirstChosen, SeatsOrdered, StrongholdPlaced
from rules.state import State
from rules.state.players import Holding
from rules.tutorials import tutorial_of
from rules.tutorials.steps import LEARNER, SEATS, Seat


def verify_seats(persons: tuple[bool, ...]) -> None:
    """Raise IllegalMove unless one person plays against one bot."""
    if persons != (True, False):
        raise IllegalMove("FAIR-8", "A tutorial is for one person and one bot.")


def begin(state: State, chance: Chance, emit: Emit) -> None:
    """Put a new game into the prepared position, at the start of the learner's first turn."""
    tutorial = tutorial_of(state.ruleset)
    state.order = tuple(range(SEATS))
    state.first = state.turn = LEARNER
    state.round = 1
    state.phase = state.ruleset.order_of_play[0]
    emit(SeatsOrdered(state.order))
    emit(FirstChosen(LEARNER))
    for holding in state.holdings.values():
        holding.owner, holding.armies = tutorial.rest, 1
    for number, seat in enumerate(tutorial.seats):
        _seat(state, number, seat, emit)
    if state.ruleset.battle_cards:
        _remove_ambassadors(state)
    else:
        # Without cards, the standing order for dice would answer the attack: ask instead (ORD-1).
        learner = state.players[LEARNER]
        learner.orders = replace(learner.orders, dice="ask")
    for number, seat in enumerate(tutorial.seats):
        if seat.hidden is not None:
            hide(state, number, seat.hidden, chance, emit)


def _seat(state: State, number: int, seat: Seat, emit: Emit) -> None:
    player = state.players[number]
    player.unplaced = 0
    for territory, armies in seat.armies.items():
        state.holdings[territory] = Holding(number, armies)
    if seat.empire is not None and seat.stronghold is not None:
        player.empire, player.stronghold = seat.empire, seat.stronghold
        player.banners.append(seat.empire)
        state.undrawn_empires.remove(seat.empire)
        emit(StrongholdPlaced(number, seat.stronghold))
    player.hand = sorted(seat.hand)
    state.deck = sorted((Counter(state.deck) - Counter(seat.hand)).elements())
    if state.territory_cards is not None:
        state.territory_cards.hands[number] = sorted(seat.territory_cards)
        for card in seat.territory_cards:
            state.territory_cards.deck.remove(card)
    if seat.headquarters is not None:
        state.headquarters[number] = seat.headquarters
        emit(HeadquartersShown(number, seat.headquarters))


def _remove_ambassadors(state: State) -> None:
    """Remove the Ambassadors, which games for two do not use (AMB-4)."""
    state.removed = [card for card in state.deck if card is BattleCard.AMBASSADOR]
    state.deck = [card for card in state.deck if card is not BattleCard.AMBASSADOR]
