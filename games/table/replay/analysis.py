"""The analysis of a finished game: the winning chances over its turns, and its turning points.

`analyse` works it out once, in a worker; it has no names and is kept as plain data.
"""

from collections.abc import Iterator
from typing import Any

from games.storage.store.stored_game import StoredGame
from games.table.replay.cast import cast_of
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.positions import positions
from games.table.replay.replay import replay_of
from rules.events.json import to_json
from rules.record.chances.course import Course, TurningPoint


def analyse(stored: StoredGame) -> Iterator[int | dict[str, Any]]:
    """Work out the analysis; yield the percentage done after each entry, then the analysis.

    Raises RulesError if the game was played under older rules.
    """
    replay = replay_of(stored, cast_of(stored), Eyes(PUBLIC))
    steps, course = replay.steps, Course()
    for number, events, state in positions(stored, replay.entries):
        step = steps.of(number)
        if not steps.is_undone(step):
            course.add(step, events, state)
        yield 99 * number // steps.end
    yield {
        "turns": [
            [turn.at, turn.round, turn.seat, [_rounded(chance) for chance in turn.chances]]
            for turn in course.turns
        ],
        "turning_points": [_plain(point) for point in course.turning_points()],
    }


def _plain(point: TurningPoint) -> dict[str, Any]:
    return {
        "step": point.cause.at if point.cause else point.turn.at,
        "round": point.turn.round,
        "player": point.turn.seat,
        "seat": point.seat,
        "before": _rounded(point.before),
        "after": _rounded(point.after),
        "event": to_json(point.cause.event) if point.cause else None,
    }


def _rounded(chance: float) -> float:
    return round(chance, 3)
