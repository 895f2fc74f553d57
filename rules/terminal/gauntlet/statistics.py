"""Statistics on the strength of bots: confidence intervals, a sequential test, ratings."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

CONFIDENCE = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""
ERRORS = 0.05
"""The probability of an error of either kind in the sequential test."""
ITERATIONS, PRECISION = 500, 1e-9
PRIOR = 0.5
"""Pseudo-counts of wins and losses against an average bot, which keep strengths finite."""

Ranking = Sequence[Sequence[str]]
"""The names in a game by finishing place, best first; names that share a place are tied."""


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win rate (Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, CONFIDENCE**2
    middle = rate + square / (2 * games)
    spread = CONFIDENCE * math.sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def sequential_test(wins: int, games: int, least: float, aim: float) -> bool | None:
    """Return whether a win rate is `aim` rather than `least`; None if more games are needed.

    Wald's sequential probability ratio test, with both errors at 5 %.
    """
    losses = games - wins
    ratio = wins * math.log(aim / least) + losses * math.log((1 - aim) / (1 - least))
    limit = math.log((1 - ERRORS) / ERRORS)
    if abs(ratio) < limit:
        return None
    return ratio > 0


def strengths(rankings: Iterable[Ranking]) -> dict[str, float]:
    """Return the strength of each name by the Plackett–Luce model; the product of all is 1.

    The probability that a bot finishes first is its strength divided by the sum of the strengths at
    the table. Fitted by Hunter's MM algorithm (2004), with Breslow's approximation for ties.
    """
    stages = Counter(stage for ranking in rankings for stage in _stages(ranking))
    names = sorted({name for _, rest in stages for name in rest})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ITERATIONS):
        updated = _update(stages, strength)
        change = max((abs(updated[name] - strength[name]) for name in names), default=0.0)
        strength = updated
        if change < PRECISION:
            break
    return strength


Stage = tuple[tuple[str, ...], tuple[str, ...]]


def _stages(ranking: Ranking) -> Iterable[Stage]:
    """Yield each place but the last as (names at this place, names at this place or below)."""
    rest = sorted(name for place in ranking for name in place)
    for place in ranking:
        if len(place) < len(rest):
            yield tuple(sorted(place)), tuple(rest)
        for name in place:
            rest.remove(name)


def _update(stages: Mapping[Stage, int], strength: Mapping[str, float]) -> dict[str, float]:
    won = dict.fromkeys(strength, PRIOR)
    faced = {name: 2 * PRIOR / (value + 1.0) for name, value in strength.items()}
    for (place, rest), number in stages.items():
        share = number * len(place) / sum(strength[name] for name in rest)
        for name in place:
            won[name] += number
        for name in rest:
            faced[name] += share
    raw = {name: won[name] / faced[name] for name in strength}
    middle = math.exp(sum(map(math.log, raw.values())) / max(1, len(raw)))
    return {name: value / middle for name, value in raw.items()}


def percentile(counts: Mapping[int, int], share: float) -> int:
    """Return the bucket that contains the percentile `share` (0 to 1); 0 if there are no values."""
    wanted, reached = share * sum(counts.values()), 0
    for bucket in sorted(counts):
        reached += counts[bucket]
        if reached >= wanted:
            return bucket
    return 0
