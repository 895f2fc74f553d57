"""Simultaneous perturbation stochastic approximation (Spall, 1992) of the weights.

All weights are positive, so they are changed by factors: the search is for their logarithms.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Values = dict[str, float]
Measure = Callable[[Values, Values, int], tuple[float, float]]
"""Returns the scores of two sets of weights in the same games; the number is that of the step."""

DECAY, NARROWING = 0.602, 0.101
"""The exponents with which gains and widths fall with the steps, as Spall recommends."""
SETTLING = 0.1
"""The share of the steps by which the fall of the gains is delayed."""
WIDEST = 0.3
"""The largest change of the logarithm of a weight in a step."""


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search: `gain` is the size of the first step, `width` the first factor."""

    steps: int
    gain: float = 0.5
    width: float = 0.15


def climb(
    start: Mapping[str, float], measure: Measure, search: Search, chance: random.Random
) -> Values:
    """Return the weights that a search reaches from some weights.

    Each step measures two sets, in which every weight is a little larger in one and smaller in
    the other, chosen at random, and moves all weights towards the better one.
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
