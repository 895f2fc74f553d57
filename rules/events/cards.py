"""Chapters 6 and 7, event cards: what cards and hidden armies bring about; see `events/base.py`."""

from rules.events.base import Event, named


@named("card_played")
class CardPlayed(Event):
    """A Hero, Fortification, Fleet or Ambassador came into play."""

    seat: int
    card: str
    rule: str


@named("card_returned")
class CardReturned(Event):
    """A card in play went back to its player's hand."""

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
    """AMB-2."""

    seat: int
    other: int


@named("truce_ended")
class TruceEnded(Event):
    """A truce that was forced is over."""

    seat: int
    other: int


@named("assassin_used")
class AssassinUsed(Event):
    """ASN-1, 2, 4, 5, DIP-4: against whom and what; `card` None is the hand."""

    seat: int
    opponent: int
    use: str
    card: str | None


@named("assassin_countered")
class AssassinCountered(Event):
    """ASN-3."""

    seat: int
    opponent: int


@named("assassin_rolled")
class AssassinRolled(Event):
    """ASN-2, ASN-4: one die each, the assassin's bonus, and whether it struck."""

    seat: int
    opponent: int
    die: int
    bonus: int
    against: int
    success: bool


@named("spied")
class Spied(Event):
    """ASN-1: that A spied on B is public."""

    seat: int
    opponent: int


@named("hand_seen", private=True)
class HandSeen(Event):
    """ASN-1, CAS-4: what the spy saw."""

    seat: int
    opponent: int
    cards: tuple[str, ...]


@named("spy_sent")
class SpySent(Event):
    """CAS-4: that A spied on B is public."""

    seat: int
    opponent: int


@named("spy_countered")
class SpyCountered(Event):
    """CAS-4."""

    seat: int
    opponent: int


@named("hidden_revealed")
class HiddenRevealed(Event):
    """HID-1, HID-3: the salt opens the commitment of the player who chose (`maker`)."""

    seat: int
    territory: str
    armies: int
    maker: int
    commitment: str
    salt: str


# Event cards


@named("event_drawn")
class EventDrawn(Event):
    """TRN-4: the event card that was drawn, and the rule it is read under."""

    seat: int
    card: str
    rule: str


@named("event_blocked")
class EventBlocked(Event):
    """FOR-3."""

    seat: int
    card: str


@named("event_idle")
class EventIdle(Event):
    """The card found nothing to act on."""

    seat: int
    card: str


@named("event_ended")
class EventEnded(Event):
    """A card in force came to its end."""

    seat: int
    card: str


@named("armies_lost")
class ArmiesLost(Event):
    """Armies an event card took from a territory."""

    seat: int
    territory: str
    armies: int
    rule: str


@named("armies_gained")
class ArmiesGained(Event):
    """Armies an event card put on a territory."""

    seat: int
    territory: str
    armies: int
    rule: str


@named("armies_converted")
class ArmiesConverted(Event):
    """EVT-14, EVT-18: a territory with all its armies changed its owner."""

    seat: int
    territory: str
    armies: int
    loser: int
    rule: str


@named("hand_shown")
class HandShown(Event):
    """EVT-1."""

    seat: int
    cards: tuple[str, ...]


@named("armies_moved")
class ArmiesMoved(Event):
    """EVT-30."""

    seat: int
    source: str
    target: str
    armies: int
