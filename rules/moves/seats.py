"""Leaving the table, agreeing on a result, and what the house alone may do; see `moves/base.py`."""

from enum import StrEnum

from rules.moves.base import Kind, Move, named


class Control(StrEnum):
    """Who plays a seat (ELM-7)."""

    PLAYER = "player"
    BOT = "bot"
    STEWARD = "steward"


@named("resign", "ELM-7", Kind.DECLARATION)
class Resign(Move):
    """Leave the game for good."""


@named("agree", "TRN-9", Kind.DECLARATION)
class AgreeResult(Move):
    """Agree that these seats have won; None takes one's word back."""

    winners: tuple[int, ...] | None


@named("claim_win", "TRN-9", Kind.DECLARATION)
class ClaimWin(Move):
    """Take the win, as the only player left in a seat of their own."""


# House moves


@named("default", "ORD-6", Kind.HOUSE)
class Default(Move):
    """The clock ran out: the open decision of the seat gets its default answer."""


@named("seat", "ELM-7", Kind.HOUSE)
class TakeSeat(Move):
    """A steward or bot takes the seat, a substitute sits down, or the player is back.

    `own` says that whoever plays it sits there in their own right (TRN-9).
    """

    control: Control
    own: bool = False


@named("end_game", "TRN-9", Kind.HOUSE)
class EndGame(Move):
    """A moderator ends the game with a result; no winners: cancelled."""

    winners: tuple[int, ...] = ()


@named("disarm", "ORD-8", Kind.HOUSE)
class Disarm(Move):
    """What a player left behind to answer for them is over, which they alone are told."""

    order: str
    words: str


@named("only_playable", "ORD-2", Kind.HOUSE)
class AskOnlyPlayable(Move):
    """Whether only what can be played is asked: one human seat, nobody watching."""

    only_playable: bool
