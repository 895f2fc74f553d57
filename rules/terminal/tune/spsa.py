"""Simultaneous perturbation stochastic approximation (Spall, 1992) of the weights.

All weights are positive, so the search works on their logarithms.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Values = dict[str, float]
Measure = Callable[[Values, Values, int], tuple[float, float]]
"""A function of (weights, other weights, step) that returns both scores in the same games."""

DECAY, NARROWING = 0.602, 0.101
"""Spall's exponents alpha and gamma: how fast gains and perturbations fall with the step number."""
SETTLING = 0.1
"""Spall's stability constant A, as a share of the number of steps."""
WIDEST = 0.3
"""The largest change of a weight's logarithm in one step."""


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search: `gain` is Spall's a, `width` the first perturbation (Spall's c)."""

    steps: int
    gain: float = 0.5
    width: float = 0.15


def climb(
    start: Mapping[str, float], measure: Measure, search: Search, chance: random.Random
) -> Values:
    """Return the weights at the end of a search that begins at `start`.

    Each step measures two sets of weights: each weight is a little larger in one set and smaller in
    the other, in a random direction. Then all weights move towards the better set.
    """
    logs = {name: math.log(value) for name, value in start.items()}
    for step in range(search.steps):
        width = search.width / (step + 1) ** NARROWING
        gain = search.gain / (step + 1 + SETTLING * search.steps) ** DECAY
        signs = {name: chance.choice((-1, 1)) for name in sorted(logs)}
        up = {name: math.exp(value + width * signs[name]) for name, value in logs.items()}
        down = {name: math.exp(value - width * signs[name]) for name, value in logs.items()}
        better, worse = measure(up, down, step)
        change = max(-WIDEST, min(WIDEST, gain * (better - worse) / (2 * width)))
        logs = {name: value + change * signs[name] for name, value in logs.items()}
    return {name: math.exp(value) for name, value in logs.items()}
