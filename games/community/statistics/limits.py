"""How far counts of fair dice stray from what is expected: limits of a count, and chi-square."""

from collections.abc import Sequence
from math import ceil, erfc, exp, floor, gamma, sqrt
from statistics import NormalDist

WITHIN = 0.99
"""The probability that a count of fair dice lies within its limits."""
FEWEST = 5
"""The least variance, or expected count: with less, a normal distribution is too far off."""


def limits(expected: float, variance: float) -> tuple[int, int] | None:
    """Return the lowest and highest count within the limits; None if too little is expected.

    For a count of `n` trials with probability `p` the mean is `np` and the variance `np(1 - p)`;
    both can be summed over trials of different kinds.
    """
    if variance < FEWEST:
        return None
    reach = NormalDist().inv_cdf((1 + WITHIN) / 2) * sqrt(variance)
    # A count of 7 stands for everything from 6.5 to 7.5.
    return max(0, floor(expected - reach + 0.5)), ceil(expected + reach - 0.5)


def place_on_strip(count: int, found: tuple[int, int]) -> float:
    """Return where a count is on a strip from 0 to 100 on which its limits are 20 and 80."""
    low, high = found
    return round(min(95.0, max(5.0, 20 + 60 * (count - low) / (high - low))), 1)


def chance_of_distance(counts: Sequence[int]) -> float | None:
    """Return the probability that equally likely results stray at least this far (chi-square).

    None if too little was counted.
    """
    expected = sum(counts) / len(counts)
    if expected < FEWEST:
        return None
    distance = sum((count - expected) ** 2 for count in counts) / expected
    return chi_square_tail(distance, len(counts) - 1)


def chi_square_tail(distance: float, freedom: int) -> float:
    """Return the probability that chi-square is at least this large."""
    half = distance / 2
    # Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ/Γ(a + 1), from Q(1/2, x) or Q(1, x).
    found, step = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while step < freedom / 2:
        found += half**step * exp(-half) / gamma(step + 1)
        step += 1
    return found
