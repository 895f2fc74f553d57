"""Marking headquarters in secret, and capturing others' headquarters (CLA-6)."""

from collections.abc import Iterator

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import headquarters_note, names_of
from games.playing.plans.proposals import proposed_territory
from games.table.panel.stepper import threat
from games.table.panel.widgets import (
    Panel,
    TerritoryChoice,
    chosen,
    options_of,
    picks_of,
    territory_panel,
)
from rules.moves import MarkHeadquarters
from rules.sentences.words import armies

_CHOOSE = "Choose {territory}"
_LEAD = (
    "Choose one of your territories. Nobody sees your choice until everyone is done. Hold {number} "
    "headquarters, including your own, to win."
)
_TAKEN = "You now hold {held} headquarters. Hold {number}, including your own, to win."
_SOUGHT = (
    "{territory}: {camp}. You hold {held} headquarters. Hold {number}, including your own, to win."
)


def headquarters_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask which of the player's own territories is their headquarters."""
    view = scene.view
    (option,) = options_of(view)[MarkHeadquarters]
    own = option.values("territory")
    proposed = proposed_territory(view, scene.seating.code)
    territory = chosen(choice, "territory", own) or proposed
    notes = {
        name: ", ".join(filter(None, [armies(view.armies(name)), threat(view, name)]))
        for name in own
    }
    body = TerritoryChoice(
        MarkHeadquarters.name,
        territory,
        proposed,
        _CHOOSE.format(territory=names_of(view)[territory]),
        picks_of(scene, "headquarters", own, notes, name="territory"),
    )
    lead = _LEAD.format(number=view.winning_number)
    return territory_panel("Choose your headquarters", lead, MarkHeadquarters.rule, body)


def headquarters_taken(scene: Scene) -> str:
    """Return what capturing the target means for winning; "" if it is not a headquarters."""
    view = scene.view
    if view.open_landing.target not in view.headquarters.values():
        return ""
    return _TAKEN.format(held=_held(scene), number=view.winning_number)


def headquarters_sought(scene: Scene, target: str) -> Iterator[str]:
    """Yield a sentence on the headquarters that an attack targets; nothing for other targets."""
    camp = headquarters_note(scene, target)
    if camp:
        name, number = names_of(scene.view)[target], scene.view.winning_number
        yield _SOUGHT.format(territory=name, camp=camp, held=_held(scene), number=number)


def _held(scene: Scene) -> int:
    view = scene.view
    return sum(view.owner(camp) == scene.seat for camp in view.headquarters.values())
