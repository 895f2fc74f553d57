"""Many whole random games over all player counts and options: none may break off or get stuck.

    python -m tests.rules.soak 10000
    python -m tests.rules.soak 1500 classic headquarters

plays all games there are, or those named. It prints what came of them, and ends with status 1 if
anything broke.
"""

import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice, product
from multiprocessing import Pool

from rules.bots.fuzzer import Fuzzer
from rules.checking import check
from rules.state import Options
from rules.turn import play
from rules.view import view
from tests.rules.strategies import ALL, SEAT_NUMBERS, Setting, Table

MOST_MOVES = 4_000
CHECKED_EVERY = 50


def settings_of(games: int, rulesets: Sequence[str]) -> list[tuple[Setting, float]]:
    """Return so many games, and how much is said in each, spread evenly over all there is."""
    kinds = product(
        *(SEAT_NUMBERS, (False, True), ("live", "correspondence"), (0, 40), (0.0, 0.1)),
        *((False, True), rulesets),
    )
    spread = islice(cycle(kinds), games)
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
                ),
                seed=seed,
                moves=MOST_MOVES,
                ruleset=ruleset,
            ),
            talk,
        )
        for seed, (seats, quick, pace, rounds, talk, bots, ruleset) in enumerate(spread)
    ]


def play_out(planned: tuple[Setting, float]) -> tuple[str, int]:
    """Play a game to its end or the cap; return how it ended and its number of moves."""
    setting, talk = planned
    table, moves = Table(setting, talk), 0
    fuzzer = Fuzzer(table.random)
    try:
        while not table.state.is_over and moves < setting.moves:
            if table.random.random() < 2 * talk:
                table.play()
            else:
                seat = table.state.decisions[0].seat
                move = fuzzer.choose(view(table.state, seat))
                play(table.state, seat, move, table.chance)
            moves += 1
            if moves % CHECKED_EVERY == 0 or table.state.is_over:
                check(table.state)
    except Exception:
        print(setting, traceback.format_exc(), file=sys.stderr)
        return "broken", moves
    return table.state.outcome.reason if table.state.outcome else "capped", moves


def main(games: int, rulesets: Sequence[str]) -> int:
    """Play so many games on all cores and print what came of them."""
    ends: Counter[str] = Counter()
    moves = 0
    with Pool() as pool:
        for end, played in pool.imap_unordered(
            play_out, settings_of(games, rulesets), chunksize=20
        ):
            ends[end] += 1
            moves += played
    told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    print(f"{games} games, {moves} moves: {told}.")
    print(f"{games - ends['broken']} passed, {ends['broken']} failed")
    return 1 if ends["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or ALL))
