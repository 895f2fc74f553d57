"""Short phrases, each from one event, with which the table lists what a player did in a turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules import Event, Ruleset
from rules.cards import BattleCard
from rules.events.attack import Captured, Eliminated
from rules.events.cards import (
    AssassinUsed,
    CardPlayed,
    EventDrawn,
    HiddenRevealed,
    SpySent,
    TruceForced,
)
from rules.events.turn import MercenariesPlayed
from rules.sentences import Words


@dataclass(frozen=True, slots=True)
class Brief:
    """What a seat did.

    `at` is the territory where it happened, and `of` the seat that lost that territory. The text of
    a capture is the territory's name, because the page counts captures.
    """

    seat: int
    text: str
    at: str = ""
    of: int | None = None


def brief_of(event: Event, names: Sequence[str], ruleset: Ruleset) -> Brief | None:
    """Return the phrase for an event; None if its kind has none."""
    phrase = BRIEFS.get(type(event))
    return phrase(event, Words(tuple(names), ruleset)) if phrase else None


def _captured(event: Captured, words: Words) -> Brief:
    return Brief(event.seat, words.territory(event.territory), event.territory, event.loser)


def _eliminated(event: Eliminated, words: Words) -> Brief:
    return Brief(event.captor, f"eliminated {words.player(event.player)}", event.territory)


def _played(event: CardPlayed, words: Words) -> Brief:
    return Brief(event.seat, f"played {words.a_card(event.card)}")


def _assassin(event: AssassinUsed, words: Words) -> Brief:
    return Brief(event.seat, f"played {words.a_card(BattleCard.ASSASSIN.value)}")


def _drawn(event: EventDrawn, words: Words) -> Brief:
    return Brief(event.seat, f"drew {words.card(event.card)}")


def _revealed(event: HiddenRevealed, words: Words) -> Brief:
    where = words.territory(event.territory)
    return Brief(event.seat, f"revealed hidden armies in {where}", event.territory)


def _truce(event: TruceForced, words: Words) -> Brief:
    return Brief(event.seat, f"forced a truce on {words.player(event.other)}")


BRIEFS: dict[type[Event], Callable[[Any, Words], Brief]] = {
    Captured: _captured,
    Eliminated: _eliminated,
    CardPlayed: _played,
    MercenariesPlayed: lambda event, words: Brief(event.seat, "played Mercenaries"),
    AssassinUsed: _assassin,
    SpySent: lambda event, words: Brief(event.seat, "sent a Spy"),
    EventDrawn: _drawn,
    HiddenRevealed: _revealed,
    TruceForced: _truce,
}
"""The phrase for each kind of event that has one."""
