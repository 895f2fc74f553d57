"""The weights of the general, one document per game; `python -m rules tune` improves them.

`kinds` has the dataclasses and describes each weight, `loading` reads and checks the documents.
"""

from rules.bots.weights.kinds import WarWeights, Weights, WorldWeights
from rules.bots.weights.loading import (
    BadWeights,
    load_weights,
    war_weights,
    weights_from_json,
    world_weights,
)

__all__ = [
    "BadWeights",
    "WarWeights",
    "Weights",
    "WorldWeights",
    "load_weights",
    "war_weights",
    "weights_from_json",
    "world_weights",
]
