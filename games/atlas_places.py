"""What a view puts on the territories of a board: whose they are, armies, strongholds."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TypedDict

from games.atlas_shapes import curve, strewn
from rules import View
from rules.board import Board

NOBODY = "none"
"""The livery of a territory that nobody holds, and of an independent group."""
SHIELD_ASIDE = 20
CASTLE_ASIDE = 27
CASTLE_HALF = 16


class TerritoryContext(TypedDict):
    """What is pushed of a territory: `livery` is an empire's index or "none".

    `shield` is where, beside the badge, the owner's shield hangs; `castle` is the livery of a
    standing stronghold, drawn at `castle_at`, None where there is none; `hidden` marks one's own
    hidden armies; `says` is what the card on the map tells.
    """

    territory: str
    x: float
    y: float
    livery: str
    armies: int
    shield: int
    castle: str | None
    castle_at: float
    hidden: bool
    says: str


def livery_of(board: Board, empire: str | None) -> int | None:
    """Return the livery of a player of that empire, its place among the board's empires."""
    names = list(board.empires)
    return names.index(empire) if empire in names else None


def territory_context(
    board: Board,
    territory: str,
    owner_livery: int | None = None,
    armies: int = 0,
    stronghold_livery: int | None = None,
    hidden: bool = False,
    seat_name: str = "",
) -> TerritoryContext:
    """Return what is pushed of a territory; None for a livery means nobody's."""
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    castle_at = castle_aside(board, territory)
    return TerritoryContext(
        territory=territory,
        x=x,
        y=y,
        livery=livery_name(owner_livery),
        armies=armies,
        shield=-SHIELD_ASIDE if castle_at > 0 else SHIELD_ASIDE,
        castle=None if stronghold_livery is None else livery_name(stronghold_livery),
        castle_at=castle_at,
        hidden=hidden,
        says=_told(seat_name, armies, stronghold_livery is not None, hidden),
    )


@cache
def castle_aside(board: Board, territory: str) -> float:
    """Return how far right of its badge a stronghold is drawn; to the left where it is negative.

    As the drawing has it, but on the other side where a river would run over it.
    """
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    aside = drawing["stronghold"][0] - x if "stronghold" in drawing else CASTLE_ASIDE
    is_crossed = any(
        abs(px - x - aside) < CASTLE_HALF and abs(py - y) < CASTLE_HALF
        for line in board.drawing.get("rivers", {}).values()
        for px, py in strewn(curve(line), CASTLE_HALF)
    )
    return -aside if is_crossed else aside


def livery_name(number: int | None) -> str:
    """Return how a livery is written in classes and ids; None is nobody's."""
    return NOBODY if number is None else str(number)


def _told(seat_name: str, armies: int, has_stronghold: bool, is_hidden: bool) -> str:
    if not seat_name:
        return "nobody yet" if not armies else f"nobody, {_armies(armies)}"
    more = ", a stronghold" if has_stronghold else ""
    return f"{seat_name}, {_armies(armies)}{more}{', your hidden armies' if is_hidden else ''}"


def _armies(count: int) -> str:
    return "1 army" if count == 1 else f"{count} armies"


def territory_contexts(
    view: View, names: Sequence[str], among: Collection[str] | None = None
) -> dict[str, TerritoryContext]:
    """Return what is pushed of territories of a view, all of them where none are named.

    `names` are the players' by seat.
    """
    board = view.board
    liveries = {player.seat: livery_of(board, player.empire) for player in view.players}
    hidden = set(view.hidden)

    def seen(territory: str) -> TerritoryContext:
        owner = view.owner(territory)
        stronghold = view.stronghold_on(territory)
        return territory_context(
            board,
            territory,
            owner_livery=None if owner is None else liveries[owner],
            armies=view.armies(territory),
            stronghold_livery=None if stronghold is None else liveries[stronghold],
            hidden=territory in hidden,
            seat_name="" if owner is None else names[owner],
        )

    asked = board.territories if among is None else among
    return {territory: seen(territory) for territory in asked}
