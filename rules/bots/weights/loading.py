"""Read the general's weights from their documents."""

import json
import math
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any

from rules.bots.weights.kinds import WarWeights, Weights, WorldWeights
from rules.errors import RulesError
from rules.rulesets import RULESETS


class BadWeights(RulesError):
    """An invalid document of weights."""


@cache
def load_weights(game: str) -> Weights:
    """Return the weights of a game (cached)."""
    document = files("rules.bots.weights") / f"{game}.json"
    return weights_from_json(game, json.loads(document.read_text(encoding="utf-8")))


def weights_from_json(game: str, data: dict[str, Any]) -> Weights:
    """Return the weights that a document describes; raise BadWeights if it is invalid."""
    kind = WarWeights if RULESETS[game].strongholds else WorldWeights
    values = data.get("weights")
    names = {field.name for field in fields(kind)}
    if data.get("game") != game or not isinstance(values, dict):
        raise BadWeights(f"This document does not have the weights of {game}.")
    if values.keys() != names:
        wrong = ", ".join(sorted(values.keys() ^ names))
        raise BadWeights(f"The weights of {game} are missing or unknown: {wrong}.")
    for name, value in values.items():
        if type(value) not in (int, float) or not math.isfinite(value) or value <= 0:
            raise BadWeights(f"The weight {name} of {game} is not a positive number.")
    return kind(**{name: float(value) for name, value in values.items()})


def world_weights(game: str) -> WorldWeights:
    """Return the weights of a game without strongholds."""
    weights = load_weights(game)
    if not isinstance(weights, WorldWeights):
        raise BadWeights(f"The game {game} has strongholds.")
    return weights


def war_weights(game: str) -> WarWeights:
    """Return the weights of a game with strongholds."""
    weights = load_weights(game)
    if not isinstance(weights, WarWeights):
        raise BadWeights(f"The game {game} has no strongholds.")
    return weights
