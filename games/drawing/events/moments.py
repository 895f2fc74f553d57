"""Moments: what the stage shows of an event. A part writes them as JSON; templates draw them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from games.drawing.board.territory_cards import Face
from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from rules import Event
from rules.sentences import describe


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence: "small", "big" with a scene of its own, or part of the "introduction".

    `at` is the territory to point at; `livery` and `sound` are those of its capture. `of` is the
    seat that lost something, `yours` the sentence for its player, and `lost` the name of a lost
    territory.
    """

    says: str
    kind: str = "small"
    at: str = ""
    sound: str = ""
    livery: str = ""
    of: int | None = None
    yours: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """An event card ("event"), or a battle card that its owner lost ("loss").

    `text` and `rule` are on the card, under its `motif`, and `says` is above it. A card that
    `stays` is shown until the viewer has read it. `of` and `yours` are as in `Line`.
    """

    kind: str
    title: str
    text: str
    rule: str
    motif: str
    says: str
    stays: bool
    of: int | None = None
    yours: str = ""


@dataclass(frozen=True, slots=True)
class Duel:
    """An Assassin's roll: `die` and the signed `bonus`, compared with the die `against`."""

    whose: str
    opponent: str
    die: int
    bonus: str
    against: int
    success: bool
    kind: str = "assassin"


@dataclass(frozen=True, slots=True)
class TerritoryCards:
    """The card that the viewer drew ("territory"), or a "set" that was traded."""

    kind: str
    cards: tuple[Face, ...]
    says: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A modifier of a side's highest die: a signed value, its cause and its rule."""

    value: str
    cause: str
    rule: str


@dataclass(frozen=True, slots=True)
class Dice:
    """A side's dice as (value, has lost), highest first, and the modifiers of the highest."""

    dice: tuple[tuple[int, bool], ...]
    added: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A battle. `losses` and `left` are armies of (attacker, defender).

    `ties` has an item for each pair of dice: the winner of a tied pair, "attacker" or "defender",
    and "" for any other pair. `totals` are both highest dice with their modifiers; None without
    modifiers.
    """

    attack: Dice
    defence: Dice
    ties: tuple[str, ...]
    totals: tuple[int, int] | None
    losses: tuple[int, int]
    left: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """A side of an attack: its player, its territory, and its armies before and after."""

    name: str
    is_own: bool
    livery: str
    at: str
    territory: str
    armies: int
    left: int


@dataclass(frozen=True, slots=True)
class Attack:
    """The battles of an attack in an entry, after a few `earlier` ones.

    `rolls` and the losses count the whole attack. `result` is the sentence for its attacker.
    """

    sides: tuple[Side, Side]
    earlier: tuple[Roll, ...]
    battles: tuple[Roll, ...]
    rolls: int
    attack_losses: int
    defence_losses: int
    result: str
    kind: str = "attack"


Moment = Line | Card | Duel | TerritoryCards | Attack


def told(scene: Scene, event: Event) -> str:
    """Return the log's sentence for an event, addressed to the viewer."""
    return describe(event, words_of(scene))


def small(scene: Scene, event: Event) -> Line:
    """Return the log's sentence as a moment."""
    return Line(told(scene, event))


def big(scene: Scene, event: Event) -> Line:
    """Return the log's sentence as a moment with a scene of its own."""
    return Line(told(scene, event), "big")


def own_result(scene: Scene, event: Any) -> str:
    """Return the log's sentence for an event of the viewer's seat; "" for others."""
    return told(scene, event) if event.seat == scene.seat else ""


def events_before(scene: Scene, event: Event) -> Iterator[Event]:
    """Yield the events of the newest entry before one of them."""
    return takewhile(lambda each: each is not event, scene.events)
