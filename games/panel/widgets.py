"""What panels are made of: the choice so far, things to choose, reasons, and the panel itself.

A panel is drawn from a scene and a *choice*: the half-made answer that its own links and forms
carry in the query string. Nothing of a choice is kept on the server. A field that is no longer
possible is dropped, and the panel says so in a sentence.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import holding_note, livery_on
from rules import IllegalMove, Move, Option, View

Query = Iterable[tuple[str, Any]]

ASKED_ALL_THE_SAME = (
    "You are asked whether you hold one or not, so that being asked tells nobody anything."
)


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose: a link that draws the panel with one more thing chosen.

    `territory` and `role` let a territory of the map stand for it. `zones` are the sea zones
    on the way there. `note` is what one should know of it, in a few words; `order` its place
    where things are put in an order, else 0.
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


@dataclass(frozen=True, slots=True)
class Group:
    """Things to choose that belong together; an empty title shows none."""

    title: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """One of several values of a field, and what it means."""

    value: Any
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: radio buttons where it has answers, else a number in a range.

    `value` is what is filled in; `quick` are numbers to fill in at one press.
    """

    name: str
    legend: str
    value: Any
    answers: tuple[Answer, ...] = ()
    least: int = 0
    most: int = 0
    quick: tuple[int, ...] = ()
    help: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A move to be sent: its JSON name, its fields, those settled already, and its button.

    The first form of a panel is the main one; the others are small.
    """

    move: str
    button: str
    fields: tuple[Field, ...] = ()
    settled: tuple[tuple[str, Any], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A form that sends no move: its fields are chosen, and the panel goes on from there."""

    button: str
    fields: tuple[Field, ...]
    settled: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another step of the panel, as a button that sends nothing."""

    label: str
    query: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What the common template of panels shows, in this order; anything may be left out.

    `after` are forms that belong below what is chosen from, none of them the main one.
    `others` are further things to choose, folded away under `others_summary`; so are the
    reasons under `summary`. `keep` selects inputs whose values go along when one chooses.
    """

    facts: tuple[str, ...] = ()
    odds: Any = None
    steps: tuple[Step, ...] = ()
    forms: tuple[Form, ...] = ()
    groups: tuple[Group, ...] = ()
    after: tuple[Form, ...] = ()
    links: tuple[Link, ...] = ()
    cards: tuple[Pick, ...] = ()
    others: tuple[Group, ...] = ()
    others_summary: str = ""
    summary: str = ""
    reasons: tuple["Reason", ...] = ()
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done: what, the sentence, and the rule that says so."""

    what: str
    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What a player is asked: a heading, sentences, and a template with what it shows.

    `rule` is the id of the rule it is about. `choice` are the fields chosen so far, as the page
    sends them again when the panel must be drawn anew; `back` is the query of the step before.
    `dropped` says what of the choice was no longer possible. `marks` are shown on the map.
    """

    heading: str
    body: Any
    lead: tuple[str, ...] = ()
    rule: str = ""
    choice: tuple[tuple[str, str], ...] = ()
    back: str | None = None
    dropped: str = ""
    template: str = "panel/ask.html"
    marks: tuple["Mark", ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A territory that the map shows as chosen, and as what; `zones` lead a fleet there."""

    territory: str
    role: str
    zones: tuple[str, ...] = ()


def query(*fields: tuple[str, Any], **named: Any) -> str:
    """Return a query string of a choice; fields that are None or empty are left out."""
    chosen = [(name, value) for name, value in (*fields, *named.items()) if value not in (None, "")]
    return f"?{urlencode(chosen)}" if chosen else "?"


def chosen_number(choice: QueryDict, name: str, allowed: range | tuple[int, ...]) -> int | None:
    """Return a number of the choice; None where there is none, or none that is allowed."""
    text = choice.get(name, "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return None
    return int(text) if int(text) in allowed else None


def chosen(choice: QueryDict, name: str, allowed: Iterable[str]) -> str | None:
    """Return a name of the choice; None where there is none, or none that is allowed."""
    text = choice.get(name, "")
    return text if text in allowed else None


def options_of(view: View) -> dict[type[Move], list[Option]]:
    """Return what the viewer may answer now, by the type of the move."""
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
) -> tuple[Group, ...]:
    """Return territories to choose one of, in the groups and the order of the board.

    The link of each has the field `name` (or `role`) with the territory in its query, after the
    `fixed` ones. `notes` are said of a territory in place of who holds it.
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
            groups.append(Group(empire.name, picks))
    return tuple(groups)


def reason(what: str, refusal: IllegalMove | None) -> Reason | None:
    """Return a refusal as something to show; None where nothing was refused."""
    return Reason(what, refusal.message, refusal.rule) if refusal else None


def reasons(view: View, moves: Iterable[tuple[str, Move]]) -> tuple[Reason, ...]:
    """Return why moves cannot be made, those that can left out; each comes with its name."""
    found = (reason(what, view.why_not(move)) for what, move in moves)
    return tuple(item for item in found if item)


TEMPLATE = "panel/choose.html"


@dataclass(frozen=True, slots=True)
class Choosing:
    """A territory to choose: the one chosen, what to press, and all there are."""

    move: str
    territory: str
    button: str
    groups: tuple[Group, ...]
    explained: str = ""
    has_wishes: bool = False
    is_proposed: bool = False


def with_chosen(groups: Iterable[Group], territory: str) -> tuple[Group, ...]:
    """Return the same groups with the pick of one territory chosen, and no other."""
    return tuple(
        replace(
            group,
            picks=tuple(
                replace(pick, is_chosen=pick.territory == territory) for pick in group.picks
            ),
        )
        for group in groups
    )
