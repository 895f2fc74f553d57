"""Limits of counts against the exact binomial distribution, chi-square against its tables."""

from math import comb

import pytest

from games.community.statistics.limits import (
    chance_of_distance,
    chi_square_tail,
    limits,
    place_on_strip,
)


def chance_of(low, high, trials, chance):
    return sum(
        comb(trials, count) * chance**count * (1 - chance) ** (trials - count)
        for count in range(low, high + 1)
    )


@pytest.mark.parametrize("trials", [36, 100, 500, 1000])
@pytest.mark.parametrize("chance", [1 / 6, 0.37, 0.5, 0.9])
def test_99_of_100_counts_are_within_the_limits(trials, chance):
    found = limits(trials * chance, trials * chance * (1 - chance))
    if trials * chance * (1 - chance) < 5:
        assert found is None
        return
    low, high = found
    assert 0.985 < chance_of(low, high, trials, chance) < 0.998
    assert low < trials * chance < high
    assert place_on_strip(low, found) == 20 and place_on_strip(high, found) == 80


@pytest.mark.parametrize(
    ("distance", "freedom", "tail"),
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (4.351, 5, 0.5), (3.841, 1, 0.05), (5.991, 2, 0.05)],
)
def test_chi_square_has_its_published_quantiles(distance, freedom, tail):
    assert chi_square_tail(distance, freedom) == pytest.approx(tail, abs=1e-4)


def test_uneven_dice_are_told_from_even_ones():
    assert chance_of_distance([100] * 6) == pytest.approx(1)
    assert chance_of_distance([130, 100, 100, 100, 100, 70]) == pytest.approx(0.0029, abs=2e-4)
    assert chance_of_distance([4] * 6) is None
