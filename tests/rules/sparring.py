"""The general against three sparring bots of one kind in Classic.

    python -m tests.rules.sparring 50
    python -m tests.rules.sparring 400 angry communist

plays this many games against each kind, or against those named, with the full set-up and each
seed from every seat, on one core. It prints win rates with 95 % intervals.
"""

import sys
from collections.abc import Sequence

from rules.bots import BOTS
from rules.terminal.gauntlet.games import Match
from rules.terminal.gauntlet.report import describe_standing
from rules.terminal.gauntlet.running import run_match
from rules.terminal.simulate import LAST_ROUND
from tests.support.rules.sparring import SPARRING

SEED = 6000


def main(games: int, names: Sequence[str]) -> None:
    """Play the games and print each match when it is over."""
    BOTS.update(SPARRING)
    for name in names:
        match = Match("classic", ("general", name, name, name), SEED, LAST_ROUND)
        print(describe_standing(run_match(match, games)), end="\n\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:] or tuple(SPARRING))
