"""Chapters 6, 7 and 10, and event cards: what cards let one do; see `moves/base.py`."""

from rules.cards import BattleCard
from rules.moves.base import Move, named


@named("mercenaries", "MRC-1")
class PlayMercenaries(Move):
    """So many Mercenaries cards at once."""

    count: int


@named("ambassador", "AMB-1")
class PlayAmbassador(Move):
    """Force a truce on a player."""

    opponent: int


@named("reveal", "HID-1")
class Reveal(Move):
    """Bring out the hidden armies that lie in a territory."""

    territory: str


# Assassins


@named("spy", "ASN-1")
class Spy(Move):
    """Look at the hand of a player by an Assassin."""

    opponent: int


@named("assassinate_hand", "ASN-2")
class AssassinateHand(Move):
    """A card of a hand: the one named where it may be named, else (None) a random one."""

    opponent: int
    card: BattleCard | None = None


@named("assassinate_ambassador", "ASN-2")
class AssassinateAmbassador(Move):
    """The Ambassador with which `opponent` forced a truce on `partner`."""

    opponent: int
    partner: int


@named("assassinate_fortification", "ASN-5")
class AssassinateFortification(Move):
    """The Fortification in play in the open attack."""


@named("counter", "ASN-3")
class Counter(Move):
    """Answer an Assassin with an Assassin, or a Spy with a Spy (CAS-4)."""


@named("block_hero", "ASN-4")
class BlockHero(Move):
    """Send an Assassin against the Hero in the battle."""


@named("ruin", "DIP-4")
class RuinTrade(Move):
    """An Assassin against one laid card of `opponent`."""

    opponent: int
    card: BattleCard


# Spies (chapter 10)


@named("send_spy", "CAS-4")
class SendSpy(Move):
    """Look at the hand of a player by a Spy, to have a card of it discarded."""

    opponent: int


@named("discard_spied", "CAS-4")
class DiscardSpied(Move):
    """The card of the hand seen that its owner discards."""

    card: BattleCard


# Event cards


@named("block_event", "FOR-3")
class BlockEvent(Move):
    """Play a Fortification against the event card that was drawn."""


@named("dragon", "EVT-24")
class ChooseDragonTarget(Move):
    """Send the dragon against a territory."""

    territory: str


@named("move_armies", "EVT-30")
class MoveArmies(Move):
    """Move so many armies by night from a territory of one’s own to one beside it."""

    source: str
    target: str
    armies: int
