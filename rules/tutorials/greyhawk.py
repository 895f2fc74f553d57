"""The tutorial of Greyhawk Castle Risk: from Irongate by sea to the stronghold in Rel Mord."""

from rules.cards import BattleCard as Card
from rules.moves import (
    Battle,
    DeclareAttack,
    Defend,
    EndAttacks,
    MoveIn,
    NameDice,
    Place,
    PlayMercenaries,
    Reveal,
    SailFleet,
)
from rules.tutorials.steps import Seat, Tutorial, learn, reply

_SOUTH = dict.fromkeys(
    (
        "idee", "menowood", "sunndi", "hollow_highlands", "glorioles", "vast_swamp",
        "spine_ridge", "kro_terlep", "tarlan", "hesuel_ilshar", "dullstrand", "medegia",
        "rel_astra", "lordship_duxchan", "lordship_sulward", "spindrift_lendore",
    ),
    1,
)  # fmt: skip

GREYHAWK_TUTORIAL = Tutorial(
    seats=(
        Seat(
            armies={**_SOUTH, "irongate": 4, "onnwal": 3, "iron_hills": 2},
            empire="iron_league",
            stronghold="irongate",
            hand=(Card.MERCENARIES, Card.FORTIFICATION, Card.FLEET),
            hidden="onnwal",
        ),
        Seat(
            armies={"rel_mord": 3, "almor": 3, "bonewood": 5, "ahlissa": 4, "nyrond": 2},
            empire="eastern_pact",
            stronghold="rel_mord",
            hand=(Card.HERO, Card.MERCENARIES, Card.MERCENARIES),
            hidden="urnst",
        ),
    ),
    steps=(
        learn("card", PlayMercenaries(1)),
        learn("place", Place("irongate", 3)),
        learn("attack", DeclareAttack("irongate", "ahlissa", dice=3), (6, 5, 2), (4, 3)),
        learn("press", Battle(press=1), (5, 4, 1), (5, 3), (6, 4, 2), (3,)),
        learn("move_in", MoveIn(4), free=("armies",)),
        # The event card MUSTER TROOPS is drawn.
        learn("end", EndAttacks(), (38,)),
        # A Hero is drawn.
        learn("event", Place("onnwal", 6), (20,)),
        learn("spoils", Place("irongate", 12)),
        reply(DeclareAttack("bonewood", "ahlissa", dice=3)),
        learn("defend", Defend(dice=2, fortification=True), free=("scope",)),
        reply(NameDice(3), (5, 4, 2), (4, 4)),
        # The event card PEASANTS REVOLT is drawn, then Mercenaries.
        reply(EndAttacks(), (41,), (30,)),
        reply(Place("nyrond", 8)),
        learn("hidden", Reveal("onnwal")),
        learn(
            "fleet",
            SailFleet("onnwal", "almor", 11, press=0),
            (6, 5, 3),
            (4, 2),
            (6, 4, 2),
            (5,),
            free=("hero",),
        ),
        learn(
            "stronghold",
            DeclareAttack("almor", "rel_mord", press=1),
            (6, 5),
            (4, 3),
            (6, 4),
            (3,),
            free=("hero", "press"),
        ),
    ),
)
