"""Positions of Classic, and of games with headquarters, for tests of panels."""

import random

from django.http import QueryDict

from games.table.panel.panel import panel_context
from rules import BOTS, CLASSIC, FastChance, Options, new_game, play, view
from rules.moves import Default, SetOrders
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from tests.support.tables.panels import CODE

TRADE = "?use=trade_set"
"""The query that opens the form to trade a set."""


def positions(ruleset, seats, seed, most, **options):
    """Yield (state, decision, events) of a game of captains; seat 0 chooses its defence dice."""
    chance = FastChance(seed)
    state, events = new_game(ruleset, [True] * seats, Options(**options), CODE, chance)
    play(state, 0, SetOrders(Orders(dice="ask")), chance)
    bots = [BOTS["captain"](random.Random(seed + seat)) for seat in range(seats)]
    for _ in range(most):
        if state.outcome is not None:
            return
        decision = state.decisions[0]
        yield state, decision, events
        move = bots[decision.seat].choose(view(state, decision.seat))
        events = play(state, decision.seat, move, chance)


def first_turn():
    """Return a Classic game of three people at the beginning of seat 0's first turn."""
    chance = FastChance(2)
    options = Options(quick=True, fixed_seats=True)
    state, _ = new_game(CLASSIC, [True] * 3, options, CODE, chance)
    while not (state.decision_of(0) and state.round):
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    assert state.decision_of(0).kind is DecisionKind.REINFORCE
    return state


def deal(state, cards):
    """Give seat 0 these territory cards, taken from wherever they are."""
    held = state.territory_cards
    everywhere = [*held.deck, *held.pile, *(card for hand in held.hands for card in hand)]
    for card in cards:
        everywhere.remove(card)
    held.deck, held.pile, held.hands = sorted(everywhere), [], [sorted(cards), [], []]


def of_seat(state, seat, symbol, number):
    """Return up to this many territories of a player, all with this symbol on their cards."""
    found = [
        name
        for name, held in state.holdings.items()
        if held.owner == seat and state.board.territories[name].symbol == symbol
    ]
    return found[:number]


def shown(scene, query=""):
    """Return what a scene's panel shows for a query, before rendering."""
    return panel_context(scene, QueryDict(query.removeprefix("?")))["shown"]
