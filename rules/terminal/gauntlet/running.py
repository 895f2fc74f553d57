"""Many games of a match, in several processes, stopped early or resumed."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from rules.terminal.gauntlet.games import GameResult, Match, play_game
from rules.terminal.gauntlet.report import Standing
from rules.terminal.gauntlet.statistics import sequential_test

GAIN = 0.1
"""The sequential test's alternative win rate, as an excess over the fair share."""


def run_match(
    match: Match,
    games: int,
    *,
    processes: int = 1,
    sequential: bool = False,
    saved: Path | None = None,
) -> Standing:
    """Play the games of a match that are not saved yet, and return the totals of all.

    If `sequential`, stop once the sequential test has decided whether the first bot is stronger
    than its fair share. Results are added in game order, whatever the number of processes.
    """
    standing = Standing(match)
    done = load_results(match, saved) if saved else {}
    left = [number for number in range(games) if number not in done]
    with ExitStack() as stack:
        played = _play_all(match, left, processes, stack)
        for number in range(games):
            result = done.get(number) or _save(match, next(played), saved)
            standing.add(result)
            if sequential and _is_decided(standing):
                break
    return standing


def _play_all(
    match: Match, numbers: list[int], processes: int, stack: ExitStack
) -> Iterator[GameResult]:
    play = partial(play_game, match)
    if processes == 1 or len(numbers) < 2:
        return map(play, numbers)
    pool = stack.enter_context(Pool(min(processes, len(numbers))))
    return pool.imap(play, numbers)


def _is_decided(standing: Standing) -> bool:
    first = standing.match.bots[0]
    fair = standing.fair_share(first)
    aim = min(fair + GAIN, (1 + fair) / 2)
    standing.verdict = sequential_test(standing.wins[first], standing.games, fair, aim)
    return standing.verdict is not None


# Saved results: one line of JSON for each game


def _save(match: Match, result: GameResult, saved: Path | None) -> GameResult:
    if saved is not None:
        with saved.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"match": match.to_json(), **result.to_json()}) + "\n")
    return result


def load_results(match: Match, saved: Path) -> dict[int, GameResult]:
    """Return the saved results of a match by game number, skipping lines cut off by a crash."""
    results = {}
    for line in saved.read_text(encoding="utf-8").splitlines() if saved.exists() else ():
        data = _read_line(line)
        if data.pop("match", None) == match.to_json():
            results[data["number"]] = GameResult.from_json(data)
    return results


def _read_line(line: str) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return data
