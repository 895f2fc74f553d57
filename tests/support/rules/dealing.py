"""Positions in which bots deal: a leader borders all other players."""

import random

from rules import FastChance, play, view
from rules.bots import BOTS
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.state.players import Holding
from tests.support.rules.bot_tables import Table, is_first_turn


def led(ruleset, players=4):
    """Return a position in which the last seat leads, and all players border each other.

    Seat 0 is about to end its attacks.
    """
    names = ("general",) * players
    table = Table(names, 5, ruleset=ruleset, quick=True, persons=0).play(is_first_turn)
    state = table.state
    for number, name in enumerate(state.holdings):
        if state.stronghold_on(name) is None:
            state.holdings[name] = Holding(number % players, 2)
    strengthen(state, players - 1, 3)
    state.placings, state.decisions, state.turn = [], (), 0
    state.phase = Phase.ATTACKS
    state.ask(0, DecisionKind.ATTACKS)
    state.round = 8
    return state


def strengthen(state, seat, times):
    for name in state.held_by(seat):
        state.holdings[name].armies *= times


def offer_of(state, name="general", seat=0):
    chosen = BOTS[name](random.Random(1)).propose(view(state, seat))
    return chosen and chosen.move


def tell(state, seat, move):
    play(state, seat, move, FastChance(1), by="bot")


def hands(state, source):
    """Deal everybody new cards."""
    for player in state.players:
        state.deck += player.hand
        player.hand = []
    for player in state.players:
        player.hand = sorted(source.sample(sorted(state.deck), source.randrange(1, 7)))
        for card in player.hand:
            state.deck.remove(card)
