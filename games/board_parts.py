"""The parts of the table page that lie on the map: every territory, and the marks over it."""

from games.atlas import marks_of, territory_contexts
from games.table import Part, Parts, Scene


def board_parts(scene: Scene) -> Parts:
    """Yield a part for every territory, what is in force over them, and the last moves' arrows."""
    for territory, context in territory_contexts(scene.view, scene.seating.names).items():
        yield f"t-{territory}", Part("games/_territory.html", dict(context), is_svg=True)
    events = scene.newest.events if scene.newest else ()
    marks = dict(marks_of(scene.view, events))
    # Signs stay for rounds, arrows for a move: each is sent when it changes.
    arrows = {"arrows": marks.pop("arrows")}
    yield "marks", Part("games/_marks.html", marks, is_svg=True)
    yield "arrows", Part("games/_arrows.html", arrows, is_svg=True)
