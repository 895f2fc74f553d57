"""Drawing a game as an animated map, a frame at a time."""

from collections.abc import Iterator

from games.drawing.pictures.animation import FRAMES, Animation
from games.storage.store.stored_game import StoredGame
from games.table.replay.cast import cast_of
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.positions import positions
from games.table.replay.replay import replay_of
from games.table.replay.steps import Steps
from rules import RULESETS, view


def animate(stored: StoredGame) -> Iterator[int | bytes]:
    """Draw a game as everybody saw it; yield the percentage done after each frame, then the file.

    Raises RulesError if the game was played under older rules.
    """
    replay = replay_of(stored, cast_of(stored), Eyes(PUBLIC))
    shown = _evenly(replay.steps)
    animation, drawn = Animation(RULESETS[stored.ruleset].board), 0
    for number, _, state in positions(stored, replay.entries):
        if number in shown:
            animation.add(view(state, None))
            drawn += 1
            yield 99 * drawn // len(shown)
    yield animation.file()


def _evenly(steps: Steps) -> set[int]:
    """Return the log numbers of evenly spaced steps that were not undone, with the last one."""
    numbers = [steps.until(step) - 1 for step in range(steps.last + 1) if not steps.is_undone(step)]
    last = len(numbers) - 1
    most = min(FRAMES - 1, last) or 1
    return {numbers[last * place // most] for place in range(most + 1)}
