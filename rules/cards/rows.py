"""What the rows of data say about a kind of card."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

from rules.questions import DecisionKind


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's face: title, one-line summary, full text, main rule id, and picture.

    The picture is the id of a motif in `static/drawing/cards/motifs.svg`.
    """

    title: str
    line: str
    text: str
    rule: str
    motif: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleCardRow:
    """What is known of a kind of battle card.

    `count` is the number of cards in the deck. `worth` is the value of a card to bots, in armies;
    that of Mercenaries is the average of the numbers they cover. `a_card` is its name with its
    article, as a term. `castle_words` maps the card's terms (see `rules.terms`) to Castle's words.
    `greyhawk` and `castle` are its faces in the two games.
    """

    count: int
    worth: float
    a_card: str
    castle_words: Mapping[str, str]
    greyhawk: CardText
    castle: CardText


class Change(StrEnum):
    """What an event card changes, carried out in `chapters/event_cards`."""

    SHOWN_HAND = auto()
    """Everybody sees the drawer's hand."""
    HALVED = auto()
    """The place loses half its armies, unless a stronghold is there."""
    HALVED_UNLESS_BLOCKED = auto()
    """The place loses half its armies, unless its holder blocks the card (FOR-3)."""
    HALVED_SPOILS = auto()
    """The drawer's spoils are halved this turn."""
    RAID = auto()
    """Each place loses 2 armies, or gains 2 if the empire's player holds it."""
    HANDED_OVER = auto()
    """The places, with their armies, go to the empire's player."""
    MUSTER = auto()
    """The drawer places armies in the home empire."""
    DRAGON = auto()
    """The drawer removes armies from an enemy territory."""
    DESERTERS = auto()
    """Armies in and around the drawer's home empire join the drawer."""
    PIRATES = auto()
    """The drawer's coastal territories lose armies, unless the drawer blocks the card (FOR-3)."""
    LOST_CARD = auto()
    """The drawer discards a battle card at random."""
    NIGHT_MOVES = auto()
    """The drawer moves armies between adjacent territories."""
    CLOSURE = auto()
    """The sea with its coasts, the river or the terrain is closed to armies and fleets."""
    SAILING = auto()
    """The drawer's fleets sail further."""
    HIGHEST_DIE = auto()
    """The highest die in battle counts more or less."""


class Whose(StrEnum):
    """Whose highest die a card changes."""

    DRAWERS = auto()
    RULERS = auto()
    """That of the player of the card's empire."""
    EVERYBODYS = auto()


@dataclass(frozen=True, slots=True)
class Die:
    """A number that a card in force adds to the highest die of some players.

    It always counts in defence. `in_attack` and `at_home` say whether it also counts in attack, and
    in the home empire.
    """

    added: int
    whose: Whose
    in_attack: bool = True
    at_home: bool = True


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign on the territories that a card in force affects: its picture, and a text for it."""

    picture: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCardRow:
    """What is known of a kind of event card.

    `rule` has its text in the rulebook. `count` is the number of cards in Greyhawk's deck. `motif`
    is its picture, as in `CardText`. A card in force stays for `turn_ends` ends of its drawer's
    turns; a card with 0 is carried out at once. `asks` is the question to the drawer, or to the
    player who may block the card.

    `effect` is the effect in one clause without its duration, for the log and the game's page; it
    works with “you” and with a name as the drawer. `idle` is the clause that says why the card had
    no effect, if it can have none. Both may name {drawer}, {drawer’s}, {ruler} and {where}, the
    places; `effect` also {home}, the drawer's home empire.

    `places` are the ids of the territories that the card names, and `empire` is the empire whose
    player it names. A card in force affects the coasts of a `sea`, the banks of a `river`, or a
    `terrain` (a field of `Territory`).
    """

    rule: str
    title: str
    count: int = 1
    motif: str
    change: Change
    turn_ends: int = 0
    asks: DecisionKind | None = None
    effect: str
    idle: str = ""
    places: tuple[str, ...] = ()
    empire: str = ""
    sea: str = ""
    river: str = ""
    terrain: str = ""
    die: Die | None = None
    sign: Sign | None = None
