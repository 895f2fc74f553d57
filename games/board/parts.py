"""The parts of the table page that lie on the map: every territory, and the marks over it."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from games.board.context import marks_of, territory_context, territory_facts
from games.board.event_changes import changes_of
from games.board.marks import arrows_of
from games.display.parts import Part, Parts, Scene

KINDS = ("w", "t", "n")
"""What begins the ids of the parts of a territory, before its name."""

MOST_KEPT = 6000
"""So many looks of territories are kept."""


def open_board_parts(scene: Scene) -> Parts:
    """Yield a part for every territory, and what is in force over them."""
    yield from _territories(scene, scene.view.board.territories)
    marks = {name: part for name, part in marks_of(scene.view).items() if name != "arrows"}
    yield "marks", Part("board/_marks.html", marks, is_svg=True)


def told_board_parts(scene: Scene) -> Parts:
    """Yield the arrows and the changes of what the viewer was told last."""
    # Signs stay for rounds, arrows for a move: each is sent when it changes.
    view, events = scene.view, scene.newest.events if scene.newest else ()
    told = {"arrows": arrows_of(view, events), "changes": changes_of(view.board, events)}
    yield "arrows", Part("board/_arrows.html", told, is_svg=True)


def own_board_parts(scene: Scene) -> Parts:
    """Yield the territories with what only the viewer sees there."""
    view = scene.view
    marked = (view.unseen_headquarters,) if view.unseen_headquarters else ()
    yield from _territories(scene, (*view.hidden, *marked))


def _territories(scene: Scene, among: Collection[str]) -> Parts:
    for facts in territory_facts(scene.view, scene.seating.names, among):
        for kind, part in zip(KINDS, _territory(*facts), strict=True):
            yield f"{kind}-{facts[1]}", part


@lru_cache(maxsize=MOST_KEPT)
def _territory(*facts: Any) -> tuple[Part, Part, Part]:
    """Return a territory's colour, what stands on it, and the number there.

    Most look as they did before the move.
    """
    context = territory_context(*facts)
    place = {**context, "has_armies": context["armies"] > 0}
    number = {"armies": context["armies"], "says": context["says"]}
    wash = {name: context[name] for name in ("territory", "livery")}
    return (
        Part("board/_wash.html", wash, is_svg=True),
        Part("board/_territory.html", place, is_svg=True, apart=tuple(number)),
        Part("board/_number.html", number, is_svg=True, within=f"t-{context['territory']}"),
    )
