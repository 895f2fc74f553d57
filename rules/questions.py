"""Questions that players, their standing orders or the clock answer."""

from enum import Flag, StrEnum, auto
from typing import Self


class Trait(Flag):
    """What distinguishes a kind of decision from others."""

    OWN_TURN = auto()
    """After the set-up, the decision belongs to the turn of the player who is asked."""
    ANNOUNCED = auto()
    """The notice says that it is the player's turn, not just that a response is needed."""
    EXCUSABLE = auto()
    """A player who is late may get extra time, once a game (ORD-6)."""


_NONE = Trait(0)
_SETUP = Trait.ANNOUNCED | Trait.EXCUSABLE
_TURN = Trait.OWN_TURN | Trait.ANNOUNCED | Trait.EXCUSABLE
_REACTION_IN_TURN = Trait.OWN_TURN | Trait.EXCUSABLE


class DecisionKind(StrEnum):
    """The kind of an open decision, with its traits."""

    traits: Trait

    def __new__(cls, name: str, traits: Trait = _NONE) -> Self:
        """Make a kind from its name and its traits."""
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.traits = traits
        return kind

    STRONGHOLD = "stronghold", _SETUP
    CLAIM = "claim", _SETUP
    PLACE = "place", _TURN
    HIDE = "hide", _SETUP
    MUSTER = "muster", _SETUP
    ATTACKS = "attacks", _TURN
    DEFEND = "defend", _NONE
    STRIKE = "strike", _REACTION_IN_TURN
    DICE = "dice", _NONE
    COUNTER = "counter", _NONE
    MOVE_IN = "move_in", _TURN
    OCCUPY = "occupy", _TURN
    FILL = "fill", _NONE
    BLOCK_EVENT = "block_event", _NONE
    DRAGON = "dragon", _TURN
    MOVE_BY_NIGHT = "move_by_night", _TURN
    SPOILS = "spoils", _TURN
    RUIN = "ruin", _REACTION_IN_TURN
    COUNTER_SPY = "counter_spy", _NONE
    DISCARD_SPIED = "discard_spied", _TURN
    HEADQUARTERS = "headquarters", _SETUP
    SETS = "sets", _TURN
    REINFORCE = "reinforce", _TURN
    FORTIFY = "fortify", _TURN


class DefenceQuestion(StrEnum):
    """A part of a defence that has its own standing order (ORD-1)."""

    FORTIFICATION = "fortification"
    HIDDEN = "hidden"
    BLOCK = "block"


Question = DecisionKind | DefenceQuestion
"""A question that an order, plan, clock or moderator can answer for a player (ORD-5)."""

QUESTIONS: tuple[Question, ...] = (*DecisionKind, *DefenceQuestion)


class Reopening(StrEnum):
    """What ended a defender's answer before the end of its scope (ORD-3)."""

    CHANGE = "change"
    """A Hero or Fortification came into play or left it, or hidden armies were revealed."""
    LOSSES = "losses"
    """Half the defenders or fewer are left."""
