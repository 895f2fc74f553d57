"""Advice in the panel: what a general would do, for players whose opponents are all bots."""

import random

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import is_paused, words_of
from games.panel.waiting import is_away
from games.panel.widgets import Form, Mark, Panel, PanelForm, query
from rules import Move, View, move_to_json
from rules.bots.adviser import Adviser
from rules.bots.reasons import Chosen, describe_reason
from rules.sentences.moves import describe_move

ADVICE = "advice"
"""The field of a choice that asks for advice; its value is the number of the decision."""
ROLES = {"source": "from", "target": "to", "territory": "to"}
"""The marks on the map, by field of a move."""

_ADVICE = "A general would {move}."
_WHY = "Why: {reason}"
_DO_IT = "Do it"


def may_ask(scene: Scene) -> bool:
    """Return whether the viewer may ask for advice: only to decide now, and only against bots."""
    view = scene.view
    is_lesson = view.options.tutorial
    if view.decision is None or is_lesson or is_paused(scene) or is_away(scene):
        return False
    return scene.seating.is_against_bots(scene.seat)


def advice_query(scene: Scene) -> str:
    """Return the query that asks for advice about the open decision; "" if the viewer may not."""
    return query((ADVICE, scene.view.open_decision.number)) if may_ask(scene) else ""


def is_asked(scene: Scene, choice: QueryDict) -> bool:
    """Return whether a choice asks for advice about the open decision."""
    return may_ask(scene) and choice.get(ADVICE) == str(scene.view.open_decision.number)


def advise(code: str, view: View) -> Chosen:
    """Return a general's move for the open decision; the same decision gets the same advice."""
    thoughts = random.Random(f"{code} {view.open_decision.number}")  # noqa: S311 - no dice
    return Adviser(thoughts).decide(view)


def advice_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Return the panel with a general's move, its reason, and its territories on the map."""
    view, words = scene.view, words_of(scene)
    chosen = advise(scene.seating.code, view)
    lead = [_ADVICE.format(move=describe_move(chosen.move, words))]
    if chosen.reason is not None:
        lead.append(_WHY.format(reason=describe_reason(chosen.reason, words)))
    return Panel(
        "What would a general do?",
        PanelForm(forms=(form_of(chosen.move),)),
        tuple(lead),
        choice=((ADVICE, str(view.open_decision.number)),),
        back="?",
        marks=_marks(view, chosen.move),
    )


def form_of(move: Move) -> Form:
    """Return the form that plays a move, without its empty fields."""
    written = move_to_json(move)
    fields = [
        (name, each)
        for name, value in written.items()
        for each in (value if isinstance(value, list) else [value])
        if name != "move" and each is not None and each is not False
    ]
    return Form(move.name, _DO_IT, settled=tuple((n, "yes" if v is True else v) for n, v in fields))


def _marks(view: View, move: Move) -> tuple[Mark, ...]:
    """Return map marks for the territories that a move names."""
    named = ((getattr(move, field, None), role) for field, role in ROLES.items())
    return tuple(Mark(name, role) for name, role in named if name in view.board.territories)
