"""The winning chances over many games of bots: fitting their weights, and checking them.

    python -m tests.rules.record.calibration fit castle 400
    python -m tests.rules.record.calibration check 1000

`fit` plays games of one ruleset and writes its weights. `check` plays other games of each ruleset,
prints how many of the positions with each chance were won, and exits with status 1 if a group
differs from its chances by more than 5 percentage points. A game that is not over after
`LAST_ROUND` does not count.
"""

import json
import random
import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

from rules.events.turn import TurnEnded
from rules.record import chances
from rules.record.chances.estimate import softmax, weights_of
from rules.record.chances.features import NAMES, features_of
from rules.rulesets import RULESETS
from tests.support.rules.bot_tables import Table

LAST_ROUND = 60
BOTS = ("captain", "captain", "captain", "captain", "recruit", "general")
"""The bots of each seat are drawn from these."""
FIT_SEED, CHECK_SEED = 1_000_000, 2_000_000

GROUPS = 10
LEAST_GAMES = 30
"""A group with positions of fewer games is too small to be checked."""
TOLERANCE = 0.05

STEPS, RIDGE = 12, 2.0
"""The steps of Newton's method, and how strongly weights are drawn towards 0."""

Position = tuple[dict[int, tuple[float, ...]], dict[int, float]]
"""The features of each seat still in the game, and its share in the victory."""


def positions_of(game: str, seed: int) -> list[Position]:
    """Play a game and return the positions at the ends of its turns."""
    luck = random.Random(f"{game} {seed}")
    bots = [luck.choice(BOTS) for _ in range(luck.randint(2, 6))]
    options = {"quick": luck.random() < 0.5, "rounds": luck.choice((0, 10, 20, 30))}
    table = Table(bots, seed, ruleset=RULESETS[game], **options)
    state, found = table.state, []
    while state.outcome is None and state.round <= LAST_ROUND:
        table.step()
        has_ended = any(isinstance(event, TurnEnded) for event in table.log[-1][-1])
        if has_ended and state.outcome is None:
            found.append(features_of(state))
    if state.outcome is None:
        return []
    won = dict.fromkeys(state.outcome.winners, 1 / len(state.outcome.winners))
    return [(features, {seat: won.get(seat, 0.0) for seat in features}) for features in found]


def played(game: str, first: int, games: int) -> list[list[Position]]:
    """Play games on all cores and return the positions of each that came to an end."""
    with Pool() as pool:
        seeds = [(game, first + number) for number in range(games)]
        return [found for found in pool.starmap(positions_of, seeds, chunksize=5) if found]


# Fitting


def fit(positions: Sequence[Position]) -> list[float]:
    """Return the weights with the greatest likelihood, by Newton's method."""
    size = len(NAMES)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for features, won in positions:
            given = softmax(tuple(weights), features)
            mean = [
                sum(given[seat] * own[i] for seat, own in features.items()) for i in range(size)
            ]
            for seat, own in features.items():
                apart = [number - middle for number, middle in zip(own, mean, strict=True)]
                for row in range(size):
                    slope[row] += (won[seat] - given[seat]) * own[row]
                    scaled, line = given[seat] * apart[row], curve[row]
                    for column in range(row, size):
                        line[column] += scaled * apart[column]
        for row in range(size):
            for column in range(row):
                curve[row][column] = curve[column][row]
        step = solved(curve, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations, by Gauss–Jordan elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, row in enumerate(rows):
        rows[place] = row = [value / row[place] for value in row]
        for number, other in enumerate(rows):
            if number != place:
                factor = other[place]
                rows[number] = [a - factor * b for a, b in zip(other, row, strict=True)]
    return [row[-1] for row in rows]


def write(game: str, weights: Sequence[float], games: int) -> None:
    """Write the weights of a game to their document."""
    document = {
        "game": game,
        "made_by": f"tests.rules.record.calibration fit {game}, {games} games",
        "weights": {name: round(weight, 4) for name, weight in zip(NAMES, weights, strict=True)},
    }
    path = Path(chances.__file__).parent / f"{game}.json"
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


# Checking


def groups_of(
    game: str, games: Sequence[Sequence[Position]]
) -> list[tuple[int, int, float, float]]:
    """Return (games, positions, mean chance, share won) of the positions by tenths of chance."""
    weights = weights_of(game)
    found: list[list[tuple[int, float, float]]] = [[] for _ in range(GROUPS + 1)]
    for number, positions in enumerate(games):
        for features, won in positions:
            for seat, chance in softmax(weights, features).items():
                # The group of 30 % is from 25 to 35 %.
                found[round(GROUPS * chance)].append((number, chance, won[seat]))
    return [
        (
            len({number for number, _, _ in group}),
            len(group),
            sum(chance for _, chance, _ in group) / max(1, len(group)),
            sum(won for _, _, won in group) / max(1, len(group)),
        )
        for group in found
    ]


def check(game: str, games: Sequence[Sequence[Position]]) -> bool:
    """Print the groups of a game as rows of a table; return whether all are as they should be."""
    is_good = True
    for number, (count, positions, mean, won) in enumerate(groups_of(game, games)):
        is_off = count >= LEAST_GAMES and abs(won - mean) > TOLERANCE
        is_good &= not is_off
        note = "off" if is_off else ""
        print(
            f"| {game} | {100 * number // GROUPS} % | {count} | {positions} | {100 * mean:.1f} % "
            f"| {100 * won:.1f} % | {note}"
        )
    return is_good


def main(what: str, *asked: str) -> int:
    """Fit one game's weights or check all; return 1 if chances are off."""
    if what == "fit":
        game, games = asked[0], played(asked[0], FIT_SEED, int(asked[1]))
        write(game, fit([each for found in games for each in found]), len(games))
        return 0
    number = int(asked[0])
    good = [check(game, played(game, CHECK_SEED, number)) for game in RULESETS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
