"""The text on the cards: battle cards in this site's wording, event cards as in the rulebook."""

from dataclasses import dataclass, replace

from rules import Ruleset
from rules.cards import BattleCard, EventCard
from rules.sentences.event_texts import event_texts


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's face: title, one-line summary, full text, main rule id, and motif symbol id."""

    title: str
    line: str
    text: str
    rule: str
    motif: str


_OF_GREYHAWK: dict[BattleCard, CardText] = {
    BattleCard.MERCENARIES: CardText(
        "Mercenaries",
        "Armies for hire – more with every card.",
        "Play before your first attack. The card goes on the track, and you place as many armies "
        "as the number it covers, in any of your territories. All players share the track, which "
        "runs from 3 to 14.",
        "MRC-1",
        "mercenaries",
    ),
    BattleCard.FORTIFICATION: CardText(
        "Fortification",
        "+1 to your highest die in defence.",
        "Play when you’re attacked: +1 to your highest die for the whole attack. If the "
        "attacker’s highest die beats yours, you lose the card; otherwise it returns to your "
        "hand. It also blocks three events: savages, Frost Barbarian raiders and pirates.",
        "FOR-1",
        "fortification",
    ),
    BattleCard.HERO: CardText(
        "Hero",
        "+1 to your highest die in attack.",
        "Play it when you attack, just before you roll: +1 to your highest die in this and all "
        "later attacks this turn. If your highest die doesn’t beat the defender’s, you lose the "
        "card. The defender wins ties.",
        "HRO-1",
        "hero",
    ),
    BattleCard.AMBASSADOR: CardText(
        "Ambassador",
        "A truce, whether they like it or not.",
        "Play before your first attack and choose an opponent: you can’t attack them this turn, "
        "and they can’t attack you on their next turn. The card is then discarded.",
        "AMB-1",
        "ambassador",
    ),
    BattleCard.ASSASSIN: CardText(
        "Assassin",
        "Spies, destroys cards, or stops another Assassin.",
        "On your turn: look at an opponent’s hand (you keep this card), or try to destroy a card "
        "in play or in a hand. Each of you rolls a die; you add 2 and need the higher total. In "
        "defence: try to destroy a Hero, adding 1. At any time: cancel an Assassin sent "
        "against you.",
        "ASN-1",
        "assassin",
    ),
    BattleCard.FLEET: CardText(
        "Admiral’s Fleet",
        "Carries an attack across the seas.",
        "In your attacks: armies board on a coast, sail through a bordering sea zone and up to "
        "two more, and attack another coast. They fight until one side is gone. If you win, the "
        "card returns and can sail again.",
        "FLT-1",
        "fleet",
    ),
}

_OF_CASTLE: dict[BattleCard, CardText] = {
    BattleCard.MERCENARIES: replace(
        _OF_GREYHAWK[BattleCard.MERCENARIES],
        title="Reinforcements",
        line="Fresh armies – more with every card.",
        motif="reinforcements",
    ),
    BattleCard.FORTIFICATION: CardText(
        "Marshall",
        "+1 to your highest die in every defence of a turn.",
        "Play when you’re attacked: +1 to your highest die in this and all later defences this "
        "turn. If the attacker’s highest die beats yours, you lose the card; otherwise it returns "
        "to your hand when the turn ends.",
        "CAS-5",
        "marshall",
    ),
    BattleCard.HERO: replace(_OF_GREYHAWK[BattleCard.HERO], title="General", motif="general"),
    BattleCard.AMBASSADOR: replace(_OF_GREYHAWK[BattleCard.AMBASSADOR], title="Diplomat"),
    BattleCard.ASSASSIN: CardText(
        "Spy",
        "Looks at a hand and discards one of its cards.",
        "On your turn: look at an opponent’s hand and discard one of its cards, for everyone to "
        "see. If someone sends a Spy against you, play yours to counter it: both are discarded, "
        "and they see nothing.",
        "CAS-4",
        "spy",
    ),
    BattleCard.FLEET: CardText(
        "Admiral",
        "Carries an attack across the sea.",
        "In your attacks: armies board on a coast, sail as far as the same sea reaches, and "
        "attack another coast. They fight until one side is gone. If you win, the card returns "
        "and can sail again. The Black Sea isn’t connected to any other sea.",
        "CAS-6",
        "fleet",
    ),
}

_BATTLE_TEXTS = {"greyhawk": _OF_GREYHAWK, "castle": _OF_CASTLE}


def battle_text(ruleset: Ruleset, card: BattleCard) -> CardText:
    """Return the text of a battle card in a ruleset."""
    return _BATTLE_TEXTS[ruleset.name][card]


MOTIFS: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: "ambassador",
    EventCard.PLAGUE_FROM_THE_GNATMARSH: "plague",
    EventCard.SAVAGES_ATTACK: "raiders",
    EventCard.MINIONS_OF_WASTRI: "raiders",
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: "giants",
    EventCard.RAIDERS_FROM_THE_BONEWOOD: "raiders",
    EventCard.FROST_BARBARIAN_RAIDERS: "raiders",
    EventCard.PEASANTS_REVOLT: "revolt",
    EventCard.AZURE_STORMS: "storm",
    EventCard.SOLNOR_STORMS: "storm",
    EventCard.AERDI_STORMS: "storm",
    EventCard.FAVORABLE_WINDS: "fleet",
    EventCard.MAD_OVERKING: "crown",
    EventCard.FALL_OF_THE_LORDSHIP: "crown",
    EventCard.OSSONS_RAIDERS: "raiders",
    EventCard.AID_FOR_THE_IRON_LEAGUE: "banner",
    EventCard.GIANTS_FROM_THE_RAKERS: "giants",
    EventCard.FALL_OF_MEDEGIA: "crown",
    EventCard.GRAYFLOOD_OVERFLOWS: "flood",
    EventCard.MOUNTAIN_STORMS: "storm",
    EventCard.DEMONS_UNLEASHED: "curse",
    EventCard.WOODLAND_DEFENDERS: "woods",
    EventCard.MUSTER_TROOPS: "banner",
    EventCard.DRAGON_UNLEASHED: "dragon",
    EventCard.ANCIENT_CURSE: "curse",
    EventCard.ARMY_DESERTERS: "revolt",
    EventCard.PIRATES_ATTACK: "fleet",
    EventCard.FAVOUR_OF_THE_GODS: "sun",
    EventCard.SPY_REVEALED: "assassin",
    EventCard.MOVE_BY_NIGHT: "moon",
}
"""The motif of each event card: a symbol id in `static/drawing/cards/motifs.svg`."""


def event_text(card: EventCard) -> CardText:
    """Return the text of an event card."""
    text = event_texts()[card]
    sentence = f"{text.effect[0].upper()}{text.effect[1:]}."
    return CardText(text.title, "", sentence, text.rule, MOTIFS[card])
