"""One short line for each event card drawn, naming the players it affects.

The full text is too long for the list of last moves; it is shown with the cards, in the log and in
the rulebook.
"""

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

_HALVED = "{where} loses half its armies, unless a stronghold stands there."
_RAID = "{where}: each loses 2 armies, or gains 2 if held by {ruler}."
_STORM = "No attacks or moves from or to the coasts of the {sea}, and no fleets on it, {until}."

LINES: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: "All see the battle cards of {drawer}.",
    EventCard.PLAGUE_FROM_THE_GNATMARSH: _HALVED.replace("{where}", "Oldred"),
    EventCard.SAVAGES_ATTACK: "Hepmonaland loses half its armies; a Fortification stops it.",
    EventCard.MINIONS_OF_WASTRI: _HALVED.replace("{where}", "Kro Terlep"),
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: _HALVED.replace("{where}", "Flinty Hills"),
    EventCard.RAIDERS_FROM_THE_BONEWOOD: _HALVED.replace("{where}", "Ahlissa"),
    EventCard.FROST_BARBARIAN_RAIDERS: "Ratik loses half its armies; a Fortification stops it.",
    EventCard.PEASANTS_REVOLT: "{drawer} gets only half the spoils of this turn.",
    EventCard.AZURE_STORMS: _STORM.replace("{sea}", "Azure Sea"),
    EventCard.SOLNOR_STORMS: _STORM.replace("{sea}", "Solnor Ocean"),
    EventCard.AERDI_STORMS: _STORM.replace("{sea}", "Aerdi Sea"),
    EventCard.FAVORABLE_WINDS: "Fleets of {drawer} sail one sea zone further {until}.",
    EventCard.MAD_OVERKING: "−1 on the high die for {ruler}, in attack and defence, {until}.",
    EventCard.FALL_OF_THE_LORDSHIP: (
        "Both islands of the Lordship, with all armies there, go over to {ruler}."
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
    EventCard.FALL_OF_MEDEGIA: "The See of Medegia, with all armies there, goes over to {ruler}.",
    EventCard.GRAYFLOOD_OVERFLOWS: "No attacks or moves across the Grayflood {until}.",
    EventCard.MOUNTAIN_STORMS: "No attacks or moves from or to territories on the Rakers {until}.",
    EventCard.DEMONS_UNLEASHED: "+1 on the high die for {ruler}, in attack and defence, {until}.",
    EventCard.WOODLAND_DEFENDERS: "+1 on the high die for all who defend wooded land {until}.",
    EventCard.MUSTER_TROOPS: "{drawer} raises 6 armies at home: {home}.",
    EventCard.DRAGON_UNLEASHED: "A dragon takes 3 armies where {drawer} sends it.",
    EventCard.ANCIENT_CURSE: "−1 on the high die for {drawer} in defence outside {home} {until}.",
    EventCard.ARMY_DESERTERS: (
        "Enemies of {drawer} lose 2 armies in each territory of the home empire, {home}, and 1 in "
        "each beside it; some change sides."
    ),
    EventCard.PIRATES_ATTACK: (
        "Every coastal territory of {drawer} loses 2 armies; a Fortification stops it."
    ),
    EventCard.FAVOUR_OF_THE_GODS: (
        "+1 on the high die for {drawer}, in attack and defence, {until}."
    ),
    EventCard.SPY_REVEALED: (
        "The next player draws one battle card of {drawer} unseen; it is discarded."
    ),
    EventCard.MOVE_BY_NIGHT: (
        "{drawer} may move armies up to three times, each time to a neighbour of their own."
    ),
}
"""The effect of each event card; none takes a territory's last army (EVT-1 to EVT-30)."""


def event_line(view: View, words: Words, event: EventDrawn) -> str:
    """Return a line on the card's effect that names its drawer and the player it affects."""
    card, drawer = EventCard(event.card), words.player(event.seat)
    empire = view.player(event.seat).empire
    return LINES[card].format(
        drawer=drawer,
        until=f"until the end of {drawer}’s next turn",
        home=words.group(empire) if empire else "",
        ruler=_ruler(view, words, card),
    )


def _ruler(view: View, words: Words, card: EventCard) -> str:
    """Return the player whose empire the card names; only the empire if they are eliminated."""
    if card not in RULERS:
        return ""
    empire = RULERS[card]
    of_empire = f"the {words.group(empire)} player"
    living = [each for each in view.players if each.empire == empire and not each.eliminated]
    return f"{words.player(living[0].seat)}, {of_empire}" if living else of_empire
