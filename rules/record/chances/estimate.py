"""The estimate of the winning chances: a softmax over the seats, with weights fitted per game."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp

from rules.record.chances.features import NAMES, features_of
from rules.state import State

EDITION = 2
"""Increased with every new fit or change of the features, so that stored analyses are redone."""

Chances = dict[int, float]
"""The winning chances by seat; the seats that are out have none."""


def chances_of(state: State) -> Chances:
    """Return the winning chances of the seats still in the game, of a position between two turns.

    After the end of the game the winners share the certainty.
    """
    if state.outcome is not None:
        winners = state.outcome.winners
        return {seat: 1 / len(winners) for seat in winners}
    return softmax(weights_of(state.ruleset.name), features_of(state))


def softmax(weights: tuple[float, ...], features: Mapping[int, tuple[float, ...]]) -> Chances:
    """Return the chances that weights give to seats with these features."""
    sums = {
        seat: sum([weight * number for weight, number in zip(weights, own, strict=True)])
        for seat, own in features.items()
    }
    # Subtracting the greatest sum keeps every power at most 1.
    most = max(sums.values())
    powers = {seat: exp(each - most) for seat, each in sums.items()}
    whole = sum(powers.values())
    return {seat: power / whole for seat, power in powers.items()}


@cache
def weights_of(game: str) -> tuple[float, ...]:
    """Return the fitted weights of a game, in the order of `NAMES` (cached)."""
    document = files("rules.record.chances") / f"{game}.json"
    weights = json.loads(document.read_text(encoding="utf-8"))["weights"]
    return tuple(weights[name] for name in NAMES)
