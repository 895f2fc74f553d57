"""The dice and cards of steps, as the table's own animations show them."""

import json

from games.drawing.board.parts import newest_board_parts
from games.drawing.display.drawing import draw
from games.drawing.display.parts import Part
from games.table.animations.last_moves import latest_events_part
from games.table.replay.replay import Replay

MOST_SCENES = 40
"""The maximum number of steps in one answer."""


def scenes_of(replay: Replay, first: int, last: int) -> dict[int, str]:
    """Return the “latest events” and the arrows of some steps as HTML, by step.

    Raises RulesError if the log cannot be replayed.
    """
    found = {}
    for shown in replay.shown(first, last):
        ((name, arrows),) = newest_board_parts(shown.scene)
        events = draw_alone("latest_events", latest_events_part(shown.scene))
        found[shown.step] = f"{events}<svg>{draw_alone(name, arrows)}</svg>"
    return found


def draw_alone(name: str, part: Part) -> str:
    """Draw a part, without a place in the cache of the parts of running games."""
    return draw(part.template, {"id": name, **json.loads(part.shown)})
