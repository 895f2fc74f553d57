"""The panel for fortifying (CLA-3): source, target and number of armies."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import headquarters_note, names_of
from games.table.panel.attack.garrison import garrison_of, garrison_warning
from games.table.panel.stepper import threat
from games.table.panel.widgets import (
    MOVE_BETWEEN,
    MOVE_WHERE,
    Form,
    Mark,
    Panel,
    PanelForm,
    armies_field,
    chosen,
    chosen_number,
    options_of,
    picks_of,
    query,
)
from rules.moves import Fortify, Pass
from rules.sentences.words import armies

RULE = Fortify.rule
HEADING = "Fortify (one move)"
_ONE_STAYS = "{source} has {armies}; 1 must stay."


def fortify_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for source, target and number of armies, or to end the turn without fortifying."""
    view = scene.view
    ways = {
        (option.values("source")[0], option.values("target")[0]): option.values("armies")
        for option in options_of(view)[Fortify]
    }
    sources = dict.fromkeys(source for source, _ in ways)
    source = chosen(choice, "source", sources)
    if source is None:
        return _sources_panel(scene, tuple(sources))
    targets = tuple(other for one, other in ways if one == source)
    target = chosen(choice, "target", targets)
    if target is None and len(targets) == 1:
        (target,) = targets
    if target is None:
        return _targets_panel(scene, source, targets)
    back = query(("source", source)) if len(targets) > 1 else "?"
    form = Form(Fortify.name, "Move, then end turn")
    held = armies(view.armies(source))
    help = _ONE_STAYS.format(source=names_of(view)[source], armies=held)
    numbers = ways[source, target]
    return march_panel(scene, choice, form, (source, target), numbers, RULE, back, help)


def _notes(scene: Scene, names: tuple[str, ...]) -> dict[str, str]:
    view = scene.view
    return {
        name: ", ".join(
            filter(
                None,
                [armies(view.armies(name)), threat(view, name), headquarters_note(scene, name)],
            )
        )
        for name in names
    }


def _sources_panel(scene: Scene, sources: tuple[str, ...]) -> Panel:
    lead = (
        "Move any number of armies from one of your territories to another next to it; 1 must "
        "stay. Then your turn ends."
    )
    is_free = scene.view.tutorial_step is None
    ask = PanelForm(
        forms=(Form(Pass.name, "End turn without moving"),) if is_free else (),
        groups=picks_of(scene, "from", sources, _notes(scene, sources), name="source"),
    )
    return Panel(HEADING, ask, (lead, _card_text(scene)), RULE)


def _card_text(scene: Scene) -> str:
    """Return a sentence on whether the turn ends with drawing a territory card (CLA-3)."""
    sets = scene.view.open_sets
    if not sets.captured:
        return "You captured no territory this turn, so you draw no card."
    if not sets.deck and not sets.pile:
        return "You captured a territory, but there are no cards left to draw."
    return "You captured a territory, so you draw a card when your turn ends."


def _targets_panel(scene: Scene, source: str, targets: tuple[str, ...]) -> Panel:
    kept = (("source", source),)
    groups = picks_of(scene, "to", targets, _notes(scene, targets), kept, "target")
    heading = MOVE_WHERE.format(source=names_of(scene.view)[source])
    marks = (Mark(source, "from"),)
    return Panel(heading, PanelForm(groups=groups), (), RULE, kept, "?", marks=marks)


def march_panel(
    scene: Scene,
    choice: QueryDict,
    form: Form,
    route: tuple[str, str],
    numbers: Sequence[int],
    rule: str,
    back: str,
    help: str = "",
) -> Panel:
    """Ask how many armies move along a route (source, target).

    The proposed number leaves the garrison that the source needs.
    """
    (source, target), names = route, names_of(scene.view)
    garrison, standing = garrison_of(scene.view, source), scene.view.armies(source)
    usual = numbers[-1] if garrison is None else garrison.spare(standing)
    value = chosen_number(choice, "armies", numbers) or usual
    settled = (("source", source), ("target", target))
    form = replace(form, fields=(armies_field("How many?", value, numbers, help),), settled=settled)
    heading = MOVE_BETWEEN.format(source=names[source], target=names[target])
    marks = (Mark(source, "from"), Mark(target, "to"))
    ask = PanelForm(note=garrison_warning(scene, garrison, standing - 1), forms=(form,))
    return Panel(heading, ask, (), rule, settled, back, marks=marks)
