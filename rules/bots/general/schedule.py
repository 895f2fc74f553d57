"""The order of conquests against opponents that only defend: what to take before a stronghold.

Each round of delay adds to their garrisons, each conquest adds to the own income. A forecast in
expected armies tells how many rounds an order takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_ROUNDS = 60
"""The round at which a forecast ends."""
MOST_LAND = 6
"""The largest number of land projects that are tried before the first siege."""


@dataclass(frozen=True, slots=True)
class Objective:
    """Something to conquer, in armies: its cost, and its gain in each later round.

    The cost of a stronghold grows every round by `growth`; `prize` is gained once.
    """

    cost: float
    gain: float
    growth: float = 0.0
    prize: float = 0.0


@dataclass(frozen=True, slots=True)
class Means:
    """The armies to come: spoils each round, and by cards for some rounds."""

    spoils: float
    cards: float = 0.0
    lasting: float = 0.0


def rounds_needed(force: float, means: Means, order: Sequence[Objective]) -> float:
    """Return the rounds in which a force, and the armies to come, make conquests in an order.

    A siege uses up the whole force every round; for land a force waits until it is large enough.
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


def best_order(
    forces: Sequence[float], means: Means, land: Sequence[Objective], sieges: Sequence[Objective]
) -> tuple[int, int]:
    """Return which siege comes first, and how many of the land projects come before it.

    `forces` are the armies that can attack each stronghold.
    """
    best = (float("inf"), 0, 0)
    for first, siege in enumerate(sieges):
        later = [*sieges[:first], *sieges[first + 1 :]]
        for before in range(min(MOST_LAND, len(land)) + 1):
            order = [*land[:before], siege, *land[before:], *later]
            best = min(best, (rounds_needed(forces[first], means, order), first, before))
    _, first, before = best
    return first, before
