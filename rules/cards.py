"""Chapter 6 and the event cards: the kinds of card, as plain data."""

from enum import StrEnum


class BattleCard(StrEnum):
    """A kind of battle card; cards of one kind are indistinguishable (chapter 1).

    All games share Greyhawk's names here; `Ruleset.card_names` has the names of each game.
    """

    AMBASSADOR = "ambassador"
    ASSASSIN = "assassin"
    FLEET = "fleet"
    FORTIFICATION = "fortification"
    HERO = "hero"
    MERCENARIES = "mercenaries"


class EventCard(StrEnum):
    """A kind of event card, in the rulebook's order from EVT-1 to EVT-30."""

    AMBASSADOR_BLUNDERS = "ambassador_blunders"
    PLAGUE_FROM_THE_GNATMARSH = "plague_from_the_gnatmarsh"
    SAVAGES_ATTACK = "savages_attack"
    MINIONS_OF_WASTRI = "minions_of_wastri"
    GIANTS_ATTACK_FLINTY_HILLS = "giants_attack_flinty_hills"
    RAIDERS_FROM_THE_BONEWOOD = "raiders_from_the_bonewood"
    FROST_BARBARIAN_RAIDERS = "frost_barbarian_raiders"
    PEASANTS_REVOLT = "peasants_revolt"
    AZURE_STORMS = "azure_storms"
    SOLNOR_STORMS = "solnor_storms"
    AERDI_STORMS = "aerdi_storms"
    FAVORABLE_WINDS = "favorable_winds"
    MAD_OVERKING = "mad_overking"
    FALL_OF_THE_LORDSHIP = "fall_of_the_lordship"
    OSSONS_RAIDERS = "ossons_raiders"
    AID_FOR_THE_IRON_LEAGUE = "aid_for_the_iron_league"
    GIANTS_FROM_THE_RAKERS = "giants_from_the_rakers"
    FALL_OF_MEDEGIA = "fall_of_medegia"
    GRAYFLOOD_OVERFLOWS = "grayflood_overflows"
    MOUNTAIN_STORMS = "mountain_storms"
    DEMONS_UNLEASHED = "demons_unleashed"
    WOODLAND_DEFENDERS = "woodland_defenders"
    MUSTER_TROOPS = "muster_troops"
    DRAGON_UNLEASHED = "dragon_unleashed"
    ANCIENT_CURSE = "ancient_curse"
    ARMY_DESERTERS = "army_deserters"
    PIRATES_ATTACK = "pirates_attack"
    FAVOUR_OF_THE_GODS = "favour_of_the_gods"
    SPY_REVEALED = "spy_revealed"
    MOVE_BY_NIGHT = "move_by_night"


WILD = "wild"
"""The id of a wild territory card; other territory cards use their territory's id (CLA-4)."""

EVENT_RULES: dict[EventCard, str] = {
    card: f"EVT-{number}" for number, card in enumerate(EventCard, start=1)
}
"""The rule id of every event card."""

EVENT_NAMES: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: "Ambassador Blunders",
    EventCard.PLAGUE_FROM_THE_GNATMARSH: "Plague from the Gnatmarsh",
    EventCard.SAVAGES_ATTACK: "Savages Attack!",
    EventCard.MINIONS_OF_WASTRI: "Minions of Wastri Attack!",
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: "Giants from the Rakers Attack!",
    EventCard.RAIDERS_FROM_THE_BONEWOOD: "Raiders from the Bonewood Forest Attack!",
    EventCard.FROST_BARBARIAN_RAIDERS: "Frost Barbarian Raiders Attack!",
    EventCard.PEASANTS_REVOLT: "Peasants Revolt!",
    EventCard.AZURE_STORMS: "Azure Storms!",
    EventCard.SOLNOR_STORMS: "Solnor Storms!",
    EventCard.AERDI_STORMS: "Aerdi Storms!",
    EventCard.FAVORABLE_WINDS: "Favorable Winds",
    EventCard.MAD_OVERKING: "The Mad Overking!",
    EventCard.FALL_OF_THE_LORDSHIP: "Fall of the Lordship of the Isles",
    EventCard.OSSONS_RAIDERS: "Osson’s Raiders",
    EventCard.AID_FOR_THE_IRON_LEAGUE: "Aid for the Iron League",
    EventCard.GIANTS_FROM_THE_RAKERS: "Giants from the Rakers",
    EventCard.FALL_OF_MEDEGIA: "Fall of Medegia",
    EventCard.GRAYFLOOD_OVERFLOWS: "Grayflood Overflows!",
    EventCard.MOUNTAIN_STORMS: "Mountain Storms!",
    EventCard.DEMONS_UNLEASHED: "Demons Unleashed!",
    EventCard.WOODLAND_DEFENDERS: "Woodland Defenders",
    EventCard.MUSTER_TROOPS: "Muster Troops",
    EventCard.DRAGON_UNLEASHED: "Dragon Unleashed!",
    EventCard.ANCIENT_CURSE: "Ancient Curse Unleashed!",
    EventCard.ARMY_DESERTERS: "Army Deserters",
    EventCard.PIRATES_ATTACK: "Pirates Attack!",
    EventCard.FAVOUR_OF_THE_GODS: "Favour of the Gods!",
    EventCard.SPY_REVEALED: "Spy Revealed",
    EventCard.MOVE_BY_NIGHT: "Move by Night",
}
"""The title printed on every event card."""

NAMED: dict[EventCard, tuple[str, ...]] = {
    EventCard.PLAGUE_FROM_THE_GNATMARSH: ("oldred",),
    EventCard.SAVAGES_ATTACK: ("hepmonaland",),
    EventCard.MINIONS_OF_WASTRI: ("kro_terlep",),
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: ("flinty_hills",),
    EventCard.RAIDERS_FROM_THE_BONEWOOD: ("ahlissa",),
    EventCard.FROST_BARBARIAN_RAIDERS: ("ratik",),
    EventCard.FALL_OF_THE_LORDSHIP: ("lordship_duxchan", "lordship_sulward"),
    EventCard.OSSONS_RAIDERS: ("south_province", "glorioles", "sunndi", "medegia"),
    EventCard.AID_FOR_THE_IRON_LEAGUE: ("south_province", "iron_hills", "idee", "onnwal"),
    EventCard.GIANTS_FROM_THE_RAKERS: ("theocracy", "flinty_hills", "ratik", "bone_march"),
    EventCard.FALL_OF_MEDEGIA: ("medegia",),
}
"""The ids of the territories each event card names; a ruleset checks its board for them."""

LASTING = frozenset(
    {
        EventCard.AZURE_STORMS,
        EventCard.SOLNOR_STORMS,
        EventCard.AERDI_STORMS,
        EventCard.FAVORABLE_WINDS,
        EventCard.MAD_OVERKING,
        EventCard.GRAYFLOOD_OVERFLOWS,
        EventCard.MOUNTAIN_STORMS,
        EventCard.DEMONS_UNLEASHED,
        EventCard.WOODLAND_DEFENDERS,
        EventCard.ANCIENT_CURSE,
        EventCard.FAVOUR_OF_THE_GODS,
    }
)
"""Event cards in force until the end of the drawer's next turn."""
