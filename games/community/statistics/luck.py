"""Luck in words, and the luck of many games together."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from games.community.statistics.limits import place_on_strip
from rules.record.luck import USUAL


@dataclass(frozen=True, slots=True)
class Losses:
    """Armies lost in battle over some games, with the mean and variance for fair dice."""

    lost: int
    expected: float
    variance: float

    @property
    def usual(self) -> tuple[int, int]:
        """The fewest and the most armies lost in 9 of 10 such series of games."""
        reach = NormalDist().inv_cdf((1 + USUAL) / 2) * sqrt(self.variance)
        return max(0, round(self.expected - reach)), round(self.expected + reach)

    @property
    def at(self) -> float:
        """The place of the armies lost on a strip with their usual numbers."""
        return place_on_strip(self.lost, self.usual)

    @property
    def verdict(self) -> str:
        """How lucky that was, in words."""
        return verdict(100 - 100 * NormalDist(self.expected, sqrt(self.variance)).cdf(self.lost))


def verdict(luckier_than: float) -> str:
    """Return in words how lucky somebody was who was luckier than this percentage."""
    # Rounded down, and never all 100: nobody is luckier than their equals.
    luckier, unluckier = (min(99, int(cases)) for cases in (luckier_than, 100 - luckier_than))
    if luckier > 50:
        return _LUCKIER.format(games=luckier)
    return _UNLUCKIER.format(games=unluckier) if unluckier > 50 else _AVERAGE


_LUCKIER = "luckier than {games} of 100 such games"
_UNLUCKIER = "unluckier than {games} of 100 such games"
_AVERAGE = "neither lucky nor unlucky"
