"""The order of conquests against opponents that only defend: what to take before a stronghold.

Each round of delay strengthens their garrisons; each conquest raises the seat's income. A forecast
in expected armies estimates how many rounds each order takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

MOST_ROUNDS = 240
"""The round after which a forecast stops."""
MOST_LAND = 6
"""The maximum number of land projects considered before the first siege."""

SPREAD = 3.4
"""The variance of the cost of a siege per army of that cost, for two dice against two."""
LUCK = ((-1.2, 0.35), (0.0, 0.3), (1.2, 0.35))
"""Deviations of the cost of the first siege from its mean: (standard deviations, probability)."""


@dataclass(frozen=True, slots=True)
class Objective:
    """Something to conquer: its cost, and its gain in each later round, both in armies.

    The cost of a stronghold grows by `growth` every round; `prize` is gained once.
    """

    cost: float
    gain: float
    growth: float = 0.0
    prize: float = 0.0


@dataclass(frozen=True, slots=True)
class Means:
    """Future armies: `spoils` in every round, and `cards` in each of the next `lasting` rounds."""

    spoils: float
    cards: float = 0.0
    lasting: float = 0.0


def rounds_needed(force: float, means: Means, order: Sequence[Objective]) -> float:
    """Return how many rounds a force and its future armies need for conquests in a given order.

    A siege uses up the whole force every round; land is attacked once the force is large enough.
    """
    income = means.spoils
    passed, done = 0, 0
    cost = order[0].cost if order else 0.0
    while done < len(order) and passed < MOST_ROUNDS:
        here = order[done]
        if force >= cost:
            force, income = force - cost + here.prize, income + here.gain
            done += 1
            if done < len(order):
                cost = order[done].cost + order[done].growth * passed
            continue
        if here.growth:
            cost, force = cost - force + here.growth, 0.0
        force += income + means.cards * (passed < means.lasting)
        passed += 1
    left = len(order) - done
    return passed + left * MOST_ROUNDS - min(1.0, force / max(1.0, income))


def expected_rounds(force: float, means: Means, order: Sequence[Objective], first: int) -> float:
    """Return the expected number of rounds, averaged over luck in the siege at index `first`."""
    siege = order[first]
    rounds = 0.0
    for luck, weight in LUCK:
        cost = max(1.0, siege.cost + luck * sqrt(SPREAD * siege.cost))
        lucky = [*order[:first], replace(siege, cost=cost), *order[first + 1 :]]
        rounds += weight * rounds_needed(force, means, lucky)
    return rounds


def best_order(
    forces: Sequence[float], means: Means, land: Sequence[Objective], sieges: Sequence[Objective]
) -> tuple[int, int]:
    """Return the index of the first siege, and the number of land projects to complete before it.

    `forces` has the armies that can attack each stronghold.
    """
    best = (float("inf"), 0, 0)
    for first, siege in enumerate(sieges):
        later = [*sieges[:first], *sieges[first + 1 :]]
        for before in range(min(MOST_LAND, len(land)) + 1):
            order = [*land[:before], siege, *land[before:], *later]
            rounds = expected_rounds(forces[first], means, order, before)
            best = min(best, (rounds, first, before))
    _, first, before = best
    return first, before
