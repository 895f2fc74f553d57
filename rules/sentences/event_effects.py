"""The effect of each event card in one clause, naming its drawer and the player it affects.

Shorter than the rulebook's text in `event_texts`, for the log and the game's page.
"""

from collections.abc import Mapping

from rules.cards import LASTING, EventCard
from rules.sentences.words import Words

RULERS: dict[EventCard, str] = {
    EventCard.MAD_OVERKING: "great_kingdom",
    EventCard.DEMONS_UNLEASHED: "great_kingdom",
    EventCard.FALL_OF_MEDEGIA: "great_kingdom",
    EventCard.FALL_OF_THE_LORDSHIP: "scarlet_brotherhood",
    EventCard.OSSONS_RAIDERS: "eastern_pact",
    EventCard.AID_FOR_THE_IRON_LEAGUE: "iron_league",
    EventCard.GIANTS_FROM_THE_RAKERS: "north_province",
}
"""For event cards that name an empire, the empire: they affect its player."""

_HALVED = "{where} loses half its armies, unless a stronghold is there"
_HALVED_OR_STOPPED = "{where} loses half its armies, unless a Fortification prevents it"
_RAID = "{where} lose 2 armies each – or gain 2, if {ruler} holds them"
_STORM = "no attacks, moves or fleets on the {sea} and its coasts"

EFFECTS: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: "everyone sees {drawer’s} battle cards",
    EventCard.PLAGUE_FROM_THE_GNATMARSH: _HALVED.replace("{where}", "Oldred"),
    EventCard.SAVAGES_ATTACK: _HALVED_OR_STOPPED.replace("{where}", "Hepmonaland"),
    EventCard.MINIONS_OF_WASTRI: _HALVED.replace("{where}", "Kro Terlep"),
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: _HALVED.replace("{where}", "Flinty Hills"),
    EventCard.RAIDERS_FROM_THE_BONEWOOD: _HALVED.replace("{where}", "Ahlissa"),
    EventCard.FROST_BARBARIAN_RAIDERS: _HALVED_OR_STOPPED.replace("{where}", "Ratik"),
    EventCard.PEASANTS_REVOLT: "{drawer’s} spoils are halved this turn",
    EventCard.AZURE_STORMS: _STORM.replace("{sea}", "Azure Sea"),
    EventCard.SOLNOR_STORMS: _STORM.replace("{sea}", "Solnor Ocean"),
    EventCard.AERDI_STORMS: _STORM.replace("{sea}", "Aerdi Sea"),
    EventCard.FAVORABLE_WINDS: "{drawer’s} fleets can sail one sea zone further",
    EventCard.MAD_OVERKING: "{ruler} gets −1 to its highest die",
    EventCard.FALL_OF_THE_LORDSHIP: (
        "both islands of the Lordship, with all their armies, go to {ruler}"
    ),
    EventCard.OSSONS_RAIDERS: _RAID.replace(
        "{where}", "South Province, Glorioles, Sunndi and the See of Medegia"
    ),
    EventCard.AID_FOR_THE_IRON_LEAGUE: _RAID.replace(
        "{where}", "South Province, Iron Hills, Idee and Onnwal"
    ),
    EventCard.GIANTS_FROM_THE_RAKERS: _RAID.replace(
        "{where}", "Theocracy of the Pale, Flinty Hills, Ratik and Bone March"
    ),
    EventCard.FALL_OF_MEDEGIA: "the See of Medegia, with all its armies, goes to {ruler}",
    EventCard.GRAYFLOOD_OVERFLOWS: "no attacks or moves across the Grayflood",
    EventCard.MOUNTAIN_STORMS: "no attacks or moves to or from territories along the Rakers",
    EventCard.DEMONS_UNLEASHED: "{ruler} gets +1 to its highest die",
    EventCard.WOODLAND_DEFENDERS: (
        "anyone defending a wooded territory gets +1 to their highest die"
    ),
    EventCard.MUSTER_TROOPS: "{drawer} can place 6 armies in {home}",
    EventCard.DRAGON_UNLEASHED: "{drawer’s} dragon kills 3 armies in one enemy territory",
    EventCard.ANCIENT_CURSE: "−1 to {drawer’s} highest die in defence outside {home}",
    EventCard.ARMY_DESERTERS: (
        "enemy territories in {home} lose 2 armies each, and those next to it lose 1; "
        "the deserters join {drawer’s} armies where possible"
    ),
    EventCard.PIRATES_ATTACK: (
        "{drawer’s} coastal territories lose 2 armies each, unless a Fortification stops the "
        "pirates"
    ),
    EventCard.FAVOUR_OF_THE_GODS: "+1 to {drawer’s} highest die",
    EventCard.SPY_REVEALED: "one of {drawer’s} battle cards is discarded at random",
    EventCard.MOVE_BY_NIGHT: (
        "{drawer} can move armies up to three times, between neighbouring territories"
    ),
}
"""The effect of each event card; none takes a territory's last army (EVT-1 to EVT-30).

Each clause works with “you” and with a name as the drawer.
"""

_LASTING = "{effect} until the end of {drawer’s} next turn"
_HOME = "{drawer’s} home empire"


def event_effect(
    words: Words,
    name: str,
    drawer: Mapping[str, str],
    *,
    ruler: str | None = None,
    home: str | None = None,
) -> str:
    """Return the effect of an event card, without its duration.

    `drawer` has the words for “drawer” and “drawer’s”. `ruler` and `home` replace the names of the
    affected empire and of the drawer's home empire.
    """
    card = EventCard(name)
    if ruler is None and card in RULERS:
        ruler = words.region(RULERS[card])
    return EFFECTS[card].format(**drawer, ruler=ruler or "", home=home or _HOME.format_map(drawer))


def with_end(words: Words, name: str, drawer: int, effect: str) -> str:
    """Return the effect of a card just drawn, with its duration if it is a lasting card."""
    if EventCard(name) not in LASTING:
        return effect
    return _LASTING.format_map({"effect": effect, **words.people(drawer=drawer)})
