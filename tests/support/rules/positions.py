"""Positions from games of random moves and of bots, sorted by the kind of open decision."""

import random
import sys
from collections import defaultdict
from itertools import count
from time import process_time
from types import FrameType
from typing import Any, NamedTuple, Self

from rules.bots import BOTS, Bot, offer_before
from rules.bots.fuzzer import Fuzzer
from rules.chance import FastChance
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.terminal.simulate import answer_offers, play_as_bot
from rules.turn import play
from rules.view import view
from tests.support.rules.strategies import SEAT_NUMBERS, Setting, Table, own_options

Found = dict[DecisionKind, list[tuple[State, int]]]
"""Positions and the seats that must decide in them, by kind of decision."""

TALK = 0.1
"""The probability of a declaration outside a decision; some of them lead to trades."""
MOST_MOVES = 3000
MOST_CALLS = 150_000
"""The most Python calls of a bot for a decision: independent of the machine's load."""


def positions_of(ruleset: Ruleset, number: int, random_games: int, bot_games: int) -> Found:
    """Return up to `number` positions of each kind, from games of random moves and of bots.

    Random moves seldom lead to strong positions, and bots seldom trade.
    """
    found: Found = defaultdict(list)
    kinds = kinds_of(ruleset)
    for seed in range(max(random_games, bot_games)):
        if seed < random_games:
            _play(_table(ruleset, seed), [], found, number)
        if seed < bot_games:
            table = _table(ruleset, seed)
            _play(table, _bots(table), found, number)
        if all(len(found[kind]) == number for kind in kinds):
            break
    return {kind: positions for kind, positions in found.items() if positions}


def _table(ruleset: Ruleset, seed: int) -> Table:
    seats = SEAT_NUMBERS[seed % len(SEAT_NUMBERS)]
    ways = own_options(ruleset, seats)
    options = Options(quick=seed % 2 == 0, rounds=30, **ways[seed % len(ways)])
    persons = tuple((seat + seed) % 3 > 0 for seat in range(seats))
    return Table(Setting(persons, options, seed, MOST_MOVES, ruleset), TALK)


def _bots(table: Table) -> list[Bot]:
    """Return a bot for every seat."""
    names = table.random.choices(sorted(BOTS), k=len(table.state.players))
    return [BOTS[name](random.Random(table.random.random())) for name in names]


def _play(table: Table, bots: list[Bot], found: Found, number: int) -> None:
    """Play a game and keep some positions: per kind of decision, at most a tenth of `number`.

    Without bots, all moves are random.
    """
    most = max(1, number // 10)
    kept: dict[DecisionKind, int] = defaultdict(int)
    for moves in count():
        if table.state.is_over or moves == MOST_MOVES:
            return
        decision = table.random.choice(table.state.decisions)
        kind, seat = decision.kind, decision.seat
        if len(found[kind]) < number and kept[kind] < most and _is_kept(table.random, kept[kind]):
            found[kind].append((table.state.copy(), seat))
            kept[kind] += 1
        if bots:
            _play_as_bot(table, bots, seat)
        else:
            _play_at_random(table, seat)


def _play_as_bot(table: Table, bots: list[Bot], seat: int) -> None:
    """Play a bot's move, preceded by its offer and followed by the answers to it."""
    state, seen = table.state, view(table.state, seat)
    move = bots[seat].choose(seen)
    offer = offer_before(bots[seat], seen, move)
    if offer is not None:
        play_as_bot(state, seat, offer.move, table.chance)
    play_as_bot(state, seat, move, table.chance)
    answer_offers(state, bots, table.chance)


def _play_at_random(table: Table, seat: int) -> None:
    """Play a random move, often of an open trade."""
    # Keep negotiating an open trade until it is done, to reach every decision on trades.
    table.talk = 0.9 if table.state.trades else 0.5
    if table.state.trades or table.random.random() < TALK:
        table.play()
    else:
        move = Fuzzer(table.random).choose(view(table.state, seat))
        play(table.state, seat, move, table.chance)


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


class Cost(NamedTuple):
    """What a decision cost: processor time, and the number of calls of Python functions."""

    seconds: float
    calls: int


def choose_blindly(name: str, state: State, seat: int, seed: int) -> Cost:
    """Let a bot choose; its move must be legal, cheap to find, and independent of secrets."""
    possible = view(state, seat).determinise(FastChance(seed, keep=False))
    started = process_time()
    move = BOTS[name](random.Random(seed)).choose(view(state, seat))
    seconds = process_time() - started
    with _CountedCalls() as counted:
        other = BOTS[name](random.Random(seed)).choose(view(possible, seat))
    kind = state.open_decision(seat).kind
    refusal = view(state, seat).why_not(move)
    assert refusal is None, f"{name} answers {kind} with {move}: {refusal}"
    assert move == other, f"{name} answers {kind} with {move}, or with {other} if it knew more"
    assert counted.calls <= MOST_CALLS, f"{name} makes {counted.calls} calls to answer {kind}"
    return Cost(seconds, counted.calls)


class _CountedCalls:
    """Counts the calls of Python functions in a block: the same on every machine."""

    calls = 0

    def __enter__(self) -> Self:
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, _frame: FrameType, event: str, _argument: Any) -> None:
        self.calls += event == "call"
