"""Chapters 6, 7 and 10, and event cards: events of cards; see `events/base.py`."""

from typing import ClassVar

from rules.events.base import Event, PrivateEvent, named


@named("card_played")
class CardPlayed(Event):
    """A Hero, Fortification, Fleet or Ambassador came into play."""

    seat: int
    card: str
    rule: str


@named("card_returned")
class CardReturned(Event):
    """A card in play returned to its player's hand."""

    seat: int
    card: str
    rule: str


@named("card_lost")
class CardLost(Event):
    """A card was shown and discarded."""

    seat: int
    card: str
    rule: str


@named("truce_forced")
class TruceForced(Event):
    """An Ambassador forced a truce on `other` (AMB-2)."""

    seat: int
    other: int


@named("truce_ended")
class TruceEnded(Event):
    """A forced truce ended (AMB-2)."""

    seat: int
    other: int


@named("assassin_used")
class AssassinUsed(Event):
    """An Assassin was used against an opponent (ASN-1, 2, 4, 5, DIP-4).

    `card` is the target, None if no card was named.
    """

    seat: int
    opponent: int
    use: str
    card: str | None


@named("assassin_countered")
class AssassinCountered(Event):
    """`seat` countered the Assassin of `opponent` with another Assassin (ASN-3)."""

    seat: int
    opponent: int


@named("assassin_rolled")
class AssassinRolled(Event):
    """Both sides rolled for an Assassin: `die` plus `bonus` against `against` (ASN-2, ASN-4)."""

    seat: int
    opponent: int
    die: int
    bonus: int
    against: int
    success: bool


@named("spied")
class Spied(Event):
    """`seat` looked at the hand of `opponent` with an Assassin (ASN-1)."""

    seat: int
    opponent: int


@named("hand_seen")
class HandSeen(PrivateEvent):
    """The hand that a player looked at, for that player only (ASN-1, CAS-4)."""

    opponent: int
    cards: tuple[str, ...]


@named("spy_sent")
class SpySent(Event):
    """`seat` sent a Spy to `opponent` (CAS-4)."""

    seat: int
    opponent: int


@named("spy_countered")
class SpyCountered(Event):
    """`seat` countered the Spy of `opponent` with another Spy (CAS-4)."""

    seat: int
    opponent: int


@named("hidden_revealed")
class HiddenRevealed(Event):
    """Hidden armies were revealed; `salt` opens the commitment of their `maker` (HID-1, HID-3)."""

    mark: ClassVar[str] = "hidden_armies"
    seat: int
    territory: str
    armies: int
    maker: int
    commitment: str
    salt: str


# Event cards


@named("event_drawn")
class EventDrawn(Event):
    """An event card was drawn; `rule` is the id of its rule (TRN-4)."""

    mark: ClassVar[str] = "event_card"
    seat: int
    card: str
    rule: str


@named("event_blocked")
class EventBlocked(Event):
    """A Fortification blocked an event card (FOR-3)."""

    seat: int
    card: str


@named("event_idle")
class EventIdle(Event):
    """An event card had no effect."""

    seat: int
    card: str


@named("event_ended")
class EventEnded(Event):
    """An event card in force ended."""

    seat: int
    card: str


@named("armies_lost")
class ArmiesLost(Event):
    """An event card removed armies from a territory."""

    seat: int
    territory: str
    armies: int
    rule: str


@named("armies_gained")
class ArmiesGained(Event):
    """An event card added armies to a territory."""

    seat: int
    territory: str
    armies: int
    rule: str


@named("armies_converted")
class ArmiesConverted(Event):
    """A territory and its armies went from `loser` to `seat` (EVT-14, EVT-18)."""

    seat: int
    territory: str
    armies: int
    loser: int
    rule: str


@named("hand_shown")
class HandShown(Event):
    """A hand was shown to all players (EVT-1)."""

    seat: int
    cards: tuple[str, ...]


@named("armies_moved")
class ArmiesMoved(Event):
    """Armies moved by night between adjacent territories (EVT-30)."""

    seat: int
    source: str
    target: str
    armies: int
