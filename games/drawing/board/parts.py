"""The table parts on the map: the territories and the marks over them."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from games.drawing.board.context import marks_of, territory_context, territory_facts
from games.drawing.board.event_changes import changes_of
from games.drawing.board.marks import arrows_of
from games.drawing.board.territories import Facts
from games.drawing.display.parts import Part, Parts, Scene, Section
from games.drawing.display.words import truces_with_viewer
from rules import View

KINDS = ("w", "t", "n")
"""Prefixes of a territory's part ids: wash, territory and number."""

_IN_TRUCE = "{player} (truce with you)"

MOST_KEPT = 6000
"""Maximum number of territory states kept in the cache."""


def territory_parts(scene: Scene) -> Parts:
    """Yield the parts of every territory."""
    yield from _territories(facts_of_all(scene))


def facts_of_all(scene: Scene) -> list[Facts]:
    """Return all data that affects the appearance of the territories, in board order."""
    return _facts(scene, scene.view.board.territories)


def mark_parts(scene: Scene) -> Parts:
    """Yield the marks of event cards in force."""
    marks = {name: part for name, part in marks_of(scene.view).items() if name != "arrows"}
    yield "marks", Part("drawing/board/_marks.html", marks, is_svg=True)


def newest_board_parts(scene: Scene) -> Parts:
    """Yield the arrows and the army changes of the newest entry visible to the viewer."""
    # Signs and arrows are separate parts: signs stay for rounds, arrows for one move.
    view, events = scene.view, scene.events
    context = {"arrows": arrows_of(view, events), "changes": changes_of(view.board, events)}
    yield "arrows", Part("drawing/board/_arrows.html", context, is_svg=True)


def own_board_parts(scene: Scene) -> Parts:
    """Yield the territories that the viewer sees differently from everybody else."""
    yield from _territories(_facts(scene, _own_territories(scene.view)))


def _own_territories(view: View) -> tuple[str, ...]:
    marked = (view.unseen_headquarters,) if view.unseen_headquarters else ()
    spared = [name for seat in truces_with_viewer(view) for name in view.held_by(seat)]
    return (*view.hidden, *marked, *spared)


def _own_inputs(scene: Scene) -> Any:
    view = scene.view
    names = _own_territories(view)
    held = [(view.owner(name), view.armies(name), view.stronghold_on(name)) for name in names]
    return names, held, view.hidden, truces_with_viewer(view)


def _facts(scene: Scene, among: Collection[str]) -> list[Facts]:
    truces = truces_with_viewer(scene.view)
    owners = [
        _IN_TRUCE.format(player=name) if seat in truces else name
        for seat, name in enumerate(scene.seating.names)
    ]
    return list(territory_facts(scene.view, owners, among))


def _territories(found: Iterable[Facts]) -> Parts:
    for facts in found:
        for kind, part in zip(KINDS, _territory(*facts), strict=True):
            yield f"{kind}-{facts[1]}", part


OPEN_SECTIONS = (
    Section(territory_parts, facts_of_all),
    Section(mark_parts, lambda scene: scene.view.in_force),
)
OWN_SECTIONS = (
    Section(newest_board_parts, lambda scene: scene.newest, is_shared=True),
    Section(own_board_parts, _own_inputs),
)


@lru_cache(maxsize=MOST_KEPT)
def _territory(*facts: Any) -> tuple[Part, Part, Part]:
    """Return a territory's wash, its symbols and its number of armies.

    Cached, because a move leaves most territories unchanged.
    """
    context = territory_context(*facts)
    number = {"armies": context["armies"], "says": context["says"]}
    wash = {name: context[name] for name in ("territory", "livery")}
    return (
        Part("drawing/board/_wash.html", wash, is_svg=True),
        Part("drawing/board/_territory.html", {**context}, is_svg=True, apart=tuple(number)),
        Part("drawing/board/_number.html", number, is_svg=True, within=f"t-{context['territory']}"),
    )
