"""The dearest mistakes of each person in a finished game, by a general's estimates."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from games.drawing.display.parts import Scene
from games.storage.store.stored_game import StoredGame
from games.table.panel.advice import describe_all
from games.table.replay.cast import cast_of
from games.table.replay.decisions import Decision, all_decisions, views_at
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.lessons import Lesson, is_same, lesson_of
from games.table.replay.replay import Replay, replay_of
from rules.moves import (
    DeclareAttack,
    EndAttacks,
    Fortify,
    MoveArmies,
    MoveIn,
    Pass,
    Place,
    SailFleet,
)

MOST_MISTAKES = 3
MOST_EXAMINED = 300
"""The maximum number of decisions of a game that are examined."""
WEIGHTY = (Place, DeclareAttack, SailFleet, EndAttacks, MoveIn, Fortify, MoveArmies, Pass)
"""The moves that are examined."""

Turn = tuple[int, int]
"""A person's id and the number of the turn."""


def find_mistakes(stored: StoredGame) -> Iterator[int | dict[str, Any]]:
    """Look for the dearest mistakes: yield the percentage done, then those of each `person_<id>`.

    Only moves of armies and attacks are examined, at most `MOST_EXAMINED`, spread evenly over the
    game. A turn has one mistake at most. Raises RulesError if the game was played under older
    rules.
    """
    replay = replay_of(stored, cast_of(stored), Eyes(PUBLIC))
    weighty = [each for each in all_decisions(replay) if _is_weighty(replay, each)]
    turns = _turns_of(replay, weighty)
    examined = _spread(weighty)
    dearest = dict[Turn, tuple[float, dict[str, Any]]]()
    for done, (decision, view) in enumerate(views_at(replay, examined)):
        yield 99 * done // len(examined)
        lesson, turn = lesson_of(stored.code, view, decision.moves), turns[decision.number]
        if lesson.loss <= dearest.get(turn, (0.0,))[0]:
            continue
        later = (each for each in weighty if turns[each.number] == turn)
        if not _is_made_up_for(lesson, [each for each in later if each.number > decision.number]):
            scene = Scene(view, replay.cast.seating)
            dearest[turn] = lesson.loss, _written(scene, decision, lesson)
    yield _of_people(dearest)


def _is_weighty(replay: Replay, decision: Decision) -> bool:
    return isinstance(decision.moves[0], WEIGHTY) and not replay.steps.is_undone(decision.first)


def _turns_of(replay: Replay, decisions: Sequence[Decision]) -> dict[int, Turn]:
    """Return the turn of each decision, by its log number."""
    starts = [turn.step for turn in replay.steps.turns]
    return {each.number: (each.user, bisect_right(starts, each.first)) for each in decisions}


def _spread(decisions: Sequence[Decision]) -> list[Decision]:
    """Return at most `MOST_EXAMINED` decisions, evenly spread."""
    number = len(decisions)
    shown = min(number, MOST_EXAMINED)
    return [decisions[number * place // shown] for place in range(shown)]


def _is_made_up_for(lesson: Lesson, later: Sequence[Decision]) -> bool:
    """Return whether the general's attack was made later in the turn."""
    is_attack = isinstance(lesson.moves[0], DeclareAttack | SailFleet)
    return is_attack and any(is_same(lesson.moves, each.moves) for each in later)


def _written(scene: Scene, decision: Decision, lesson: Lesson) -> dict[str, Any]:
    """Return a mistake as plain data; its text names no player."""
    return {
        "step": decision.last,
        "round": scene.view.round,
        "moves": describe_all(scene, lesson.moves),
        "chance": lesson.chance,
        "played": lesson.played,
    }


def _of_people(
    dearest: dict[Turn, tuple[float, dict[str, Any]]],
) -> dict[str, list[dict[str, Any]]]:
    """Return each person's dearest mistakes in the order of the game."""
    found: dict[str, list[tuple[float, dict[str, Any]]]] = defaultdict(list)
    for (user, _), mistake in dearest.items():
        found[f"person_{user}"].append(mistake)
    return {
        person: sorted(
            (one for _, one in sorted(mistakes, key=lambda each: -each[0])[:MOST_MISTAKES]),
            key=lambda one: int(one["step"]),
        )
        for person, mistakes in found.items()
    }
