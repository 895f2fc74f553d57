"""Positions on the world map, for tests of bots."""

from rules.state.players import Holding
from tests.support.rules.bot_tables import Table


def world(ruleset, names, holdings, rest):
    """A game in which seat 0 is about to attack.

    `rest` is the (owner, armies) of every territory not in `holdings`.
    """
    table = Table(names, 1, ruleset=ruleset, quick=True)
    while table.state.round == 0:
        table.step()
    state = table.state
    for name in state.holdings:
        state.holdings[name] = Holding(*holdings.get(name, rest))
    state.placings, state.decisions, state.this_turn.collected = [], (), True
    state.turn, state.phase = 0, ruleset.order_of_play[1]
    return table
