"""Measure weights of the general by the results of games that it plays with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from statistics import fmean, stdev

from rules.bots import BOTS, MakeBot
from rules.bots.general import General
from rules.bots.weights import Weights
from rules.terminal.gauntlet.games import GameResult, Match, play_game
from rules.terminal.gauntlet.statistics import CONFIDENCE

TUNED = "tuned"
"""The name, in a match, of the general that plays with the weights to measure."""
OUTLIVED = 0.2
"""The upper limit of a lost game's score; the last place scores 0."""
PACE = 0.2
"""The deduction from the score 1 of a win in the last round; earlier wins lose less."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean scores of two sets of weights in the same games.

    `margin` is half the width of the 95 % interval of their difference.
    """

    games: int
    first: float
    second: float
    margin: float

    @property
    def gain(self) -> float:
        """How much higher the second score is."""
        return self.second - self.first


def score(result: GameResult, last_round: int) -> float:
    """Return the score of a game: almost 1 for a quick win, 0 for the last place or no winner."""
    if result.winner == TUNED:
        return 1 - PACE * result.rounds / last_round
    if not result.winner:
        return 0.0
    place = next(place for place, names in enumerate(result.places) if TUNED in names)
    return OUTLIVED * (1 - place / max(1, len(result.places) - 1))


def play_with(weights: Weights, match: Match, number: int) -> float:
    """Play a game of a match with the given weights and return its score."""
    known: dict[str, MakeBot] = {**BOTS, TUNED: partial(General, weights=weights)}
    return score(play_game(match, number, known), match.rounds)


def scores(
    match: Match, candidates: Sequence[Weights], numbers: Sequence[int], processes: int = 1
) -> list[list[float]]:
    """Return, for each set of weights, the list of its scores in the same games of a match."""
    games = [(weights, match, number) for weights in candidates for number in numbers]
    if processes == 1:
        played = [play_with(*game) for game in games]
    else:
        with Pool(processes) as pool:
            played = pool.starmap(play_with, games, chunksize=1)
    size = len(numbers)
    return [played[start : start + size] for start in range(0, len(played), size)]


def compare(
    match: Match, first: Weights, second: Weights, games: int, processes: int = 1
) -> Comparison:
    """Compare two sets of weights in the same games."""
    before, after = scores(match, (first, second), range(games), processes)
    gains = [new - old for old, new in zip(before, after, strict=True)]
    spread = stdev(gains) if games > 1 else 0.0
    margin = CONFIDENCE * spread / games**0.5
    return Comparison(games, fmean(before), fmean(after), margin)
