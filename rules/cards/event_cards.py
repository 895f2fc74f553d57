"""The event cards, with one row of data for each."""

from collections.abc import Mapping
from enum import StrEnum, auto

from rules.cards.rows import Change, Die, EventCardRow, Sign, Whose
from rules.questions import DecisionKind


class EventCard(StrEnum):
    """A kind of event card, in the rulebook's order."""

    AMBASSADOR_BLUNDERS = auto()
    PLAGUE_FROM_THE_GNATMARSH = auto()
    SAVAGES_ATTACK = auto()
    MINIONS_OF_WASTRI = auto()
    GIANTS_ATTACK_FLINTY_HILLS = auto()
    RAIDERS_FROM_THE_BONEWOOD = auto()
    FROST_BARBARIAN_RAIDERS = auto()
    PEASANTS_REVOLT = auto()
    AZURE_STORMS = auto()
    SOLNOR_STORMS = auto()
    AERDI_STORMS = auto()
    FAVORABLE_WINDS = auto()
    MAD_OVERKING = auto()
    FALL_OF_THE_LORDSHIP = auto()
    OSSONS_RAIDERS = auto()
    AID_FOR_THE_IRON_LEAGUE = auto()
    GIANTS_FROM_THE_RAKERS = auto()
    FALL_OF_MEDEGIA = auto()
    GRAYFLOOD_OVERFLOWS = auto()
    MOUNTAIN_STORMS = auto()
    DEMONS_UNLEASHED = auto()
    WOODLAND_DEFENDERS = auto()
    MUSTER_TROOPS = auto()
    DRAGON_UNLEASHED = auto()
    ANCIENT_CURSE = auto()
    ARMY_DESERTERS = auto()
    PIRATES_ATTACK = auto()
    FAVOUR_OF_THE_GODS = auto()
    SPY_REVEALED = auto()
    MOVE_BY_NIGHT = auto()


_NEXT_TURN = 2
"""The `turn_ends` of a card that stays in force until the end of the drawer's next turn."""

_HALVED = "{where} loses half its armies, unless a stronghold is there"
_HALVED_UNLESS_BLOCKED = "{where} loses half its armies, unless a Fortification prevents it"
_RAID = "{where} lose 2 armies each – or gain 2, if {ruler} holds them"

_GUARDED = "{where} had nothing to lose, as strongholds and last armies are safe"
_ONE_ARMY = "{where} had only 1 army, and a territory’s last army is safe"
_RAIDED = "none of the territories that the card names had more than 1 army"
_FALLEN = "{ruler} is not in play or already holds {where}"
_NO_RULER = "{ruler} is not in play"
_NO_CARDS = "{drawer} had no battle cards"

_STORM = "Storm: no attacks to or from here."

EVENT_CARDS: Mapping[EventCard, EventCardRow] = {
    EventCard.AMBASSADOR_BLUNDERS: EventCardRow(
        rule="EVT-1",
        title="Ambassador Blunders",
        count=2,
        motif="ambassador",
        change=Change.SHOWN_HAND,
        effect="everyone sees {drawer’s} battle cards",
        idle=_NO_CARDS,
    ),
    EventCard.PLAGUE_FROM_THE_GNATMARSH: EventCardRow(
        rule="EVT-2",
        title="Plague from the Gnatmarsh",
        motif="plague",
        change=Change.HALVED,
        places=("oldred",),
        effect=_HALVED,
        idle=_GUARDED,
    ),
    EventCard.SAVAGES_ATTACK: EventCardRow(
        rule="EVT-3",
        title="Savages Attack!",
        motif="raiders",
        change=Change.HALVED_UNLESS_BLOCKED,
        asks=DecisionKind.BLOCK_EVENT,
        places=("hepmonaland",),
        effect=_HALVED_UNLESS_BLOCKED,
        idle=_ONE_ARMY,
    ),
    EventCard.MINIONS_OF_WASTRI: EventCardRow(
        rule="EVT-4",
        title="Minions of Wastri Attack!",
        motif="raiders",
        change=Change.HALVED,
        places=("kro_terlep",),
        effect=_HALVED,
        idle=_GUARDED,
    ),
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: EventCardRow(
        rule="EVT-5",
        title="Giants from the Rakers Attack!",
        motif="giants",
        change=Change.HALVED,
        places=("flinty_hills",),
        effect=_HALVED,
        idle=_GUARDED,
    ),
    EventCard.RAIDERS_FROM_THE_BONEWOOD: EventCardRow(
        rule="EVT-6",
        title="Raiders from the Bonewood Forest Attack!",
        motif="raiders",
        change=Change.HALVED,
        places=("ahlissa",),
        effect=_HALVED,
        idle=_GUARDED,
    ),
    EventCard.FROST_BARBARIAN_RAIDERS: EventCardRow(
        rule="EVT-7",
        title="Frost Barbarian Raiders Attack!",
        motif="raiders",
        change=Change.HALVED_UNLESS_BLOCKED,
        asks=DecisionKind.BLOCK_EVENT,
        places=("ratik",),
        effect=_HALVED_UNLESS_BLOCKED,
        idle=_ONE_ARMY,
    ),
    EventCard.PEASANTS_REVOLT: EventCardRow(
        rule="EVT-8",
        title="Peasants Revolt!",
        count=4,
        motif="revolt",
        change=Change.HALVED_SPOILS,
        effect="{drawer’s} spoils are halved this turn",
    ),
    EventCard.AZURE_STORMS: EventCardRow(
        rule="EVT-9",
        title="Azure Storms!",
        count=2,
        motif="storm",
        change=Change.CLOSURE,
        turn_ends=_NEXT_TURN,
        sea="azure_sea",
        effect="no attacks, moves or fleets on the Azure Sea and its coasts",
        sign=Sign("storm", _STORM),
    ),
    EventCard.SOLNOR_STORMS: EventCardRow(
        rule="EVT-10",
        title="Solnor Storms!",
        count=2,
        motif="storm",
        change=Change.CLOSURE,
        turn_ends=_NEXT_TURN,
        sea="solnor_ocean",
        effect="no attacks, moves or fleets on the Solnor Ocean and its coasts",
        sign=Sign("storm", _STORM),
    ),
    EventCard.AERDI_STORMS: EventCardRow(
        rule="EVT-11",
        title="Aerdi Storms!",
        count=2,
        motif="storm",
        change=Change.CLOSURE,
        turn_ends=_NEXT_TURN,
        sea="aerdi_sea",
        effect="no attacks, moves or fleets on the Aerdi Sea and its coasts",
        sign=Sign("storm", _STORM),
    ),
    EventCard.FAVORABLE_WINDS: EventCardRow(
        rule="EVT-12",
        title="Favorable Winds",
        count=4,
        motif="fleet",
        change=Change.SAILING,
        turn_ends=_NEXT_TURN,
        effect="{drawer’s} fleets can sail one sea zone further",
    ),
    EventCard.MAD_OVERKING: EventCardRow(
        rule="EVT-13",
        title="The Mad Overking!",
        motif="crown",
        change=Change.HIGHEST_DIE,
        turn_ends=_NEXT_TURN,
        empire="great_kingdom",
        die=Die(-1, Whose.RULERS),
        effect="{ruler} gets −1 to its highest die",
        idle=_NO_RULER,
    ),
    EventCard.FALL_OF_THE_LORDSHIP: EventCardRow(
        rule="EVT-14",
        title="Fall of the Lordship of the Isles",
        motif="crown",
        change=Change.HANDED_OVER,
        places=("lordship_duxchan", "lordship_sulward"),
        empire="scarlet_brotherhood",
        effect="both islands of the Lordship, with all their armies, go to {ruler}",
        idle=_FALLEN,
    ),
    EventCard.OSSONS_RAIDERS: EventCardRow(
        rule="EVT-15",
        title="Osson’s Raiders",
        motif="raiders",
        change=Change.RAID,
        places=("south_province", "glorioles", "sunndi", "medegia"),
        empire="eastern_pact",
        effect="South Province, Glorioles, Sunndi and the See of Medegia lose 2 armies each – or "
        "gain 2, if {ruler} holds them",
        idle=_RAIDED,
    ),
    EventCard.AID_FOR_THE_IRON_LEAGUE: EventCardRow(
        rule="EVT-16",
        title="Aid for the Iron League",
        motif="banner",
        change=Change.RAID,
        places=("south_province", "iron_hills", "idee", "onnwal"),
        empire="iron_league",
        effect=_RAID,
        idle=_RAIDED,
    ),
    EventCard.GIANTS_FROM_THE_RAKERS: EventCardRow(
        rule="EVT-17",
        title="Giants from the Rakers",
        motif="giants",
        change=Change.RAID,
        places=("theocracy", "flinty_hills", "ratik", "bone_march"),
        empire="north_province",
        effect=_RAID,
        idle=_RAIDED,
    ),
    EventCard.FALL_OF_MEDEGIA: EventCardRow(
        rule="EVT-18",
        title="Fall of Medegia",
        motif="crown",
        change=Change.HANDED_OVER,
        places=("medegia",),
        empire="great_kingdom",
        effect="the See of Medegia, with all its armies, goes to {ruler}",
        idle=_FALLEN,
    ),
    EventCard.GRAYFLOOD_OVERFLOWS: EventCardRow(
        rule="EVT-19",
        title="Grayflood Overflows!",
        motif="flood",
        change=Change.CLOSURE,
        turn_ends=_NEXT_TURN,
        river="grayflood",
        effect="no attacks or moves across the Grayflood",
        sign=Sign("flood", "The Grayflood is in flood: no attacks across it."),
    ),
    EventCard.MOUNTAIN_STORMS: EventCardRow(
        rule="EVT-20",
        title="Mountain Storms!",
        motif="storm",
        change=Change.CLOSURE,
        turn_ends=_NEXT_TURN,
        terrain="rakers",
        effect="no attacks or moves to or from territories along the Rakers",
        sign=Sign("storm", "Mountain storm: no attacks to or from here."),
    ),
    EventCard.DEMONS_UNLEASHED: EventCardRow(
        rule="EVT-21",
        title="Demons Unleashed!",
        motif="curse",
        change=Change.HIGHEST_DIE,
        turn_ends=_NEXT_TURN,
        empire="great_kingdom",
        die=Die(1, Whose.RULERS),
        effect="{ruler} gets +1 to its highest die",
        idle=_NO_RULER,
    ),
    EventCard.WOODLAND_DEFENDERS: EventCardRow(
        rule="EVT-22",
        title="Woodland Defenders",
        count=2,
        motif="woods",
        change=Change.HIGHEST_DIE,
        turn_ends=_NEXT_TURN,
        terrain="wooded",
        die=Die(1, Whose.EVERYBODYS, in_attack=False),
        effect="anyone defending a wooded territory gets +1 to their highest die",
        sign=Sign("woods", "Woods: defenders get +1 here."),
    ),
    EventCard.MUSTER_TROOPS: EventCardRow(
        rule="EVT-23",
        title="Muster Troops",
        count=3,
        motif="banner",
        change=Change.MUSTER,
        effect="{drawer} can place 6 armies in {home}",
    ),
    EventCard.DRAGON_UNLEASHED: EventCardRow(
        rule="EVT-24",
        title="Dragon Unleashed!",
        count=4,
        motif="dragon",
        change=Change.DRAGON,
        asks=DecisionKind.DRAGON,
        effect="{drawer’s} dragon kills 3 armies in one enemy territory",
        idle="no enemy territory had more than 1 army",
    ),
    EventCard.ANCIENT_CURSE: EventCardRow(
        rule="EVT-25",
        title="Ancient Curse Unleashed!",
        count=3,
        motif="curse",
        change=Change.HIGHEST_DIE,
        turn_ends=_NEXT_TURN,
        die=Die(-1, Whose.DRAWERS, in_attack=False, at_home=False),
        effect="−1 to {drawer’s} highest die in defence outside {home}",
    ),
    EventCard.ARMY_DESERTERS: EventCardRow(
        rule="EVT-26",
        title="Army Deserters",
        count=4,
        motif="revolt",
        change=Change.DESERTERS,
        effect="enemy territories in {home} lose 2 armies each, and those next to it lose 1; "
        "the deserters join {drawer’s} armies where possible",
        idle="no enemy territory in or next to {drawer’s} home empire had more than 1 army",
    ),
    EventCard.PIRATES_ATTACK: EventCardRow(
        rule="EVT-27",
        title="Pirates Attack!",
        count=4,
        motif="fleet",
        change=Change.PIRATES,
        asks=DecisionKind.BLOCK_EVENT,
        effect="{drawer’s} coastal territories lose 2 armies each, unless a Fortification "
        "stops the pirates",
        idle="{drawer’s} coastal territories had no more than 1 army each",
    ),
    EventCard.FAVOUR_OF_THE_GODS: EventCardRow(
        rule="EVT-28",
        title="Favour of the Gods!",
        count=2,
        motif="sun",
        change=Change.HIGHEST_DIE,
        turn_ends=_NEXT_TURN,
        die=Die(1, Whose.DRAWERS),
        effect="+1 to {drawer’s} highest die",
    ),
    EventCard.SPY_REVEALED: EventCardRow(
        rule="EVT-29",
        title="Spy Revealed",
        count=3,
        motif="assassin",
        change=Change.LOST_CARD,
        effect="one of {drawer’s} battle cards is discarded at random",
        idle=_NO_CARDS,
    ),
    EventCard.MOVE_BY_NIGHT: EventCardRow(
        rule="EVT-30",
        title="Move by Night",
        count=4,
        motif="moon",
        change=Change.NIGHT_MOVES,
        asks=DecisionKind.MOVE_BY_NIGHT,
        effect="{drawer} can move armies up to three times, between neighbouring territories",
        idle="{drawer} had no armies that could move",
    ),
}
"""The row of every event card."""
