"""Fit the weights of the evaluation to the winners of games, as a conditional logit.

In the model, a seat wins with the probability strength ** slope / sum of all strength ** slope; the
general itself assumes a slope of 1. Strengths are not linear in all weights, so the fit multiplies
the weights by factors and keeps the changes that help.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from rules.bots.weights import Weights
from rules.terminal.tune.positions import Sample, strengths_of

FITTED = {
    "classic": ("turns", "hope", "breach", "card"),
    "headquarters": ("turns", "hope", "breach", "card", "headquarters", "own_headquarters"),
    "greyhawk": ("turns", "card"),
    "castle": ("turns", "card"),
}
"""The weights of each game that affect strengths and can be determined from positions."""
FACTORS = (1.5, 1.2, 1.07)
"""The factors to try on the weights, each until it no longer improves the fit."""
MOST_ROUNDS = 10
SLOPES = tuple(step / 4 for step in range(1, 25))
LEAST = 1e-9


def loss(samples: Sequence[Sample], weights: Weights) -> float:
    """Return the mean log loss of the winners at the slope that fits best."""
    strengths = [(strengths_of(sample.view, weights), sample.winner) for sample in samples]
    return min(_loss_with(strengths, slope) for slope in SLOPES)


def _loss_with(strengths: Sequence[tuple[dict[int, float], int]], slope: float) -> float:
    total = 0.0
    for by_seat, winner in strengths:
        powers = {seat: max(LEAST, value) ** slope for seat, value in by_seat.items()}
        total -= math.log(max(LEAST, powers.get(winner, 0.0) / sum(powers.values())))
    return total / len(strengths)


def fit(game: str, samples: Sequence[Sample], start: Weights) -> Weights:
    """Return the best weights found for predicting the winners of the samples."""
    best, least = start, loss(samples, start)
    for factor in FACTORS:
        for _ in range(MOST_ROUNDS):
            before = least
            for name in FITTED[game]:
                for change in (factor, 1 / factor):
                    tried = _changed(best, name, change)
                    reached = loss(samples, tried)
                    if reached < least:
                        best, least = tried, reached
            if least == before:
                break
    return best


def _changed(weights: Weights, name: str, factor: float) -> Weights:
    return replace(weights, **{name: getattr(weights, name) * factor})
