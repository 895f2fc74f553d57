"""Shared by the panels of single cards: opening a panel, and choosing the opponent."""

from django.http import QueryDict

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import livery
from games.table.panel.widgets import Answer, Field, Mark, Panel, PanelForm
from rules import Move

USE = "use"
"""The field of a choice that names the move of the card to play."""

_HOLDS = "{cards} in hand, {territories}"


def opponent_field(scene: Scene, choice: QueryDict, opponents: tuple[int, ...]) -> Field:
    """Return the field that asks for an opponent, with a note on each opponent."""
    view, names = scene.view, scene.seating.names
    answers = tuple(
        Answer(
            seat,
            names[seat],
            _HOLDS.format(
                cards=counts.cards(view.player(seat).cards),
                territories=counts.territories(len(view.held_by(seat))),
            ),
            livery(view, seat),
        )
        for seat in opponents
    )
    return Field("opponent", "Which player?", choice.get("opponent") or opponents[0], answers)


def step(
    move: type[Move],
    heading: str,
    ask: PanelForm,
    back: str = "?",
    kept: tuple[tuple[str, str], ...] = (),
    marks: tuple[Mark, ...] = (),
) -> Panel:
    """Return the panel that asks for the details of a card's move."""
    choice = ((USE, move.name), *kept)
    return Panel(heading, ask, rule=move.rule, choice=choice, back=back, marks=marks)
