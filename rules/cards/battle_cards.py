"""The battle cards, with one row of data for each."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum, auto

from rules.cards.rows import BattleCardRow, CardText


class BattleCard(StrEnum):
    """A kind of battle card; cards of one kind are indistinguishable (chapter 1).

    All games share Greyhawk's names here; `Ruleset.card_texts` has the titles of each game.
    """

    AMBASSADOR = auto()
    ASSASSIN = auto()
    FLEET = auto()
    FORTIFICATION = auto()
    HERO = auto()
    MERCENARIES = auto()


_AMBASSADOR = CardText(
    "Ambassador",
    "A truce, whether they like it or not.",
    "Play before your first attack and choose an opponent: you can’t attack them this turn, and "
    "they can’t attack you on their next turn. The card is then discarded.",
    "AMB-1",
    "ambassador",
)

_HERO = CardText(
    "Hero",
    "+1 to your highest die in attack.",
    "Play it when you attack, just before you roll: +1 to your highest die in this and all later "
    "attacks this turn. If your highest die doesn’t beat the defender’s, you lose the card. The "
    "defender wins ties.",
    "HRO-1",
    "hero",
)

_MERCENARIES = CardText(
    "Mercenaries",
    "Armies for hire – more with every card.",
    "Play before your first attack. The card goes on the track, and you place as many armies as "
    "the number it covers, in any of your territories. All players share the track, which runs "
    "from 3 to 14.",
    "MRC-1",
    "mercenaries",
)

BATTLE_CARDS: Mapping[BattleCard, BattleCardRow] = {
    BattleCard.MERCENARIES: BattleCardRow(
        count=12,
        worth=8.5,
        a_card="{Mercenaries}",
        castle_words={"Mercenaries": "Reinforcements"},
        greyhawk=_MERCENARIES,
        castle=replace(
            _MERCENARIES,
            title="Reinforcements",
            line="Fresh armies – more with every card.",
            motif="reinforcements",
        ),
    ),
    BattleCard.FORTIFICATION: BattleCardRow(
        count=8,
        worth=4.0,
        a_card="a {Fortification}",
        castle_words={
            "Fortification": "Marshall",
            "Fortifications": "Marshalls",
            "fortification": "Marshall",
        },
        greyhawk=CardText(
            "Fortification",
            "+1 to your highest die in defence.",
            "Play when you’re attacked: +1 to your highest die for the whole attack. If the "
            "attacker’s highest die beats yours, you lose the card; otherwise it returns to your "
            "hand. It also blocks three events: savages, Frost Barbarian raiders and pirates.",
            "FOR-1",
            "fortification",
        ),
        castle=CardText(
            "Marshall",
            "+1 to your highest die in every defence of a turn.",
            "Play when you’re attacked: +1 to your highest die in this and all later defences "
            "this turn. If the attacker’s highest die beats yours, you lose the card; otherwise "
            "it returns to your hand when the turn ends.",
            "CAS-5",
            "marshall",
        ),
    ),
    BattleCard.HERO: BattleCardRow(
        count=8,
        worth=3.5,
        a_card="{a Hero}",
        castle_words={"Hero": "General", "Heroes": "Generals", "a Hero": "a General"},
        greyhawk=_HERO,
        castle=replace(_HERO, title="General", motif="general"),
    ),
    BattleCard.AMBASSADOR: BattleCardRow(
        count=7,
        worth=2.0,
        a_card="{an Ambassador}",
        castle_words={
            "Ambassador": "Diplomat",
            "Ambassadors": "Diplomats",
            "an Ambassador": "a Diplomat",
            "An Ambassador": "A Diplomat",
        },
        greyhawk=_AMBASSADOR,
        castle=replace(_AMBASSADOR, title="Diplomat"),
    ),
    BattleCard.ASSASSIN: BattleCardRow(
        count=7,
        worth=3.0,
        a_card="{an Assassin}",
        castle_words={
            "Assassin": "Spy",
            "Assassins": "Spies",
            "an Assassin": "a Spy",
            "An Assassin": "A Spy",
        },
        greyhawk=CardText(
            "Assassin",
            "Spies, destroys cards, or stops another Assassin.",
            "On your turn: look at an opponent’s hand (you keep this card), or try to destroy a "
            "card in play or in a hand. Each of you rolls a die; you add 2 and need the higher "
            "total. In defence: try to destroy a Hero, adding 1. At any time: cancel an Assassin "
            "sent against you.",
            "ASN-1",
            "assassin",
        ),
        castle=CardText(
            "Spy",
            "Looks at a hand and discards one of its cards.",
            "On your turn: look at an opponent’s hand and discard one of its cards, for everyone "
            "to see. If someone sends a Spy against you, play yours to counter it: both are "
            "discarded, and they see nothing.",
            "CAS-4",
            "spy",
        ),
    ),
    BattleCard.FLEET: BattleCardRow(
        count=6,
        worth=2.5,
        a_card="{a Fleet}",
        castle_words={
            "Fleet": "Admiral",
            "Fleets": "Admirals",
            "a Fleet": "an Admiral",
            "A Fleet": "An Admiral",
            "fleet": "Admiral",
            "a fleet": "an Admiral",
            "A fleet": "An Admiral",
            "by fleet": "by sea",
            "By fleet": "By sea",
        },
        greyhawk=CardText(
            "Admiral’s Fleet",
            "Carries an attack across the seas.",
            "In your attacks: armies board on a coast, sail through a bordering sea zone and up "
            "to two more, and attack another coast. They fight until one side is gone. If you "
            "win, the card returns and can sail again.",
            "FLT-1",
            "fleet",
        ),
        castle=CardText(
            "Admiral",
            "Carries an attack across the sea.",
            "In your attacks: armies board on a coast, sail as far as the same sea reaches, and "
            "attack another coast. They fight until one side is gone. If you win, the card "
            "returns and can sail again. The Black Sea isn’t connected to any other sea.",
            "CAS-6",
            "fleet",
        ),
    ),
}
"""The row of every battle card."""
