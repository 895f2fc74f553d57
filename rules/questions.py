"""What players are asked, and what is answered in their place."""

from enum import StrEnum


class DecisionKind(StrEnum):
    """What a player is asked."""

    STRONGHOLD = "stronghold"
    CLAIM = "claim"
    PLACE = "place"
    HIDE = "hide"
    MUSTER = "muster"
    ATTACKS = "attacks"
    DEFEND = "defend"
    STRIKE = "strike"
    DICE = "dice"
    COUNTER = "counter"
    MOVE_IN = "move_in"
    OCCUPY = "occupy"
    FILL = "fill"
    BLOCK_EVENT = "block_event"
    DRAGON = "dragon"
    MOVE_BY_NIGHT = "move_by_night"
    SPOILS = "spoils"
    RUIN = "ruin"
    COUNTER_SPY = "counter_spy"
    DISCARD_SPIED = "discard_spied"
    HEADQUARTERS = "headquarters"
    SETS = "sets"
    REINFORCE = "reinforce"
    FORTIFY = "fortify"


class DefenceQuestion(StrEnum):
    """What a standing order answers inside a defence, apart from the decision itself (ORD-1)."""

    FORTIFICATION = "fortification"
    HIDDEN = "hidden"
    BLOCK = "block"


Question = DecisionKind | DefenceQuestion
"""What can be answered in a player's place (ORD-5)."""

QUESTIONS: tuple[Question, ...] = (*DecisionKind, *DefenceQuestion)
