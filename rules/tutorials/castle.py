"""The tutorial of Castle Risk: from London via the Netherlands to the castle in Paris."""

from rules.cards import BattleCard as Card
from rules.moves import (
    DeclareAttack,
    Defend,
    EndAttacks,
    MoveIn,
    NameDice,
    Place,
    PlayMercenaries,
)
from rules.tutorials.steps import Seat, Tutorial, learn, reply

_NORTH = dict.fromkeys(
    (
        "ireland", "scotland", "yorkshire", "wales", "norway", "sweden", "finland", "denmark",
        "saxony", "berlin", "prussia", "livonia", "st_petersburg", "poland", "smolensk",
        "bohemia", "galicia",
    ),
    1,
)  # fmt: skip

CASTLE_TUTORIAL = Tutorial(
    seats=(
        Seat(
            armies={**_NORTH, "london": 6},
            empire="british",
            stronghold="london",
            hand=(Card.MERCENARIES, Card.FORTIFICATION, Card.FLEET),
            hidden="yorkshire",
        ),
        Seat(
            armies={"paris": 4, "netherlands": 2, "rhine": 5, "brittany": 2},
            empire="french",
            stronghold="paris",
            hand=(Card.FLEET, Card.MERCENARIES, Card.MERCENARIES),
            hidden="rome",
        ),
    ),
    # A General is drawn.
    opening=((20,),),
    steps=(
        learn("card", PlayMercenaries(1)),
        learn("place", Place("london", 3)),
        learn("attack", DeclareAttack("london", "netherlands", press=1), (6, 4, 3), (5, 2)),
        learn("move_in", MoveIn(5), free=("armies",)),
        learn("end", EndAttacks()),
        # Reinforcements are drawn.
        learn("spoils", Place("london", 12), (28,)),
        reply(DeclareAttack("rhine", "netherlands", dice=3)),
        learn("defend", Defend(dice=2, fortification=True), free=("scope",)),
        reply(NameDice(3), (5, 4, 2), (4, 4)),
        reply(EndAttacks()),
        # Reinforcements are drawn.
        reply(Place("rome", 12), (28,)),
        learn(
            "stronghold",
            DeclareAttack("london", "paris", press=1),
            (6, 5),
            (4, 3),
            (6, 4),
            (3, 2),
            free=("hero", "press"),
        ),
    ),
)
