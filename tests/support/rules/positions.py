"""Positions of random games, sorted by the kind of decision that is open."""

import random
from collections import defaultdict
from itertools import count

from rules.bots import BOTS
from rules.bots.fuzzer import Fuzzer
from rules.chance import FastChance
from rules.moves import Move
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.turn import play
from rules.view import view
from tests.support.rules.strategies import SEAT_NUMBERS, Setting, Table, own_options

Found = dict[DecisionKind, list[tuple[State, int]]]
"""Positions and the seats that must decide in them, by kind of decision."""

TALK = 0.1
"""The probability of a declaration outside a decision; some of them lead to trades."""
MOST_MOVES = 3000


def positions_of(ruleset: Ruleset, number: int, games: int) -> Found:
    """Return up to a number of positions of each kind, from a number of random games."""
    found: Found = defaultdict(list)
    for seed in range(games):
        _play(_table(ruleset, seed), found, number)
    return dict(found)


def _table(ruleset: Ruleset, seed: int) -> Table:
    seats = SEAT_NUMBERS[seed % len(SEAT_NUMBERS)]
    ways = own_options(ruleset, seats)
    options = Options(quick=seed % 2 == 0, rounds=30, **ways[seed % len(ways)])
    persons = tuple((seat + seed) % 3 > 0 for seat in range(seats))
    return Table(Setting(persons, options, seed, MOST_MOVES, ruleset), TALK)


def _play(table: Table, found: Found, number: int) -> None:
    """Play a game and keep some positions: per kind of decision, at most a tenth of `number`."""
    fuzzer, most = Fuzzer(table.random), max(1, number // 10)
    kept: dict[DecisionKind, int] = defaultdict(int)
    for moves in count():
        if table.state.is_over or moves == MOST_MOVES:
            return
        decision = table.random.choice(table.state.decisions)
        kind, seat = decision.kind, decision.seat
        if len(found[kind]) < number and kept[kind] < most and _is_kept(table.random, kept[kind]):
            found[kind].append((table.state.copy(), seat))
            kept[kind] += 1
        # Keep negotiating an open trade until it is done, to reach every decision on trades.
        table.talk = 0.9 if table.state.trades else 0.5
        if table.state.trades or table.random.random() < TALK:
            table.play()
        else:
            play(table.state, seat, fuzzer.choose(view(table.state, seat)), table.chance)


def _is_kept(source: random.Random, kept: int) -> bool:
    """Return whether to keep a position; later ones are kept less often, to spread them."""
    return source.random() < 0.5 / (1 + kept)


def kinds_of(ruleset: Ruleset) -> set[DecisionKind]:
    """Return every kind of decision that a game can have."""
    return set(DecisionKind) - _MISSING[ruleset.name]


_OF_STRONGHOLDS = {
    *(DecisionKind.STRONGHOLD, DecisionKind.HIDE, DecisionKind.SPOILS, DecisionKind.OCCUPY),
    *(DecisionKind.FILL, DecisionKind.DICE),
}
_OF_SPIES = {DecisionKind.COUNTER_SPY, DecisionKind.DISCARD_SPIED}
_OF_SETS = {DecisionKind.SETS, DecisionKind.REINFORCE, DecisionKind.FORTIFY}
_OF_ASSASSINS_AND_EVENTS = {
    *(DecisionKind.STRIKE, DecisionKind.COUNTER, DecisionKind.RUIN, DecisionKind.BLOCK_EVENT),
    *(DecisionKind.DRAGON, DecisionKind.MOVE_BY_NIGHT),
}
_OF_CARDS = _OF_STRONGHOLDS | _OF_SPIES | _OF_ASSASSINS_AND_EVENTS
_MISSING = {
    "greyhawk": _OF_SPIES | _OF_SETS | {DecisionKind.HEADQUARTERS},
    "castle": _OF_ASSASSINS_AND_EVENTS | _OF_SETS | {DecisionKind.HEADQUARTERS},
    "classic": _OF_CARDS | {DecisionKind.HEADQUARTERS},
    "headquarters": _OF_CARDS,
}
"""The kinds of decision that a game does not have."""


def choose_blindly(name: str, state: State, seat: int, seed: int) -> Move:
    """Return a bot's move; raise AssertionError if it is illegal or depends on secrets."""
    possible = view(state, seat).determinise(FastChance(seed, keep=False))
    move, other = [
        BOTS[name](random.Random(seed)).choose(view(each, seat)) for each in (state, possible)
    ]
    kind = state.open_decision(seat).kind
    refusal = view(state, seat).why_not(move)
    assert refusal is None, f"{name} answers {kind} with {move}: {refusal}"
    assert move == other, f"{name} answers {kind} with {move}, or with {other} if it knew more"
    return move
