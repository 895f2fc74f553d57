"""What a view puts on the territories of a board: whose they are, armies, strongholds."""

from collections.abc import Sequence
from functools import cache
from math import dist
from typing import TypedDict

from games.atlas_liveries import Livery, livery_name, player_livery
from games.atlas_shapes import Ring, contains, curve, rings, strewn
from rules import View
from rules.board import Board

SHIELD_ASIDE = 20
CASTLE_ASIDE = 24
CASTLE_HALF = 16


class TerritoryContext(TypedDict):
    """What is pushed of a territory: `livery` is the owner's, as classes have it.

    `shield` is where, beside the badge, the owner's shield hangs; `castle` is the livery of a
    standing stronghold or headquarters, drawn as `keep` at `castle_at`, None where there is none;
    `hidden` marks one's own hidden armies; `says` is what the card on the map tells.
    """

    territory: str
    x: float
    y: float
    livery: str
    armies: int
    shield: int
    castle: str | None
    keep: str
    castle_at: float
    hidden: bool
    says: str


def territory_context(
    board: Board,
    territory: str,
    owner_livery: Livery = None,
    armies: int = 0,
    stronghold_livery: Livery = None,
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
        keep="castle" if board.empires else "headquarters",
        castle_at=castle_at,
        hidden=hidden,
        says=_told(board, seat_name, armies, stronghold_livery is not None, hidden),
    )


@cache
def castle_aside(board: Board, territory: str) -> float:
    """Return how far right of its badge a stronghold is drawn; to the left where it is negative.

    As the drawing has it, but on the other side where a river would run over it. Where it places
    none on the whole board, so that the shield opposite, and then the stronghold, has more room.
    """
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    if not any("stronghold" in each for each in board.drawing["territories"].values()):
        shore = rings(drawing["path"])
        return max((CASTLE_ASIDE, -CASTLE_ASIDE), key=lambda aside: _room(shore, x, y, aside))
    aside = drawing["stronghold"][0] - x if "stronghold" in drawing else CASTLE_ASIDE
    is_crossed = any(
        abs(px - x - aside) < CASTLE_HALF and abs(py - y) < CASTLE_HALF
        for line in board.drawing.get("rivers", {}).values()
        for px, py in strewn(curve(line), CASTLE_HALF)
    )
    return -aside if is_crossed else aside


def _room(shore: list[Ring], x: float, y: float, aside: int) -> float:
    """Return how far from the border the shield stands, with the stronghold on that side."""
    way = 1 if aside > 0 else -1
    spots = ((x - way * SHIELD_ASIDE, y), ENOUGH), ((x + aside, y), ENOUGH / 2)
    return sum(
        min(most, min(dist(spot, point) for ring in shore for point in ring))
        * (1 if contains(shore, spot) else -1)
        for spot, most in spots
    )


ENOUGH = 16.0
"""How much room a shield needs; more is no better."""


def _told(board: Board, seat_name: str, armies: int, has_stronghold: bool, is_hidden: bool) -> str:
    if not seat_name:
        return "nobody yet" if not armies else f"nobody, {_armies(armies)}"
    # Strongholds stand in empires; where a board has none, it is a headquarters.
    keep = "a stronghold" if board.empires else "headquarters"
    more = f", {keep}" if has_stronghold else ""
    return f"{seat_name}, {_armies(armies)}{more}{', your hidden armies' if is_hidden else ''}"


def _armies(count: int) -> str:
    return "1 army" if count == 1 else f"{count} armies"


def territory_contexts(view: View, names: Sequence[str]) -> dict[str, TerritoryContext]:
    """Return what is pushed of every territory of a view; `names` are the players' by seat."""
    board = view.board
    liveries = {each.seat: player_livery(board, each.seat, each.empire) for each in view.players}
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

    return {territory: seen(territory) for territory in board.territories}
