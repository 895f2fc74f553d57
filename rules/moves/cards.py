"""Chapters 6, 7 and 10, and event cards: moves made with cards; see `moves/base.py`."""

from rules.cards import BattleCard
from rules.moves.base import Move, named


@named("mercenaries", "MRC-1", plays=BattleCard.MERCENARIES)
class PlayMercenaries(Move):
    """Play `count` Mercenaries cards at once."""

    count: int


@named("ambassador", "AMB-1", plays=BattleCard.AMBASSADOR)
class PlayAmbassador(Move):
    """Force a truce on a player."""

    opponent: int


@named("reveal", "HID-1")
class Reveal(Move):
    """Reveal the hidden armies in a territory."""

    territory: str


# Assassins


@named("spy", "ASN-1", plays=BattleCard.ASSASSIN)
class Spy(Move):
    """Look at an opponent's hand with an Assassin."""

    opponent: int


@named("assassinate_hand", "ASN-2", plays=BattleCard.ASSASSIN)
class AssassinateHand(Move):
    """Assassinate a card in a hand: `card` if the player may choose it, a random one if None."""

    opponent: int
    card: BattleCard | None = None


@named("assassinate_ambassador", "ASN-2", plays=BattleCard.ASSASSIN)
class AssassinateAmbassador(Move):
    """Assassinate the Ambassador with which `opponent` forced a truce on `partner`."""

    opponent: int
    partner: int


@named("assassinate_fortification", "ASN-5", plays=BattleCard.ASSASSIN)
class AssassinateFortification(Move):
    """Assassinate the Fortification in play in the open attack."""


@named("counter", "ASN-3", plays=BattleCard.ASSASSIN)
class Counter(Move):
    """Answer an Assassin with an Assassin, or a Spy with a Spy (CAS-4)."""


@named("block_hero", "ASN-4", plays=BattleCard.ASSASSIN)
class BlockHero(Move):
    """Send an Assassin against the Hero in the battle."""


@named("ruin", "DIP-4", plays=BattleCard.ASSASSIN)
class RuinTrade(Move):
    """Assassinate one card that `opponent` has laid for a trade."""

    opponent: int
    card: BattleCard


# Spies (chapter 10)


@named("send_spy", "CAS-4", plays=BattleCard.ASSASSIN)
class SendSpy(Move):
    """Look at an opponent's hand with a Spy, then have one of its cards discarded."""

    opponent: int


@named("discard_spied", "CAS-4")
class DiscardSpied(Move):
    """Choose the card that the owner of the hand just seen must discard."""

    card: BattleCard


# Event cards


@named("block_event", "FOR-3", plays=BattleCard.FORTIFICATION)
class BlockEvent(Move):
    """Block the event card just drawn with a Fortification."""


@named("dragon", "EVT-24")
class ChooseDragonTarget(Move):
    """Send the dragon against a territory."""

    territory: str


@named("move_armies", "EVT-30")
class MoveArmies(Move):
    """Move armies between two adjacent territories of the player under MOVE BY NIGHT."""

    source: str
    target: str
    armies: int
