"""Leaving the table, agreeing on a result, and house moves; see `moves/base.py`."""

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
    """Vote for a result with these winners; None withdraws the vote."""

    winners: tuple[int, ...] | None


@named("claim_win", "TRN-9", Kind.DECLARATION)
class ClaimWin(Move):
    """Claim the win as the last player left in their own seat."""


# House moves


@named("default", "ORD-6", Kind.HOUSE)
class Default(Move):
    """Give the open decision of a seat its default answer, because its time ran out."""


@named("seat", "ELM-7", Kind.HOUSE)
class TakeSeat(Move):
    """Give a seat to a steward, a bot, a substitute, or back to its player.

    `own` is true if the seat now counts as the new player's own (TRN-9).
    """

    control: Control
    own: bool = False


@named("end_game", "TRN-9", Kind.HOUSE)
class EndGame(Move):
    """End the game on a moderator's decision; without winners it is cancelled."""

    winners: tuple[int, ...] = ()


@named("disarm", "ORD-8", Kind.HOUSE)
class Disarm(Move):
    """Switch off a player's turn plan, and tell only that player the reason (`words`)."""

    order: str
    words: str


@named("only_playable", "ORD-2", Kind.HOUSE)
class AskOnlyPlayable(Move):
    """Set whether players are asked only when they can play something (ORD-2).

    Only for a game with one human seat and no spectators: being asked reveals that a player has a
    card.
    """

    only_playable: bool
