"""Case files: changes to a player’s secrets, to check that nobody else can notice them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.cases.files import CaseError
from rules.chapters.armies.territory_cards import cards_in_play
from rules.moves.orders_and_wishes import ORDER_CHOICES, Orders
from rules.state import State


def _change_hand(state: State, seat: int) -> None:
    hand = state.players[seat].hand
    for place, card in enumerate(hand):
        for below, other in enumerate(state.deck):
            if other != card:
                hand[place], state.deck[below] = other, card
                break
    hand.sort()


def _change_hidden(state: State, seat: int) -> None:
    for item in state.hidden:
        if item.maker == seat and not item.revealed:
            places = list(state.holdings)
            item.territory = places[places.index(item.territory) - 1]


def _change_orders(state: State, seat: int) -> None:
    orders = state.players[seat].orders
    changed: dict[str, Any] = {
        name: choices[choices.index(getattr(orders, name)) - 1]
        for name, choices in ORDER_CHOICES.items()
    }
    state.players[seat].orders = Orders(**changed)


def _change_wishes(state: State, seat: int) -> None:
    claims = tuple(reversed(state.holdings))
    state.players[seat].wishes = replace(state.players[seat].wishes, claims=claims)


def _change_muster(state: State, seat: int) -> None:
    muster = state.players[seat].muster
    if muster is None:
        raise CaseError("This player musters nothing.")
    muster.placed = {state.held_by(seat)[-1]: 1}
    muster.left += 1


def _change_stronghold(state: State, seat: int) -> None:
    player = state.players[seat]
    if player.unseen_stronghold is None:
        raise CaseError("This player has placed no stronghold unseen.")
    sites = state.board.empires[player.drawn_empire].territories
    player.unseen_stronghold = sites[sites.index(player.unseen_stronghold) - 1]


def _change_territory_cards(state: State, seat: int) -> None:
    cards = cards_in_play(state)
    hand = cards.hands[seat]
    if hand and cards.deck:
        hand[0], cards.deck[-1] = cards.deck[-1], hand[0]
        hand.sort()
        cards.deck.sort()


def _change_headquarters(state: State, seat: int) -> None:
    marked = state.unseen_headquarters
    if seat not in marked:
        raise CaseError("This player has marked no headquarters unseen.")
    places = state.held_by(seat)
    marked[seat] = places[places.index(marked[seat]) - 1]


CHANGES: dict[str, Callable[[State, int], None]] = {
    "hand": _change_hand,
    "hidden": _change_hidden,
    "orders": _change_orders,
    "wishes": _change_wishes,
    "muster": _change_muster,
    "stronghold": _change_stronghold,
    "territory_cards": _change_territory_cards,
    "headquarters": _change_headquarters,
}
"""The function that changes each kind of secret."""
