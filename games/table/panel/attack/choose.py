"""Choosing an attack (chapter 4): source, target, land or sea; or continuing the open attack."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from operator import itemgetter

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display.parts import Scene
from games.drawing.display.turn_steps import after_attacks, spoils_this_turn
from games.drawing.display.words import (
    headquarters_note,
    holding_note,
    livery_on,
    names_of,
    truces_with_viewer,
    words_of,
)
from games.table.panel.attack.fields import usual_chance
from games.table.panel.attack.form import attack_form_panel, battle_panel
from games.table.panel.attack.garrison import garrison_of, weakness
from games.table.panel.attack.notes import too_late
from games.table.panel.cards.play import Options, card_step, cards_row, new_in_hand
from games.table.panel.cards.steps import USE
from games.table.panel.why_not import (
    ABOUT,
    WHY,
    blocked_by_events,
    reasons_from,
    why_no_attack,
    why_none_attacks,
    why_panel,
)
from games.table.panel.widgets import (
    Form,
    Mark,
    Obstacle,
    Panel,
    PanelForm,
    Pick,
    PickGroup,
    chosen,
    options_of,
    picks_of,
    query,
)
from rules import IllegalMove, InvalidMove, Move, Option, View
from rules.moves import Battle, DeclareAttack, EndAttacks, SailFleet
from rules.sentences.words import armies, either, listed, paragraph, percent

ELSEWHERE, END = "elsewhere", "end"
"""Fields of a choice that open a separate step."""
BY_LAND, BY_FLEET = "land", "fleet"

Ways = dict[str, dict[tuple[str, str], list[Option]]]
"""The options by source, then by target and way (land or fleet)."""


def attacks_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Return the panel for the next step of choosing an attack; every step links to the cards."""
    found = options_of(scene.view)
    cards = cards_row(scene, found)
    return replace(_attacks_step(scene, choice, found, cards), card_steps=cards)


def _attacks_step(
    scene: Scene, choice: QueryDict, found: Options, cards: tuple[Pick, ...]
) -> Panel:
    step = card_step(scene, choice, found)
    if step is not None:
        return step
    if END in choice and EndAttacks in found:
        return _end_panel(scene)
    if WHY in choice:
        return why_panel(scene)
    if Battle in found and ELSEWHERE not in choice:
        links = (*_other_ways(found), *_end_links(found))
        return battle_panel(scene, choice, found[Battle], links, cards)
    return _declaring(scene, choice, found, cards)


def _other_ways(found: Options) -> Iterator[Pick]:
    if DeclareAttack in found or SailFleet in found:
        yield Pick("Choose another attack", query((ELSEWHERE, "yes")))


def _last_links(view: View, found: Options) -> Iterator[Pick]:
    if view.tutorial_step is None:
        yield Pick("Why can’t I …?", query((WHY, "yes")))
    yield from _end_links(found)


def _end_links(found: Options) -> Iterator[Pick]:
    """Yield the link that ends the turn's attacks; every step of choosing an attack shows it."""
    if EndAttacks in found:
        yield Pick("End attacks …", query((END, "yes")))


# Declaring an attack


def _declaring(scene: Scene, choice: QueryDict, found: Options, cards: tuple[Pick, ...]) -> Panel:
    """Ask for the source, the target, then the details of an attack."""
    ways, kept = _ways(found), _kept(choice)
    source = chosen(choice, "source", ways)
    dropped = _why_dropped(scene.view, choice)
    if ABOUT in choice:
        dropped = why_no_attack(scene.view, source, choice.get(ABOUT, ""))
    if source is not None:
        targets = [target for target, way in ways[source] if way == _way(choice)]
        target = chosen(choice, "target", targets)
        if target is not None:
            options = ways[source][target, _way(choice)]
            back = query(*kept, ("source", source))
            others = tuple(_others(scene, ways, source, target, kept))
            links = tuple(_end_links(found))
            return attack_form_panel(scene, choice, options, back, kept, others, links)
        return _targets_panel(scene, source, ways, found, kept, dropped)
    return _sources_panel(scene, ways, found, cards, kept, dropped)


def _others(
    scene: Scene, ways: Ways, source: str, target: str, kept: tuple[tuple[str, str], ...]
) -> Iterator[PickGroup]:
    """Yield the other targets from this source, then the other sources."""
    targets = {key: options for key, options in ways[source].items() if key[0] != target}
    yield from _target_groups(scene, source, targets, kept)
    yield from _other_sources(scene, ways, source, kept)


def other_attacks(scene: Scene, marked: Collection[str]) -> tuple[PickGroup, ...]:
    """Return the sources of attacks, to list beside a proposed attack.

    `marked` are the territories of the proposal, which are left out.
    """
    found = options_of(scene.view)
    kept = ((ELSEWHERE, "yes"),) if Battle in found else ()
    sources = [name for name in _ways(found) if name not in marked]
    return picks_of(scene, "source", sources, fixed=kept)


def _other_sources(
    scene: Scene, ways: Ways, source: str, kept: tuple[tuple[str, str], ...]
) -> tuple[PickGroup, ...]:
    return picks_of(scene, "source", [name for name in ways if name != source], fixed=kept)


def _ways(found: Options) -> Ways:
    ways: Ways = {}
    for move, way in ((DeclareAttack, BY_LAND), (SailFleet, BY_FLEET)):
        for option in found.get(move, ()):
            (source,), (target,) = option.values("source"), option.values("target")
            ways.setdefault(source, {}).setdefault((target, way), []).append(option)
    return ways


def _way(choice: QueryDict) -> str:
    return BY_FLEET if choice.get("way") == BY_FLEET else BY_LAND


def _kept(choice: QueryDict) -> tuple[tuple[str, str], ...]:
    return ((ELSEWHERE, "yes"),) if ELSEWHERE in choice else ()


def _why_dropped(view: View, choice: QueryDict) -> Obstacle | None:
    """Return why the chosen attack has become impossible; None if it has not, or none is chosen."""
    source, target = choice.get("source", ""), choice.get("target", "")
    if not target or choice.get(USE):
        return None
    move: Move = DeclareAttack(source, target, dice=1)
    if _way(choice) == BY_FLEET:
        move = SailFleet(source, target, armies=1, dice=1)
    try:
        refusal: IllegalMove | None = view.why_not(move)
    except InvalidMove:
        return None
    if refusal is None:
        return None
    names = names_of(view)
    text = _DROPPED.format(source=names[source], target=names[target], reason=refusal.message)
    return Obstacle("", text, refusal.rule)


_DROPPED = "{source} can no longer attack {target}: {reason}"


_CHOOSE = "Choose a territory to attack from."


def _sources_panel(
    scene: Scene,
    ways: Ways,
    found: Options,
    cards: tuple[Pick, ...],
    kept: tuple[tuple[str, str], ...],
    dropped: Obstacle | None,
) -> Panel:
    view = scene.view
    notes = {
        source: _source_note(view.armies(source), len(targets)) for source, targets in ways.items()
    }
    # In a tutorial, the text of the step says what to do.
    is_free = view.tutorial_step is None
    lead: tuple[str, ...] = ()
    blocked: tuple[Obstacle, ...] = ()
    if is_free:
        blocked = blocked_by_events(scene, ways) if ways else why_none_attacks(scene)
    if ways:
        lead = (paragraph(new_in_hand(scene), _truces(scene), _CHOOSE), *too_late(scene))
    elif is_free:
        lead = ("You can’t attack now.",)
    ask = PanelForm(
        blocked=blocked,
        groups=picks_of(scene, "source", ways, notes, kept),
        cards=cards,
        links=tuple(_last_links(view, found)),
        about=ABOUT if ways and is_free else "",
    )
    back = "?" if kept else None
    return Panel("Your attacks", ask, lead, "TRN-3", choice=kept, back=back, dropped=dropped)


_TRUCE = "You can’t attack {players} this turn: a truce is in force."


def _truces(scene: Scene) -> str:
    """Return a sentence on forced truces with the viewer (AMB-2); "" without any."""
    names = [scene.seating.names[seat] for seat in sorted(truces_with_viewer(scene.view))]
    return _TRUCE.format(players=either(names)) if names else ""


def _source_note(number: int, targets: int) -> str:
    note = ngettext("{armies} · {targets} target", "{armies} · {targets} targets", targets)
    return note.format(armies=armies(number), targets=targets)


# Targets

_ATTACK_FROM = "Attack from {source}"
_ATTACK_WITH = "Attack with up to {armies}; 1 must stay. Pick a target."
_WITH_GARRISON = "The odds assume that you stop with about {armies} left."
_BY_SEAS = "across the {seas}"
_BREAKS_PACT = "breaks your pact"


def _targets_panel(
    scene: Scene,
    source: str,
    ways: Ways,
    found: Options,
    kept: tuple[tuple[str, str], ...],
    dropped: Obstacle | None,
) -> Panel:
    view, name, targets = scene.view, names_of(scene.view)[source], ways[source]
    fighting = view.armies(source) - 1
    lead = _ATTACK_WITH.format(armies=armies(fighting))
    garrison = garrison_of(view, source) if view.tutorial_step is None else None
    kept_back = ""
    if garrison:
        kept_back = _WITH_GARRISON.format(armies=armies(min(garrison.needed, fighting)))
    ask = PanelForm(
        groups=tuple(_target_groups(scene, source, targets, kept)),
        others=_other_sources(scene, ways, source, kept),
        others_summary="Attack from elsewhere",
        links=tuple(_end_links(found)),
        summary="Why can’t I attack …?",
        about="" if view.tutorial_step else ABOUT,
        reasons=() if view.tutorial_step else reasons_from(scene, source, {t for t, _ in targets}),
    )
    choice = (*kept, ("source", source))
    return Panel(
        _ATTACK_FROM.format(source=name),
        ask,
        lead=(paragraph(lead, kept_back),),
        rule="ATT-1",
        choice=choice,
        back=query(*kept),
        dropped=dropped,
        marks=(Mark(source, "source"),),
    )


GROUPS = {"land": "By land", "pass": "Over a mountain pass", "sea": "Over a sea crossing"}


def _target_groups(
    scene: Scene,
    source: str,
    targets: dict[tuple[str, str], list[Option]],
    kept: tuple[tuple[str, str], ...],
) -> Iterator[PickGroup]:
    """Yield the targets by the way to them; within each group the best chances come first."""
    view, board = scene.view, scene.view.board
    chances = {key: usual_chance(view, options, source, key[0]) for key, options in targets.items()}
    best_first = sorted(chances.items(), key=itemgetter(1), reverse=True)
    by_land = [(target, chance) for (target, way), chance in best_first if way == BY_LAND]
    for kind, title in GROUPS.items():
        picks = tuple(
            _target_pick(scene, source, target, chance, kept)
            for target, chance in by_land
            if board.connection(source, target).kind == kind
        )
        if picks:
            yield PickGroup(title, picks)
    at_sea = [(target, chance) for (target, way), chance in best_first if way == BY_FLEET]
    routes = view.voyages(source) if at_sea else {}
    picks = tuple(
        _target_pick(scene, source, target, chance, kept, routes[target])
        for target, chance in at_sea
    )
    if picks:
        yield PickGroup(words_of(scene).say("{By fleet}"), picks)


def _target_pick(
    scene: Scene,
    source: str,
    target: str,
    chance: float,
    kept: tuple[tuple[str, str], ...],
    zones: tuple[str, ...] = (),
) -> Pick:
    view, words = scene.view, words_of(scene)
    way = (("way", BY_FLEET),) if zones else ()
    notes = [
        note for note in (holding_note(scene, target), headquarters_note(scene, target)) if note
    ]
    if view.stronghold_on(target) is not None:
        notes.append(words.say("{stronghold}"))
    if view.pacts_broken_by(target):
        notes.append(_BREAKS_PACT)
    if zones:
        notes.append(_BY_SEAS.format(seas=listed([words.sea(zone) for zone in zones])))
    return Pick(
        label=words.territory(target),
        query=query(*kept, ("source", source), ("target", target), *way),
        note=" · ".join(notes),
        territory=target,
        role="target",
        zones=zones,
        livery=livery_on(view, target),
        odds=percent(chance),
    )


# Ending the attacks of a turn


def _end_panel(scene: Scene) -> Panel:
    view = scene.view
    has_captured = view.sets is not None and view.sets.captured
    lead = after_attacks(view.ruleset, spoils_this_turn(view), has_captured)
    ask = PanelForm(
        warning=weakness(scene) if view.tutorial_step is None else "",
        forms=(Form(EndAttacks.name, "End attacks"),),
    )
    choice = ((END, "yes"),)
    return Panel("Done attacking?", ask, (lead,), "TRN-4", choice=choice, back="?")
