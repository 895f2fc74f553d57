"""The parts of the table page that lie on the map: every territory, and the marks over it."""

from collections.abc import Collection

from games.atlas import marks_of, territory_contexts
from games.atlas_marks import arrows_of
from games.table import Part, Parts, Scene


def open_board_parts(scene: Scene) -> Parts:
    """Yield a part for every territory, and what is in force over them."""
    yield from _territories(scene, scene.view.board.territories)
    marks = {name: part for name, part in marks_of(scene.view).items() if name != "arrows"}
    yield "marks", Part("games/_marks.html", marks, is_svg=True)


def own_board_parts(scene: Scene) -> Parts:
    """Yield the territories with what only the viewer sees there, and the last moves' arrows."""
    view = scene.view
    marked = (view.unseen_headquarters,) if view.unseen_headquarters else ()
    yield from _territories(scene, (*view.hidden, *marked))
    # Signs stay for rounds, arrows for a move: each is sent when it changes.
    arrows = {"arrows": arrows_of(scene.view, scene.newest.events if scene.newest else ())}
    yield "arrows", Part("games/_arrows.html", arrows, is_svg=True)


def _territories(scene: Scene, among: Collection[str]) -> Parts:
    contexts = territory_contexts(scene.view, scene.seating.names, among)
    for territory, context in contexts.items():
        yield f"t-{territory}", Part("games/_territory.html", dict(context), is_svg=True)
