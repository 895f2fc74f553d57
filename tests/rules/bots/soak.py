"""Let every bot answer many positions of every kind of decision in every game.

    python -m tests.rules.bots.soak 200
    python -m tests.rules.bots.soak 200 castle classic

takes this many positions of each kind in all games, or in those named, prints how long the bots
thought, and exits with status 1 after an error or if a kind has too few positions.
"""

import sys
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from statistics import quantiles

from rules.bots import BOTS
from rules.rulesets import RULESETS
from tests.support.rules.positions import Cost, choose_blindly, kinds_of, positions_of

RANDOM_GAMES, BOT_GAMES = 2_000, 50
"""At most this many games are played for positions; random moves cost least."""

Costs = dict[str, list[Cost]]
"""The costs of all decisions, by bot."""


def answer_positions(planned: tuple[str, int]) -> tuple[str, Costs, list[str]]:
    """Let all bots answer positions of a game; return (game, costs, errors)."""
    name, number = planned
    ruleset = RULESETS[name]
    found = positions_of(ruleset, number, RANDOM_GAMES, BOT_GAMES)
    errors = [
        f"{name}: {len(found.get(kind, ()))} positions of {kind}"
        for kind in sorted(kinds_of(ruleset))
        if len(found.get(kind, ())) < number
    ]
    costs: Costs = {bot: [] for bot in BOTS}
    for positions in found.values():
        for seed, (state, seat) in enumerate(positions):
            for bot, spent in costs.items():
                try:
                    spent.append(choose_blindly(bot, state, seat, seed))
                except Exception:
                    errors.append(f"{name}, position {seed}: {traceback.format_exc()}")
    return name, costs, errors


def describe_costs(game: str, costs: Costs) -> Iterator[str]:
    """Yield a line for every bot: its decisions, their times, and the most calls in one."""
    for bot, spent in sorted(costs.items()):
        times = quantiles([1000 * cost.seconds for cost in spent], n=100)
        longest = 1000 * max(cost.seconds for cost in spent)
        yield (
            f"{game:13} {bot:10} {len(spent):6} decisions, p50 {times[49]:5.1f} ms, "
            f"p99 {times[98]:5.1f} ms, longest {longest:5.1f} ms, "
            f"most calls {max(cost.calls for cost in spent)}"
        )


def main(number: int, names: Sequence[str]) -> int:
    """Check this many positions of each kind on all cores and print the results."""
    failed = 0
    with Pool() as pool:
        planned = [(name, number) for name in names]
        for game, costs, errors in pool.imap_unordered(answer_positions, planned):
            print("\n".join((*describe_costs(game, costs), *errors)), flush=True)
            failed += len(errors)
    print(f"{failed} errors")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or tuple(RULESETS)))
