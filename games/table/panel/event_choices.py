"""Panels for moving in after a capture (ATT-9), and for choices of event cards."""

from dataclasses import replace

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, names_of, words_of
from games.playing.plans.proposals import explained_proposal
from games.table.panel.attack.garrison import garrison_of, garrison_warning
from games.table.panel.fortify import march_panel
from games.table.panel.headquarters import headquarters_taken
from games.table.panel.widgets import (
    ASKED_ALL_THE_SAME,
    MOVE_WHERE,
    Form,
    Mark,
    Panel,
    PanelForm,
    armies_field,
    chosen,
    chosen_number,
    is_proposal_later,
    options_of,
    picks_of,
    query,
)
from rules import View
from rules.bots.reasons import Chosen, ReasonKind, describe_reason
from rules.cards import EVENT_CARDS
from rules.moves import (
    BlockEvent,
    ChooseDragonTarget,
    MoveArmies,
    MoveIn,
    Pass,
)
from rules.sentences.words import armies, listed, paragraph

# After a capture (ATT-9)

_CAPTURED = "You captured {target}! How many armies move in?"
_MOVE_INTO = "Move into {target}"
_HAS = (
    "{source} has {armies}. At least {least} must move in (one for each die you rolled), and 1 "
    "must stay."
)


def move_in_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask how many armies move into the captured territory; a general's answer is proposed."""
    view, names, landing = scene.view, names_of(scene.view), scene.view.open_landing
    (option,) = options_of(view)[MoveIn]
    numbers = option.values("armies")
    least, most = numbers[0], numbers[-1]
    value = least if least == most else chosen_number(choice, "armies", numbers)
    source, target = names[landing.source], names[landing.target]
    is_awaiting = value is None and is_proposal_later(scene, choice)
    help = _SUGGESTED.format(number="…") if is_awaiting else ""
    if value is None and not is_awaiting:
        proposed = explained_proposal(view, scene.seating.code)[0]
        value = _armies_of(proposed)
        help = "" if view.tutorial_step else _why_proposed(scene, proposed, most)
    field = armies_field("Armies to move in", value, numbers, help)
    form = Form(MoveIn.name, _MOVE_INTO.format(target=target), (field,))
    has = _HAS.format(source=source, armies=armies(view.armies(landing.source)), least=least)
    lead = tuple(filter(None, (headquarters_taken(scene), has)))
    marks = (Mark(landing.source, "from"), Mark(landing.target, "to"))
    heading = _CAPTURED.format(target=target)
    garrison = garrison_of(view, landing.source)
    note = garrison_warning(scene, garrison, view.armies(landing.source) - least)
    ask = PanelForm(note=note, forms=(form,))
    return Panel(heading, ask, lead, "ATT-9", marks=marks, is_awaiting=is_awaiting)


def _armies_of(proposed: Chosen) -> int:
    """Return how many armies a general would move in, given its borders and its next attack."""
    if not isinstance(proposed.move, MoveIn):
        raise TypeError(f"A {proposed.move.name} moves no armies in.")
    return proposed.move.armies


_SUGGESTED_ALL = "Suggested: all."
_SUGGESTED = "Suggested: {number}."
_REST_GUARDS = "The rest guard {source}."


def _why_proposed(scene: Scene, proposed: Chosen, most: int) -> str:
    """Return the proposed number of armies to move in, and the general's reason."""
    number = _armies_of(proposed)
    suggested = _SUGGESTED_ALL if number == most else _SUGGESTED.format(number=number)
    if proposed.reason is None:
        return suggested
    if proposed.reason.kind is ReasonKind.HOLD_BACK and proposed.reason.armies:
        # The note says how many armies the source needs.
        source = names_of(scene.view)[proposed.reason.source]
        return paragraph(suggested, _REST_GUARDS.format(source=source))
    # The value of the whole plan is left to the advice.
    reason = replace(proposed.reason, value=None)
    return paragraph(suggested, describe_reason(reason, words_of(scene)))


# Event cards


def block_event_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask whether to spend a Fortification to block the event; a general's answer comes first."""
    row = EVENT_CARDS[scene.view.open_event]
    forms = [Form(Pass.name, "Let it happen")]
    lead = [paragraph(_titled(row.title), _at_stake(scene.view))]
    if BlockEvent in options_of(scene.view):
        note = "The event then has no effect. Both cards are discarded."
        forms.append(Form(BlockEvent.name, "Block it with your Fortification", note=note))
        if isinstance(explained_proposal(scene.view, scene.seating.code)[0].move, BlockEvent):
            forms.reverse()
    else:
        lead.append(paragraph("You have no Fortification.", ASKED_ALL_THE_SAME))
    ask = PanelForm(forms=tuple(forms))
    marks = tuple(Mark(name, "stake") for name in scene.view.at_stake)
    heading = "Block this event?"
    return Panel(heading, ask, tuple(lead), row.rule, marks=marks)


def _titled(title: str) -> str:
    return title if title.endswith("!") else _TITLE.format(title=title)


_TITLE = "{title}."


def _at_stake(view: View) -> str:
    """Return the losses at stake, e.g. “You would lose 5 armies: 2 in Idee, 2 in Onnwal and …”."""
    losses, names = view.at_stake, names_of(view)
    if len(losses) > 1:
        places = [
            _LOST_IN.format(lost=lost, territory=names[name]) for name, lost in losses.items()
        ]
        return _LOSSES.format(armies=armies(sum(losses.values())), places=listed(places))
    ((name, lost),) = losses.items()
    return _LOSS.format(lost=lost, armies=armies(view.armies(name)), territory=names[name])


_LOSS = "You would lose {lost} of your {armies} in {territory}."
_LOSSES = "You would lose {armies}: {places}."
_LOST_IN = "{lost} in {territory}"


_STRIKE = "Strike {territory}"
_ASKS_TO_STRIKE = "Strike {territory}?"
_STRUCK = "{owner} loses {lost} of {armies} there."


def dragon_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask which enemy territory the dragon strikes, then for confirmation."""
    view, names = scene.view, names_of(scene.view)
    (option,) = options_of(view)[ChooseDragonTarget]
    targets = option.values("territory")
    rule = EVENT_CARDS[view.open_event].rule
    territory = chosen(choice, "territory", targets)
    if territory is None:
        lead = "Kill 3 armies in one enemy territory. At least 1 survives."
        ask = PanelForm(groups=picks_of(scene, "dragon", targets, name="territory"))
        return Panel("Unleash the dragon", ask, (lead,), rule)
    lost = min(3, view.armies(territory) - 1)
    owner = capitalised(words_of(scene).player(view.owner(territory)))
    form = Form(
        ChooseDragonTarget.name,
        _STRIKE.format(territory=names[territory]),
        settled=(("territory", territory),),
        note=_STRUCK.format(owner=owner, lost=lost, armies=armies(view.armies(territory))),
    )
    kept, marks = (("territory", territory),), (Mark(territory, "dragon"),)
    heading = _ASKS_TO_STRIKE.format(territory=names[territory])
    return Panel(heading, PanelForm(forms=(form,)), (), rule, kept, "?", marks=marks)


_MOVE_TO = "Move to {target}"


def _moves_left(number: int) -> str:
    return ngettext(
        "{number} move is left, from one of your territories to another next to it. 1 army must "
        "stay.",
        "{number} moves are left, each from one of your territories to another next to it. 1 army "
        "must stay.",
        number,
    ).format(number=number)


def move_by_night_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for source, target and number of armies, or for no more moves."""
    view, names = scene.view, names_of(scene.view)
    moves = {
        (option.values("source")[0], option.values("target")[0]): option.values("armies")
        for option in options_of(view).get(MoveArmies, ())
    }
    sources = dict.fromkeys(source for source, _ in moves)
    source = chosen(choice, "source", sources)
    rule = EVENT_CARDS[view.open_event].rule
    if source is None:
        notes = {name: _garrison(scene, name) for name in sources}
        ask = PanelForm(
            groups=picks_of(scene, "from", sources, notes, name="source"),
            after=(Form(Pass.name, "Done moving"),),
        )
        lead = _moves_left(view.night_moves)
        return Panel("Move by night", ask, (lead,), rule)
    targets = [other for one, other in moves if one == source]
    target = chosen(choice, "target", targets)
    kept = (("source", source),)
    if target is None:
        ask = PanelForm(groups=picks_of(scene, "to", targets, fixed=kept, name="target"))
        heading, marks = MOVE_WHERE.format(source=names[source]), (Mark(source, "from"),)
        return Panel(heading, ask, (), rule, kept, "?", marks=marks)
    form, back = Form(MoveArmies.name, _MOVE_TO.format(target=names[target])), query(kept[0])
    return march_panel(scene, choice, form, (source, target), moves[source, target], rule, back)


def _garrison(scene: Scene, name: str) -> str:
    """Return the armies on a territory of the viewer, and whether their stronghold is there."""
    view = scene.view
    site = words_of(scene).say("{stronghold}") if view.stronghold_on(name) == view.seat else ""
    return ", ".join(filter(None, [armies(view.armies(name)), site]))
