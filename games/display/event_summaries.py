"""One short line for each event card drawn, naming the players it affects.

The full text is too long for the list of last moves; it is shown with the cards, in the log and in
the rulebook.
"""

from games.display.words import capitalised
from rules import View
from rules.cards import EventCard
from rules.events.cards import EventDrawn
from rules.sentences import Words

RULERS: dict[EventCard, str] = {
    EventCard.MAD_OVERKING: "great_kingdom",
    EventCard.DEMONS_UNLEASHED: "great_kingdom",
    EventCard.FALL_OF_MEDEGIA: "great_kingdom",
    EventCard.FALL_OF_THE_LORDSHIP: "scarlet_brotherhood",
    EventCard.OSSONS_RAIDERS: "eastern_pact",
    EventCard.AID_FOR_THE_IRON_LEAGUE: "iron_league",
    EventCard.GIANTS_FROM_THE_RAKERS: "north_province",
}
"""The empire whose player an event card affects, for cards that name one."""

_HALVED = "{where} loses half its armies, unless a stronghold is there."
_RAID = "{where}: each loses 2 armies – or gains 2, if {ruler} holds it."
_STORM = "No attacks, moves or fleets on the {sea} and its coasts {until}."

LINES: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: "Everyone sees {drawer’s} battle cards.",
    EventCard.PLAGUE_FROM_THE_GNATMARSH: _HALVED.replace("{where}", "Oldred"),
    EventCard.SAVAGES_ATTACK: "Hepmonaland loses half its armies; a Fortification stops it.",
    EventCard.MINIONS_OF_WASTRI: _HALVED.replace("{where}", "Kro Terlep"),
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: _HALVED.replace("{where}", "Flinty Hills"),
    EventCard.RAIDERS_FROM_THE_BONEWOOD: _HALVED.replace("{where}", "Ahlissa"),
    EventCard.FROST_BARBARIAN_RAIDERS: "Ratik loses half its armies; a Fortification stops it.",
    EventCard.PEASANTS_REVOLT: "{drawer} gets only half the spoils this turn.",
    EventCard.AZURE_STORMS: _STORM.replace("{sea}", "Azure Sea"),
    EventCard.SOLNOR_STORMS: _STORM.replace("{sea}", "Solnor Ocean"),
    EventCard.AERDI_STORMS: _STORM.replace("{sea}", "Aerdi Sea"),
    EventCard.FAVORABLE_WINDS: "{drawer’s} fleets sail one sea zone further {until}.",
    EventCard.MAD_OVERKING: "{ruler} gets −1 to the top die {until}.",
    EventCard.FALL_OF_THE_LORDSHIP: (
        "Both islands of the Lordship, with all their armies, go to {ruler}."
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
    EventCard.FALL_OF_MEDEGIA: "The See of Medegia, with all its armies, goes to {ruler}.",
    EventCard.GRAYFLOOD_OVERFLOWS: "No attacks or moves across the Grayflood {until}.",
    EventCard.MOUNTAIN_STORMS: "No attacks or moves from or to territories along the Rakers "
    "{until}.",
    EventCard.DEMONS_UNLEASHED: "{ruler} gets +1 to the top die {until}.",
    EventCard.WOODLAND_DEFENDERS: "Anyone defending a wooded territory gets +1 to the top die "
    "{until}.",
    EventCard.MUSTER_TROOPS: "{drawer} gets 6 armies to place at home: {home}.",
    EventCard.DRAGON_UNLEASHED: "{drawer} sends a dragon to kill 3 armies.",
    EventCard.ANCIENT_CURSE: "{drawer} gets −1 to the top die in defence outside {home} {until}.",
    EventCard.ARMY_DESERTERS: (
        "{drawer’s} enemies lose 2 armies in each territory of {home} and 1 in each next to it. "
        "Some change sides."
    ),
    EventCard.PIRATES_ATTACK: (
        "{drawer’s} coastal territories lose 2 armies each; a Fortification stops it."
    ),
    EventCard.FAVOUR_OF_THE_GODS: ("{drawer} gets +1 to the top die {until}."),
    EventCard.SPY_REVEALED: ("The next player discards one of {drawer’s} battle cards at random."),
    EventCard.MOVE_BY_NIGHT: (
        "{drawer} can move armies up to three times, each time to a neighbouring territory they "
        "hold."
    ),
}
"""The effect of each event card; none takes a territory's last army (EVT-1 to EVT-30)."""


def event_line(view: View, words: Words, event: EventDrawn) -> str:
    """Return a line on the card's effect that names its drawer and the player it affects."""
    card = EventCard(event.card)
    empire = view.player(event.seat).empire
    parts = {
        "until": f"until the end of {words.whose(event.seat)} next turn",
        "home": words.group(empire) if empire else "",
        "ruler": _ruler(view, words, card),
        **words.people(drawer=event.seat),
    }
    return capitalised(LINES[card].format_map(parts))


def _ruler(view: View, words: Words, card: EventCard) -> str:
    """Return the player whose empire the card names; only the empire if they are eliminated."""
    if card not in RULERS:
        return ""
    empire = RULERS[card]
    living = [each for each in view.players if each.empire == empire and not each.eliminated]
    if not living:
        return f"the {words.group(empire)} player"
    return f"{words.player(living[0].seat)} ({words.group(empire)})"
