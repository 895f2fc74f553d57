"""The building blocks of panels: choices, forms, reasons, and the panel itself.

A panel is drawn from a scene and a *choice*: the partial answer that its links and forms keep in
the query string. The server does not store the choice. A field that is no longer possible is
dropped, and the panel says so in a sentence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import holding_note, livery_on, words_of
from games.numbers import whole_number
from rules import IllegalMove, Move, Option, View
from rules.moves import MOVES

Query = Iterable[tuple[str, Any]]

ASKED_ALL_THE_SAME = (
    "Everyone gets this question, with or without the card, so it gives nothing away."
)
MOVE_WHERE = "Move from {source} to where?"
MOVE_BETWEEN = "Move from {source} to {target}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose: a link to the panel with one more field chosen.

    With `territory` and `role`, the territory on the map is a link too; `zones` are the sea zones
    on the way there. `note` is a short remark; `order` is its place in an ordered list, else 0;
    `card` is the battle card that it plays, and `count` how many of these the viewer holds.
    """

    label: str
    query: str
    note: str = ""
    territory: str = ""
    role: str = ""
    zones: tuple[str, ...] = ()
    livery: str = ""
    odds: str = ""
    is_chosen: bool = False
    order: int = 0
    card: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Picks under a title; no heading is shown if the title is empty."""

    title: str
    picks: tuple[Pick, ...]

    @property
    def has_odds(self) -> bool:
        """Whether any pick shows the chance of a capture."""
        return any(pick.odds for pick in self.picks)


@dataclass(frozen=True, slots=True)
class Answer:
    """One of several values of a field, with a label and note.

    `livery` is the CSS class for a player's colour; "" for answers that are not players.
    """

    value: Any
    label: str
    note: str = ""
    livery: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A form field: radio buttons if it has answers, else a number within a range.

    `value` is the initial value; `quick` has (label, number) for each number with its own button.
    """

    name: str
    legend: str
    value: Any
    answers: tuple[Answer, ...] = ()
    least: int = 0
    most: int = 0
    quick: tuple[tuple[str, int], ...] = ()
    help: str = ""


def quick_values(least: int, most: int) -> tuple[tuple[str, int], ...]:
    """Return up to three numbers of a range as (label, number): least, middle, greatest.

    Returns () if the range has only one number.
    """
    if least == most:
        return ()
    half = (least + most) // 2
    middle = (("half", half),) if half > least else ()
    return ("min", least), *middle, ("all", most)


def armies_field(legend: str, value: int | None, numbers: Sequence[int], help: str = "") -> Field:
    """Return the field for a number of armies from a range; it is empty if `value` is None."""
    least, most = numbers[0], numbers[-1]
    return Field("armies", legend, value, (), least, most, quick_values(least, most), help)


@dataclass(frozen=True, slots=True)
class Form:
    """A form that submits a move: its JSON name, its fields, hidden fields, and its button.

    The first form of a panel is the main one; the others are small.
    """

    move: str
    button: str
    fields: tuple[Field, ...] = ()
    settled: tuple[tuple[str, Any], ...] = ()
    note: str = ""

    @property
    def card(self) -> str:
        """The battle card that the move plays; "" if it plays none."""
        move = MOVES.get(self.move)
        return move.plays.value if move and move.plays else ""


@dataclass(frozen=True, slots=True)
class PanelForm:
    """The contents of the common panel template; all are optional.

    `blocked` are the reasons why nothing, or less than usual, can be chosen. `note` and `warning`
    are shown prominently, the warning in red, for players who depart from what the panel suggests.
    `after` are small forms below the groups. `cards_title` replaces the title of `cards`. `others`
    are further picks, collapsed under `others_summary`, and `reasons` are collapsed under
    `summary`. `about` is the field that asks why a territory cannot be chosen on the map. `later`
    is what will be possible at other times; `links` lead to other steps.
    """

    facts: tuple[str, ...] = ()
    odds: Any = None
    forms: tuple[Form, ...] = ()
    groups: tuple[PickGroup, ...] = ()
    after: tuple[Form, ...] = ()
    links: tuple[Pick, ...] = ()
    cards: tuple[Pick, ...] = ()
    cards_title: str = ""
    others: tuple[PickGroup, ...] = ()
    others_summary: str = ""
    summary: str = ""
    about: str = ""
    reasons: tuple["Obstacle", ...] = ()
    note: str = ""
    warning: str = ""
    blocked: tuple["Obstacle", ...] = ()
    later: "Obstacle | None" = None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why something cannot be done: what, the sentence, and the rule's id."""

    what: str
    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A question to a player: a heading, sentences, and a template with its context.

    `rule` is the id of the rule concerned. `choice` has the fields chosen so far, which the page
    sends again when the panel is refreshed; `back` is the query of the step before. `dropped` says
    why an earlier choice is no longer possible. `marks` are shown on the map. `has_advice` says
    whether the panel may offer advice. `card_steps` lead to the cards that can be played now.
    `is_awaiting` says that the page must request the panel again, with its proposal.
    """

    heading: str
    body: Any
    lead: tuple[str, ...] = ()
    rule: str = ""
    choice: tuple[tuple[str, str], ...] = ()
    back: str | None = None
    dropped: "Obstacle | None" = None
    template: str = "table/panel/ask.html"
    marks: tuple["Mark", ...] = ()
    has_advice: bool = True
    card_steps: tuple[Pick, ...] = ()
    is_awaiting: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A territory marked on the map, and its role; `zones` is a fleet's route to it."""

    territory: str
    role: str
    zones: tuple[str, ...] = ()


PROPOSAL, LATER = "proposal", "later"
"""The field of a choice, and its value in the answer to a move, that leaves out proposals."""


def is_proposal_later(scene: Scene, choice: QueryDict) -> bool:
    """Return whether to draw a panel without its proposal, because planning it takes too long.

    In a tutorial the proposal is the move of its step, which needs no planning.
    """
    return choice.get(PROPOSAL) == LATER and scene.view.tutorial_step is None


def query(*fields: tuple[str, Any], **named: Any) -> str:
    """Return the query string of a choice, without fields that are None or empty."""
    chosen = [(name, value) for name, value in (*fields, *named.items()) if value not in (None, "")]
    return f"?{urlencode(chosen)}" if chosen else "?"


def chosen_number(choice: QueryDict, name: str, allowed: Sequence[int]) -> int | None:
    """Return a number from the choice; None if it is missing or not allowed."""
    number = whole_number(choice.get(name, ""))
    return number if number in allowed else None


def chosen(choice: QueryDict, name: str, allowed: Iterable[str]) -> str | None:
    """Return a name from the choice; None if it is missing or not allowed."""
    text = choice.get(name, "")
    return text if text in allowed else None


def options_of(view: View) -> dict[type[Move], list[Option]]:
    """Return the viewer's options, by type of move."""
    found: dict[type[Move], list[Option]] = {}
    for option in view.offer():
        found.setdefault(option.move, []).append(option)
    return found


def picks_of(
    scene: Scene,
    role: str,
    territories: Iterable[str],
    notes: Mapping[str, str] | None = None,
    fixed: Query = (),
    name: str = "",
) -> tuple[PickGroup, ...]:
    """Return picks for territories, grouped and sorted as on the board.

    Each link's query has the `fixed` fields, then the territory in the field `name` (or `role`).
    `notes` replace the default note, which names the owner.
    """
    view, wanted = scene.view, set(territories)
    groups = []
    for empire in view.board.groups.values():
        picks = tuple(
            Pick(
                label=view.board.territories[territory].name,
                query=query(*fixed, (name or role, territory)),
                note=(notes or {}).get(territory) or holding_note(scene, territory),
                territory=territory,
                role=role,
                livery=livery_on(view, territory),
            )
            for territory in empire.territories
            if territory in wanted
        )
        if picks:
            groups.append(PickGroup(group_title(scene, empire.id), picks))
    return tuple(groups)


_IN = "In {region}"


def group_title(scene: Scene, group: str) -> str:
    """Return the heading of a group of territories; the bare name could be taken for a player's."""
    return _IN.format(region=words_of(scene).region(group))


def obstacle(what: str, refusal: IllegalMove | None) -> Obstacle | None:
    """Return a refusal for display; None if the move is legal."""
    return Obstacle(what, refusal.message, refusal.rule) if refusal else None


def obstacles(view: View, moves: Iterable[tuple[str, Move]]) -> tuple[Obstacle, ...]:
    """Return the reasons why moves cannot be made; each move comes with its label."""
    found = (obstacle(what, view.why_not(move)) for what, move in moves)
    return tuple(item for item in found if item)


@dataclass(frozen=True, slots=True)
class TerritoryChoice:
    """A choice of a territory: the one chosen so far, the proposed one, the button, the picks."""

    move: str
    territory: str
    proposed: str
    button: str
    picks: tuple[PickGroup, ...]
    explained: str = ""
    has_wishes: bool = False

    @property
    def is_proposed(self) -> bool:
        """Whether the territory chosen is the proposed one."""
        return self.territory == self.proposed

    @property
    def groups(self) -> tuple[PickGroup, ...]:
        """The picks, with only the chosen one marked."""
        return with_chosen(self.picks, self.territory)


def with_chosen(groups: Iterable[PickGroup], territory: str) -> tuple[PickGroup, ...]:
    """Return the groups with only the pick of this territory marked as chosen."""
    return tuple(
        replace(
            group,
            picks=tuple(
                replace(pick, is_chosen=pick.territory == territory) for pick in group.picks
            ),
        )
        for group in groups
    )


def territory_panel(
    heading: str, lead: str, rule: str, body: TerritoryChoice, **fixed: str
) -> Panel:
    """Return the panel of a choice of a territory; `fixed` are further fields of its move."""
    choice = (("territory", body.territory), *fixed.items())
    return Panel(heading, body, (lead,), rule, choice, template="table/panel/choose.html")
