"""Many whole random games over all player counts and options: none may fail or get stuck.

Every event is described for every seat and for spectators.

    python -m tests.rules.soak 10000
    python -m tests.rules.soak 1500 castle classic

plays games of all rulesets, or of those named, prints the results, and exits with status 1 if any
failed.
"""

import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from multiprocessing import Pool
from typing import Any

from rules.bots.fuzzer import Fuzzer
from rules.cases.verifying import verify_sentences
from rules.rulesets import RULESETS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options
from rules.state.invariants import check
from rules.turn import play
from rules.view import view
from tests.support.rules.strategies import SEAT_NUMBERS, Setting, Table, own_options

MOST_MOVES = 4_000
CHECKED_EVERY = 50
KINDS = len(SEAT_NUMBERS) * 2**5
"""The number of kinds of games, not counting rulesets and their special options."""


def settings_of(games: int, names: Sequence[str]) -> Iterator[tuple[Setting, float]]:
    """Yield `games` pairs of (setting, rate of declarations), spread evenly over all options."""
    for place, name in enumerate(names):
        first = games * place // len(names)
        number = games * (place + 1) // len(names) - first
        yield from _settings_of(RULESETS[name], first, number)


def _settings_of(ruleset: Ruleset, first: int, number: int) -> list[tuple[Setting, float]]:
    kinds = product(
        SEAT_NUMBERS,
        (False, True),
        ("live", "guarded", "correspondence"),
        (0, 40),
        (0.0, 0.1),
        (False, True),
    )
    spread = islice(cycle(enumerate(kinds)), number)
    return [
        (
            Setting(
                persons=tuple(seat % 2 == 0 or not bots for seat in range(seats)),
                options=Options(
                    quick=quick,
                    pace=pace,
                    rounds=rounds,
                    on_resign="steward" if bots else "bot",
                    fixed_seats=bots,
                    **_own_options(ruleset, seats, place + (seed - first) // KINDS),
                ),
                seed=seed,
                moves=MOST_MOVES,
                ruleset=ruleset,
            ),
            talk,
        )
        for seed, (place, (seats, quick, pace, rounds, talk, bots)) in enumerate(spread, first)
    ]


def _own_options(ruleset: Ruleset, players: int, turn: int) -> dict[str, Any]:
    """Return a combination of the ruleset's special options, all in turn."""
    ways = own_options(ruleset, players)
    return ways[turn % len(ways)]


def play_out(planned: tuple[Setting, float]) -> tuple[str, int]:
    """Play a game to its end or the cap; return how it ended and its number of moves."""
    setting, talk = planned
    table, moves = Table(setting, talk), 0
    fuzzer = Fuzzer(table.random)
    players = len(setting.persons)
    try:
        verify_sentences(table.events, players, setting.ruleset)
        while not table.state.is_over and moves < setting.moves:
            if table.random.random() < 2 * talk:
                events = table.play().events
            else:
                seat = table.state.decisions[0].seat
                move = fuzzer.choose(view(table.state, seat))
                events = play(table.state, seat, move, table.chance)
            verify_sentences(events, players, setting.ruleset)
            moves += 1
            if moves % CHECKED_EVERY == 0 or table.state.is_over:
                check(table.state)
    except Exception:
        print(setting, traceback.format_exc(), file=sys.stderr)
        return "broken", moves
    return table.state.outcome.reason if table.state.outcome else "capped", moves


def main(games: int, names: Sequence[str]) -> int:
    """Play this many games on all cores and print their results; return 1 if any failed."""
    ends: Counter[str] = Counter()
    moves = 0
    with Pool() as pool:
        settings = settings_of(games, names)
        for end, played in pool.imap_unordered(play_out, settings, chunksize=20):
            ends[end] += 1
            moves += played
    told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    print(f"{games} games, {moves} moves: {told}.")
    print(f"{games - ends['broken']} passed, {ends['broken']} failed")
    return 1 if ends["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or tuple(RULESETS)))
