"""The tutorial of headquarters Risk: from Brazil to the headquarters in Central America."""

from rules.moves import DeclareAttack, Defend, EndAttacks, Fortify, MoveIn, Place
from rules.tutorials.steps import Seat, Tutorial, learn, reply

HEADQUARTERS_TUTORIAL = Tutorial(
    seats=(
        Seat(armies={"brazil": 4, "peru": 1, "argentina": 3}, headquarters="brazil"),
        Seat(
            armies={"venezuela": 2, "central_america": 4, "alaska": 2},
            headquarters="central_america",
        ),
    ),
    rest=None,
    steps=(
        learn("place", Place("brazil", 3)),
        learn("attack", DeclareAttack("brazil", "venezuela", press=1), (6, 4, 3), (5, 2)),
        learn("move_in", MoveIn(6), free=("armies",)),
        learn("end", EndAttacks()),
        learn("fortify", Fortify("argentina", "brazil", 2), (2,)),
        reply(Place("central_america", 3)),
        reply(DeclareAttack("central_america", "venezuela", dice=3)),
        learn("defend", Defend(dice=2), (5, 3, 2), (5, 4), free=("scope",)),
        reply(EndAttacks()),
        learn("place_more", Place("venezuela", 5)),
        learn(
            "headquarters",
            DeclareAttack("venezuela", "central_america", press=1),
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
