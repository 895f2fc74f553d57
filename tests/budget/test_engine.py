"""Calls per move of the engine, which a slower machine does not change."""

import cProfile
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules import RULESETS, FastChance, Move, Options, Ruleset, State, new_game, play
from rules.terminal.simulate import count_moves, make_bots, play_out

LIMITS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text("utf-8"))
SEATS, SEED, LAST_ROUND = 4, 1, 25
WARMED_UP, COUNTED = 1, 5


def begin(ruleset: Ruleset) -> tuple[State, FastChance]:
    chance = FastChance(SEED, keep=False)
    options = Options(rounds=LAST_ROUND)
    return new_game(ruleset, [False] * SEATS, options, "budget", chance)[0], chance


def random_moves(ruleset: Ruleset) -> tuple[list[tuple[int, Move]], int]:
    """Play a game of random moves; return its moves by seat, and how many they count as."""
    chosen = []
    counted = 0

    def keep(state: State, seat: int, move: Move, chance: FastChance) -> Sequence[object]:
        nonlocal counted
        chosen.append((seat, move))
        events = play(state, seat, move, chance, by="bot")
        counted += count_moves(events)
        return events

    state, chance = begin(ruleset)
    play_out(state, make_bots(["random"] * SEATS, SEED), chance, keep)
    return chosen, counted


def calls_of(ruleset: Ruleset, moves: list[tuple[int, Move]]) -> int:
    """Return the calls of Python and built-in functions while the moves are played again."""
    state, chance = begin(ruleset)
    profile = cProfile.Profile()
    profile.enable()
    for seat, move in moves:
        play(state, seat, move, chance, by="bot")
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Other versions count other calls.")
@pytest.mark.parametrize("name", RULESETS)
def test_a_move_takes_few_calls(name):
    moves, counted = random_moves(RULESETS[name])
    calls = [calls_of(RULESETS[name], moves) for _ in range(WARMED_UP + COUNTED)][WARMED_UP:]
    reached, limit = min(calls) / counted, LIMITS["engine_calls_per_move"][name]
    assert reached <= limit, (
        f"A move of {name} takes {reached:.2f} calls, more than {limit}. If this is worth it, "
        f"raise engine_calls_per_move.{name} in tests/budget/counts.toml and say why in the commit."
    )
