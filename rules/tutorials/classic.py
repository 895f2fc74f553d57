"""The tutorial of Classic Risk: out of Australia, against an opponent in Siam."""

from rules.moves import (
    Battle,
    DeclareAttack,
    Defend,
    EndAttacks,
    Fortify,
    MoveIn,
    Place,
    TradeSet,
)
from rules.tutorials.steps import Seat, Tutorial, learn, reply

CLASSIC_TUTORIAL = Tutorial(
    seats=(
        Seat(
            armies={"western_australia": 4, "eastern_australia": 3, "new_guinea": 2},
            territory_cards=("alaska", "venezuela"),
        ),
        Seat(armies={"indonesia": 3, "siam": 4}),
    ),
    rest=None,
    steps=(
        learn("place", Place("western_australia", 3)),
        learn("attack", DeclareAttack("western_australia", "indonesia", dice=3), (6, 5, 1), (4, 4)),
        learn("press", Battle(press=1), (5, 3, 2), (4,)),
        learn("move_in", MoveIn(6), free=("armies",)),
        learn("end", EndAttacks()),
        # The territory card of Argentina is drawn.
        learn("fortify", Fortify("eastern_australia", "western_australia", 2), (2,)),
        reply(DeclareAttack("siam", "indonesia", dice=3)),
        learn("defend", Defend(dice=2), (5, 3, 2), (5, 4), free=("scope",)),
        reply(EndAttacks()),
        learn("set", TradeSet(("alaska", "argentina", "venezuela"))),
        learn("place_more", Place("indonesia", 9)),
        learn(
            "last",
            DeclareAttack("indonesia", "siam", press=1),
            (6, 5, 2),
            (4, 3),
            (6, 4, 3),
            (5, 3),
            (6, 2, 2),
            (4,),
            free=("press",),
        ),
    ),
)
