"""Short phrases for events, from which the table lists what a player did in a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Event, Ruleset
from rules.events.attack import Captured, Eliminated
from rules.events.cards import (
    ArmiesLost,
    AssassinUsed,
    CardPlayed,
    EventDrawn,
    HiddenRevealed,
    SpySent,
    TruceForced,
)
from rules.events.turn import MercenariesPlayed
from rules.sentences import Words
from rules.sentences.events import filled


@dataclass(frozen=True, slots=True)
class Brief:
    """The phrase for something that a seat did.

    `at` is the territory where it happened; `of` is the seat that lost the territory or armies
    there. The text of a capture is only the territory's name: the page counts captures.
    """

    seat: int
    text: str
    at: str = ""
    of: int | None = None


@dataclass(frozen=True, slots=True)
class BriefType:
    """The phrase for a kind of event, and which of its fields become the `Brief`'s other fields."""

    says: str
    seat: str = "seat"
    at: str = ""
    of: str = ""


BRIEFS: dict[type[Event], BriefType] = {
    Captured: BriefType("{territory}", at="territory", of="loser"),
    Eliminated: BriefType("eliminated {player}", seat="captor", at="territory"),
    CardPlayed: BriefType("played {a card}"),
    MercenariesPlayed: BriefType("played {Mercenaries}"),
    AssassinUsed: BriefType("played {an Assassin}"),
    SpySent: BriefType("sent a Spy"),
    EventDrawn: BriefType("drew {card}"),
    HiddenRevealed: BriefType("revealed hidden armies in {territory}", at="territory"),
    TruceForced: BriefType("forced a truce on {other}"),
    ArmiesLost: BriefType("lost {armies} in {territory}", at="territory", of="seat"),
}
"""The phrase for each kind of event that has one."""


def brief_of(event: Event, names: Sequence[str], ruleset: Ruleset) -> Brief | None:
    """Return the phrase for an event; None if its kind has none."""
    row = BRIEFS.get(type(event))
    if row is None:
        return None
    return Brief(
        seat=getattr(event, row.seat),
        text=filled(row.says, event, Words(tuple(names), ruleset)),
        at=getattr(event, row.at) if row.at else "",
        of=getattr(event, row.of) if row.of else None,
    )
