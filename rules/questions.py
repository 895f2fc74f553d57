"""Questions that players, their standing orders or the clock answer."""

from enum import StrEnum


class DecisionKind(StrEnum):
    """The kind of an open decision."""

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
    """A part of a defence that has its own standing order (ORD-1)."""

    FORTIFICATION = "fortification"
    HIDDEN = "hidden"
    BLOCK = "block"


Question = DecisionKind | DefenceQuestion
"""Anything an order, plan, clock or moderator can answer for a player (ORD-5)."""

QUESTIONS: tuple[Question, ...] = (*DecisionKind, *DefenceQuestion)


class Reopening(StrEnum):
    """What ended a defender's answer before its scope did (ORD-3)."""

    CHANGE = "change"
    """A Hero or Fortification came into play or left it, or hidden armies were revealed."""
    LOSSES = "losses"
    """Half the defenders or fewer are left."""
