"""Luck over many games of captains: its mean must be 50 %.

    python -m tests.rules.record.soak 2000

plays games of all rulesets and player counts, prints the means, and exits with status 1 if the
mean is not within 50 ± 1 %.

Seats count by their spread. In a plain mean the unlucky weigh too much: they are eliminated early,
after few battles, in which bad luck is not yet evened out, so it lies at 48 %.
"""

import sys
from itertools import cycle, islice, product
from multiprocessing import Pool
from typing import Any, NamedTuple

from rules.events.attack import BattleFought
from rules.record.luck import Luck, luck_of
from rules.rulesets import RULESETS
from tests.support.rules.bot_tables import Table

LAST_ROUND = 30
TOLERANCE = 1.0


class Means(NamedTuple):
    """The mean luck, by spread and plain, and the mean number of armies saved by a seat."""

    luck: float
    plain: float
    saved: float


def battles_of(seed: int, size: int, name: str, quick: bool) -> list[BattleFought]:
    """Play a game and return its battles."""
    options = {"quick": quick, "rounds": LAST_ROUND}
    table = Table(("captain",) * size, seed, ruleset=RULESETS[name], **options).play()
    return [event for event in table.events() if isinstance(event, BattleFought)]


def lucks_of(battles: list[BattleFought]) -> list[Luck]:
    """Return the luck of each seat that fought."""
    seats = {seat for each in battles for seat in (each.attacker, each.defender)} - {None}
    return [
        luck_of(seat, [each for each in battles if seat in (each.attacker, each.defender)])
        for seat in seats
    ]


def kinds(games: int) -> list[tuple[int, int, str, bool]]:
    """Return seed, number of seats, ruleset, and whether it is quick, of some games."""
    every = islice(cycle(product((True, False), range(2, 7), RULESETS)), games)
    return [(seed, size, name, quick) for seed, (quick, size, name) in enumerate(every)]


def luck_in(*kind: Any) -> list[Luck]:
    """Play a game and return the luck of each seat that fought."""
    return lucks_of(battles_of(*kind))


def means_of(lucks: list[Luck]) -> Means:
    """Return the means over some seats."""
    spread = sum(luck.spread for luck in lucks)
    return Means(
        sum(luck.luckier_than * luck.spread for luck in lucks) / spread,
        sum(luck.luckier_than for luck in lucks) / len(lucks),
        sum(luck.saved for luck in lucks) / len(lucks),
    )


def main(games: int) -> int:
    """Play this many games on all cores and print their means; return 1 if luck is not fair."""
    with Pool() as pool:
        found = pool.starmap(luck_in, kinds(games), chunksize=10)
    means = means_of([luck for lucks in found for luck in lucks])
    print(
        f"{games} games: luck {means.luck:.2f} % (each seat equally: {means.plain:.2f} %), "
        f"{means.saved:+.3f} armies saved by each seat."
    )
    return 0 if abs(means.luck - 50) <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
