"""A position in which the first player may attack, and its panels."""

import random

from django.http import QueryDict

from games.table.panel.panel import panel_context
from rules import BOTS, GREYHAWK, FastChance, Options, new_game, play, view
from rules.cards import BattleCard
from rules.questions import DecisionKind
from rules.state.players import Holding
from tests.support.tables.panels import scene_of

ME, OTHER, THIRD = 0, 1, 2
HAND = [
    BattleCard.AMBASSADOR,
    BattleCard.ASSASSIN,
    BattleCard.FLEET,
    BattleCard.HERO,
    BattleCard.MERCENARIES,
]


def attacks_of_the_first_player():
    """Return a position in which the first player may attack.

    That player holds only Onnwal (6 armies), next to the second player's Irongate (3 armies).
    """
    chance = FastChance(2)
    options = Options(quick=True, fixed_seats=True)
    state, _ = new_game(GREYHAWK, [True] * 3, options, "x", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(3)]
    while not (state.decision_of(ME) and state.decision_of(ME).kind is DecisionKind.ATTACKS):
        seat = state.decisions[0].seat
        play(state, seat, bots[seat].choose(view(state, seat)), chance)
    for holding in state.holdings.values():
        holding.owner, holding.armies = THIRD, 1
    state.holdings["onnwal"] = Holding(ME, 6)
    state.holdings["irongate"] = Holding(OTHER, 3)
    for seat, place in ((ME, "onnwal"), (OTHER, "rel_astra"), (THIRD, "rauxes")):
        state.players[seat].stronghold = place
    state.players[ME].hand = list(HAND)
    state.in_force.clear()
    state.truces.clear()
    return state


def shown(state, query="", seat=ME, events=()):
    """Return what the panel of a seat shows for a query."""
    return panel_context(scene_of(state, seat, events), QueryDict(query))["shown"]


def picks(panel):
    """Return the listed picks by territory; of duplicates, the first."""
    listed = [pick for group in panel.body.groups for pick in group.picks]
    return {pick.territory: pick for pick in reversed(listed)}
