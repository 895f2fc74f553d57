"""Estimates against published values and games drawn with known strengths."""

import random

import pytest

from rules.terminal.gauntlet.games import bucket_of, seconds_of
from rules.terminal.gauntlet.statistics import interval, percentile, sequential_test, strengths


def test_the_interval_is_that_of_wilson():
    # The example of R's prop.test(15, 50, correct = FALSE).
    low, high = interval(15, 50)
    assert (round(low, 4), round(high, 4)) == (0.1910, 0.4375)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 10)[0] == 0.0 and interval(10, 10)[1] == pytest.approx(1.0)


def test_the_sequential_test_decides_both_ways_and_only_when_it_can():
    assert sequential_test(3, 10, 0.25, 0.35) is None
    assert sequential_test(80, 200, 0.25, 0.35) is True
    assert sequential_test(40, 200, 0.25, 0.35) is False


def test_strengths_are_found_again_from_rankings():
    dice, true = random.Random(4), {"a": 4.0, "b": 1.0, "c": 0.25}
    rankings = []
    for _ in range(3000):
        rest, ranking = dict(true), []
        while rest:
            (name,) = dice.choices(list(rest), list(rest.values()))
            ranking.append([name])
            del rest[name]
        rankings.append(ranking)
    found = strengths(rankings)
    assert {name: pytest.approx(value, rel=0.15) for name, value in true.items()} == found


def test_bots_that_always_share_a_place_are_equally_strong():
    assert strengths([[["a", "b"]], [["b", "a"]]]) == {}
    tied = strengths([[["a", "b"], ["c"]]] * 5)
    assert tied["a"] == tied["b"] > tied["c"]


def test_the_winner_of_every_game_has_a_finite_strength():
    found = strengths([[["a"], ["b"]]] * 20)
    assert found["a"] * found["b"] == pytest.approx(1) and 2 < found["a"] < 100


def test_percentiles_lie_within_one_bucket():
    counts = {bucket_of(number / 1000): 1 for number in range(1, 101)}
    assert seconds_of(percentile(counts, 1.0)) == pytest.approx(0.1, rel=0.06)
    assert seconds_of(bucket_of(0.02)) == pytest.approx(0.02, rel=0.06)
    assert percentile({}, 0.5) == 0
