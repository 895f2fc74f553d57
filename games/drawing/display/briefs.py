"""Short phrases for events, from which the table lists what a player did in a turn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules import Event
from rules.cards import BattleCard
from rules.events.attack import BattleFought, Captured, Eliminated
from rules.events.cards import (
    ArmiesLost,
    AssassinCountered,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    CardPlayed,
    EventDrawn,
    HiddenRevealed,
    SpyCountered,
    SpySent,
    TruceForced,
)
from rules.events.turn import MercenariesPlayed
from rules.sentences import Words
from rules.sentences.events import filled
from rules.state.under_way import AssassinUse


@dataclass(frozen=True, slots=True)
class Brief:
    """The phrase for something that a seat did.

    `at` is the territory where it happened; `of` is the seat that defended or lost the territory,
    or lost armies there or a card, and `armies` the number of armies lost there to an event. The
    text of a battle or capture is only the territory's name: the page counts captures.
    """

    seat: int
    text: str
    at: str = ""
    of: int | None = None
    armies: int = 0


@dataclass(frozen=True, slots=True)
class BriefType:
    """The phrase for a kind of event, and which of its fields become the `Brief`'s other fields.

    `says` is the phrase, or a function that returns the phrase for an event; "" if it has none.
    """

    says: str | Callable[[Any], str]
    seat: str = "seat"
    at: str = ""
    of: str = ""


_USES = {
    AssassinUse.SPY: "sent {an Assassin} to spy on {opponent}",
    AssassinUse.HAND: "sent {an Assassin} against {opponent’s} hand",
    AssassinUse.AMBASSADOR: "sent {an Assassin} against {opponent’s} {Ambassador}",
    AssassinUse.FORTIFICATION: "sent {an Assassin} against {opponent’s} {Fortification}",
    AssassinUse.BLOCK: "sent {an Assassin} against {opponent’s} {Hero}",
    AssassinUse.TRADE: "sent {an Assassin} against a card that {opponent} offered",
}
_HAND_CARD = "sent {an Assassin} against {opponent’s} {card}"
_COUNTERED = "which {seat} countered"


def _use(event: AssassinUsed) -> str:
    if event.use == AssassinUse.HAND and event.card is not None:
        return _HAND_CARD
    return _USES[AssassinUse(event.use)]


def _success(event: AssassinRolled) -> str:
    return "which succeeded" if event.success else "which failed"


_KILLED = frozenset(("ASN-2", "ASN-4", "ASN-5", "DIP-4", "CAS-4"))
"""The rules for an Assassin or a Spy that destroys a card and is discarded."""


def _card_lost(event: CardLost) -> str:
    is_spent = event.card == BattleCard.ASSASSIN
    return "lost {a card} ({Assassin})" if event.rule in _KILLED and not is_spent else ""


BRIEFS: dict[type[Event], BriefType] = {
    BattleFought: BriefType("{target}", seat="attacker", at="target", of="defender"),
    Captured: BriefType("{territory}", at="territory", of="loser"),
    Eliminated: BriefType("eliminated {player}", seat="captor", at="territory"),
    CardPlayed: BriefType("played {a card}"),
    MercenariesPlayed: BriefType("played {Mercenaries}"),
    AssassinUsed: BriefType(_use),
    AssassinCountered: BriefType(_COUNTERED, seat="opponent"),
    AssassinRolled: BriefType(_success),
    SpySent: BriefType("sent a Spy to {opponent}"),
    SpyCountered: BriefType(_COUNTERED, seat="opponent"),
    EventDrawn: BriefType("drew {card}"),
    HiddenRevealed: BriefType("revealed hidden armies in {territory}", at="territory"),
    TruceForced: BriefType("forced a truce on {other}"),
    CardLost: BriefType(_card_lost, of="seat"),
    ArmiesLost: BriefType("lost {armies} in {territory} (event)", at="territory", of="seat"),
}
"""The phrase for each kind of event that has one."""


def brief_of(event: Event, words: Words) -> Brief | None:
    """Return the phrase for an event; None if it has none."""
    row = BRIEFS.get(type(event))
    if row is None:
        return None
    says = row.says if isinstance(row.says, str) else row.says(event)
    if not says:
        return None
    return Brief(
        seat=getattr(event, row.seat),
        text=filled(says, event, words),
        at=getattr(event, row.at) if row.at else "",
        of=getattr(event, row.of) if row.of else None,
        armies=event.armies if isinstance(event, ArmiesLost) else 0,
    )
