"""Chapters 6, 7 and 10, and event cards: what cards let one do; see `move.py`."""

from rules.cards import BattleCard
from rules.move import Move, named


@named("mercenaries", "MRC-1")
class PlayMercenaries(Move):
    """So many Mercenaries cards at once."""

    count: int


@named("ambassador", "AMB-1")
class PlayAmbassador(Move):
    opponent: int


@named("reveal", "HID-1")
class Reveal(Move):
    territory: str


# Assassins


@named("spy", "ASN-1")
class Spy(Move):
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
    pass


@named("block_hero", "ASN-4")
class BlockHero(Move):
    pass


@named("ruin", "DIP-4")
class RuinTrade(Move):
    """An Assassin against one laid card of `opponent`."""

    opponent: int
    card: BattleCard


# Spies (chapter 10)


@named("send_spy", "CAS-4")
class SendSpy(Move):
    opponent: int


@named("discard_spied", "CAS-4")
class DiscardSpied(Move):
    """The card of the hand seen that its owner discards."""

    card: BattleCard


# Event cards


@named("block_event", "FOR-3")
class BlockEvent(Move):
    pass


@named("dragon", "EVT-24")
class ChooseDragonTarget(Move):
    territory: str


@named("move_armies", "EVT-30")
class MoveArmies(Move):
    source: str
    target: str
    armies: int
