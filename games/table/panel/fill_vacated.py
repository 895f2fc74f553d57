"""Filling vacated territories after an elimination: the captor (ELM-3), then the others (ELM-4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display.parts import Scene
from games.drawing.display.words import livery_on, names_of, words_of
from games.playing.forms import SPARE
from games.table.panel.fill_proposal import proposed_filling, proposed_occupation
from games.table.panel.stepper import NEXT_TO_YOURS, threat
from games.table.panel.widgets import Panel, Pick, PickGroup, group_title, options_of
from games.table.panel.widgets import query as query_of
from rules import View
from rules.moves import Fill
from rules.sentences.words import armies, listed, nth, paragraph

HEADING = "Claim the empty territories"
WAY, PROPOSED, ALL, NONE = "fill", "proposed", "all", "none"
"""The field and its values that set all checkboxes at once."""
PREFER, SOURCES = "prefer", "sources"


@dataclass(frozen=True, slots=True)
class Checkbox:
    """A territory with a checkbox."""

    territory: str
    name: str
    note: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class CheckboxGroup:
    """Checkboxes for the territories of one empire."""

    title: str
    ticks: tuple[Checkbox, ...]


@dataclass(frozen=True, slots=True)
class SpareArmies:
    """A territory and the number of armies it can spare."""

    territory: str
    name: str
    armies: int


@dataclass(frozen=True, slots=True)
class Occupation:
    """Vacated territories to tick, and the sources of the armies.

    `number` is the number of vacated territories. `first` has a source for each army that must be
    used first. Further armies come from `others`, most armies first;
    `further` is the source chosen so far. Armies of the stronghold, `home`, are used last, and only
    if the checkbox labelled `asks_home` is ticked.
    """

    groups: tuple[CheckboxGroup, ...]
    number: int
    first: tuple[str, ...]
    others: tuple[SpareArmies, ...]
    further: str
    may_go_on: bool
    home: SpareArmies | None = None
    asks_home: str = ""
    is_home_spared: bool = False


@dataclass(frozen=True, slots=True)
class Filling:
    """Vacated territories in order of preference, and the sources of armies in order.

    `asks_home` is the label of the checkbox that allows the stronghold as the last source.
    """

    prefer: tuple[str, ...]
    sources: tuple[str, ...]
    groups: tuple[PickGroup, ...]
    asks_home: str
    is_home_spared: bool
    is_proposed: bool


# The captor (ELM-3)


def occupy_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the captor which vacated territories to occupy, all in one form."""
    view, vacated_land = scene.view, scene.view.open_vacated_land
    number = len(vacated_land.territories)
    others, home = _others(scene), _home(scene)
    most = len(vacated_land.first) + sum(item.armies for item in others)
    if most >= number:
        home = None
    from_home = home.armies if home and f"{SPARE}{home.territory}" in choice else 0
    ticked = _ticked(view, choice, most + from_home)
    body = Occupation(
        tuple(_ticks(scene, ticked)),
        number,
        vacated_land.first[:number],
        others if number > len(vacated_land.first) else (),
        choice.get("further", ""),
        may_go_on=bool(ticked) and number > len(vacated_land.first) and len(others) > 1,
        home=home,
        asks_home=_spares_home(scene),
        is_home_spared=from_home > 0,
    )
    lead = paragraph(_empty_text(number), _first_text(scene))
    return Panel(HEADING, body, (lead,), "ELM-3", template="table/panel/occupy.html")


def _empty_text(number: int) -> str:
    return ngettext(
        "{number} territory is empty. Tick it to claim it with 1 army from your other territories, "
        "or leave it to the other players.",
        "{number} territories are empty. Tick those you want to claim: each takes 1 army from your "
        "other territories. The other players share the rest.",
        number,
    ).format(number=number)


def _others(scene: Scene) -> tuple[SpareArmies, ...]:
    """Return the further sources of armies except the player's stronghold, most armies first."""
    view, names = scene.view, names_of(scene.view)
    left_out = {
        *view.open_vacated_land.first,
        view.player(view.own_seat).stronghold,
    }
    spare = [
        SpareArmies(name, names[name], view.armies(name) - 1)
        for name in view.held_by(view.own_seat)
        if name not in left_out and view.armies(name) > 1
    ]
    return tuple(sorted(spare, key=lambda item: -item.armies))


def _home(scene: Scene) -> SpareArmies | None:
    """Return the player's own stronghold if it has armies to spare."""
    view = scene.view
    own = view.player(view.own_seat).stronghold
    if own is None or view.armies(own) < 2:
        return None
    return SpareArmies(own, names_of(view)[own], view.armies(own) - 1)


def _spares_home(scene: Scene) -> str:
    return words_of(scene).say("Take armies from your {stronghold} too, if no others are left")


def _ticked(view: View, choice: QueryDict, most: int) -> tuple[str, ...]:
    vacated, way = view.open_vacated_land.territories, choice.get(WAY)
    if way in (ALL, NONE):
        return vacated[:most] if way == ALL else ()
    # A redrawn form sends `of`, the number of vacated territories, even if no box is ticked.
    if choice.get("of") == str(len(vacated)):
        return tuple(name for name in vacated if name in choice.getlist("occupy"))
    return proposed_occupation(view)


def _ticks(scene: Scene, ticked: tuple[str, ...]) -> Iterable[CheckboxGroup]:
    view = scene.view
    names, vacated = names_of(view), view.open_vacated_land.territories
    for empire in view.board.groups.values():
        rows = tuple(
            Checkbox(name, names[name], _vacant_note(view, name), name in ticked)
            for name in empire.territories
            if name in vacated
        )
        if rows:
            yield CheckboxGroup(group_title(scene, empire.id), rows)


def _vacant_note(view: View, name: str) -> str:
    """Return a note about the neighbours, e.g. “next to 2 of yours, enemy neighbour with 7”."""
    near = view.board.territories[name].neighbours
    mine = sum(view.owner(other) == view.seat for other in near)
    beside = NEXT_TO_YOURS.format(number=mine) if mine else ""
    return ", ".join(filter(None, [beside, threat(view, name)]))


def _first_text(scene: Scene) -> str:
    names, first = names_of(scene.view), scene.view.open_vacated_land.first
    given = [
        _GIVEN_FROM.format(number=first.count(name), territory=names[name])
        for name in dict.fromkeys(first)
    ]
    return _FIRST_SOURCES.format(sources=listed(given)) if given else ""


_FIRST_SOURCES = "Your first armies come from the territories of the attack: {sources}."
_GIVEN_FROM = "{number} from {territory}"


# The others (ELM-4)


_SHARE = (
    "Players take turns claiming one territory each, with 1 army. You get {most} of the {number}."
)
_SHARE_BETWEEN = (
    "Players take turns claiming one territory each, with 1 army. You get {least} to {most} of the "
    "{number}."
)


def fill_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for an order of vacated territories and of sources; both start with a proposal."""
    view, proposed = scene.view, proposed_filling(scene.view)
    (option,) = options_of(view)[Fill]
    wished = _listed(choice, PREFER, option.ranked(PREFER))
    giving = _listed(choice, SOURCES, option.ranked(SOURCES))
    prefer, sources = _completed(wished, proposed.prefer), _completed(giving, proposed.sources)
    settled = tuple((PREFER, name) for name in wished) + tuple((SOURCES, name) for name in giving)
    home, is_spared = _home_asked(scene, sources), choice.get("stronghold") == "yes"
    least, most = view.open_vacated_land.shares[view.own_seat]
    groups = (
        _prefer_group(view, prefer, wished, settled),
        _sources_group(scene, option.ranked(SOURCES), sources, giving, settled, most),
    )
    body = Filling(prefer, sources, groups, home, is_spared, is_proposed=not settled)
    share = _SHARE if least == most else _SHARE_BETWEEN
    lead = share.format(least=least, most=most, number=len(prefer))
    kept = (*settled, ("stronghold", "yes")) if is_spared else settled
    return Panel(HEADING, body, (lead,), "ELM-4", kept, template="table/panel/fill.html")


def _listed(choice: QueryDict, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the allowed values of a field in the order chosen, without duplicates."""
    return tuple(dict.fromkeys(text for text in choice.getlist(name) if text in allowed))


def _completed(chosen: tuple[str, ...], proposed: tuple[str, ...]) -> tuple[str, ...]:
    return chosen + tuple(name for name in proposed if name not in chosen)


def _home_asked(scene: Scene, sources: tuple[str, ...]) -> str:
    """Return the label of the stronghold's checkbox; "" if no checkbox is needed."""
    view = scene.view
    home = view.player(view.own_seat).stronghold
    if home is None or home in sources or view.armies(home) < 2:
        return ""
    return _spares_home(scene)


def _prefer_group(
    view: View,
    prefer: tuple[str, ...],
    wished: tuple[str, ...],
    settled: tuple[tuple[str, str], ...],
) -> PickGroup:
    picks = []
    for name in view.open_vacated_land.territories:
        place = prefer.index(name) + 1
        note = ", ".join(filter(None, [nth(place), _vacant_note(view, name)]))
        picks.append(_pick(view, PREFER, name, note, place, settled, name in wished))
    return PickGroup("Claim in this order", tuple(picks))


_SENDS = "sends {given} of {armies}"
_STRONGHOLD_SENDS = "your {stronghold}, {note}"


def _sources_group(
    scene: Scene,
    spare: tuple[str, ...],
    sources: tuple[str, ...],
    giving: tuple[str, ...],
    settled: tuple[tuple[str, str], ...],
    number: int,
) -> PickGroup:
    """Return picks of the sources for `number` armies; each notes how many it would give."""
    view, gives = scene.view, {}
    for name in sources:
        gives[name] = min(number, view.armies(name) - 1)
        number -= gives[name]
    picks = []
    for name in spare:
        given, there = gives.get(name, 0), view.armies(name)
        note = _SENDS.format(given=given, armies=armies(there)) if given else armies(there)
        if name == view.player(scene.view.own_seat).stronghold:
            note = words_of(scene).say(_STRONGHOLD_SENDS, note=note)
        place = giving.index(name) + 1 if name in giving else 0
        picks.append(_pick(view, SOURCES, name, note, place, settled, place > 0))
    return PickGroup("Armies from", tuple(picks))


def _pick(
    view: View,
    role: str,
    name: str,
    note: str,
    order: int,
    settled: Sequence[tuple[str, str]],
    is_chosen: bool,
) -> Pick:
    """Return a pick that appends a territory to the chosen order, or removes it again."""
    others = tuple(item for item in settled if item != (role, name))
    query = query_of(*others) if is_chosen else query_of(*settled, (role, name))
    return Pick(
        names_of(view)[name],
        query,
        note,
        name,
        role,
        livery=livery_on(view, name),
        is_chosen=is_chosen,
        order=order,
    )
