"""Number fields for placing armies: armies on a territory now, threats, and the number to add."""

from dataclasses import dataclass

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.numbers import whole_number
from games.playing.forms import PLACE
from games.table.panel.widgets import group_title
from rules import View
from rules.bots.general.garrisons import greatest_threat

FILL = "fill"
PROPOSED, EVENLY, NONE = "proposed", "evenly", "none"
"""The ways to fill in all numbers at once."""


@dataclass(frozen=True, slots=True)
class StepperRow:
    """A territory: its armies now, the number to add, and the number proposed.

    `tag` names a site on it, such as a stronghold.
    """

    territory: str
    name: str
    armies: int
    note: str
    value: int
    proposed: int
    tag: str


@dataclass(frozen=True, slots=True)
class StepperGroup:
    """Territories of the same empire."""

    title: str
    rows: tuple[StepperRow, ...]


@dataclass(frozen=True, slots=True)
class Stepper:
    """Number fields for `left` armies; `missing` are not yet assigned (negative: too many are)."""

    left: int
    missing: int
    groups: tuple[StepperGroup, ...]
    is_proposed: bool

    @property
    def over(self) -> int:
        """The number of armies assigned in excess of `left`."""
        return max(0, -self.missing)


def stepper_of(
    scene: Scene,
    choice: QueryDict,
    territories: tuple[str, ...],
    left: int,
    proposed: dict[str, int],
) -> Stepper:
    """Return number fields with the numbers chosen, or the proposed numbers if there are none."""
    values = _values(choice, territories, left, proposed)
    view = scene.view
    groups = []
    for empire in view.board.groups.values():
        rows = [
            _row(view, name, values.get(name, 0), proposed.get(name, 0))
            for name in empire.territories
            if name in territories
        ]
        if rows:
            rows.sort(key=lambda row: not row.proposed)
            groups.append(StepperGroup(group_title(scene, empire.id), tuple(rows)))
    # The form may show few rows at a time: those with proposed armies come first.
    groups.sort(key=lambda group: not group.rows[0].proposed)
    missing = left - sum(values.values())
    return Stepper(left, missing, tuple(groups), values == proposed)


def _values(
    choice: QueryDict, territories: tuple[str, ...], left: int, proposed: dict[str, int]
) -> dict[str, int]:
    way = choice.get(FILL)
    if way == EVENLY:
        return evenly(territories, left)
    if way == NONE:
        return {}
    given = chosen_numbers(choice, territories)
    return proposed if not given or way == PROPOSED else given


def chosen_numbers(choice: QueryDict, territories: tuple[str, ...]) -> dict[str, int] | None:
    """Return the positive numbers in a choice; None if it has no number fields."""
    given = {name: choice.get(f"{PLACE}{name}") for name in territories}
    if all(text is None for text in given.values()):
        return None
    numbers = {name: whole_number(text or "", 9999) for name, text in given.items()}
    return {name: number for name, number in numbers.items() if number}


def evenly(territories: tuple[str, ...], left: int) -> dict[str, int]:
    """Return `left` armies spread evenly; the first territories get the remainder."""
    each, over = divmod(left, len(territories))
    spread = {name: each + (index < over) for index, name in enumerate(territories)}
    return {name: number for name, number in spread.items() if number}


def _row(view: View, name: str, value: int, proposed: int) -> StepperRow:
    return StepperRow(
        territory=name,
        name=view.board.territories[name].name,
        armies=view.armies(name) + view.mustered.get(name, 0),
        note=beside_neutral(view, name) if view.owner(name) is None else _danger(view, name),
        value=value,
        proposed=proposed,
        tag=_tag(view, name),
    )


def _tag(view: View, name: str) -> str:
    if view.headquarters.get(view.own_seat) == name:
        return "headquarters"
    is_own_site = view.stronghold_on(name) == view.seat
    return view.ruleset.words["stronghold"] if is_own_site else ""


def _danger(view: View, name: str) -> str:
    """Return a note on the strongest enemy neighbour; at the viewer's site, on farther ones too."""
    far = greatest_threat(view, name) if view.round and _tag(view, name) else None
    if far is None or far.way == "beside":
        return threat(view, name)
    return _WITHIN_REACH.format(armies=far.armies)


def threat(view: View, name: str) -> str:
    """Return a note on the strongest enemy neighbour, e.g. “enemy neighbour with 7”.

    The note is "" if no enemy neighbour can attack: a single army cannot.
    """
    beside = [
        view.armies(near)
        for near in view.board.territories[name].neighbours
        if view.owner(near) not in (None, view.seat)
    ]
    strongest = max(beside, default=0)
    return _THREAT.format(armies=strongest) if strongest > 1 else ""


def beside_neutral(view: View, name: str) -> str:
    """Return a note on how many neighbours of a neutral territory each of the two players owns."""
    owners = [view.owner(near) for near in view.board.territories[name].neighbours]
    mine = owners.count(view.seat)
    theirs = sum(owner not in (None, view.seat) for owner in owners)
    return _BESIDE_NEUTRAL[theirs > 0, mine > 0].format(theirs=theirs, number=mine)


_WITHIN_REACH = "{armies} enemy armies within reach"
_THREAT = "enemy neighbour with\u00a0{armies}"
NEXT_TO_YOURS = "next to {number} of yours"
_BESIDE_NEUTRAL = {
    (False, False): "",
    (False, True): NEXT_TO_YOURS,
    (True, False): "next to {theirs} of theirs",
    (True, True): "next to {theirs} of theirs and {number} of yours",
}
"""Notes on a neutral territory, keyed by (the opponent, the viewer) owning a neighbour of it."""
