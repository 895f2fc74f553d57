"""The seats of a person's games: who sits there, and how a row of the list shows them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.drawing.display.liveries import livery_name, livery_title, player_livery
from games.drawing.display.seating import seat_name
from games.models import Player
from rules import RULESETS
from rules.moves import Control


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table; `away_round` is the round in which its player went away."""

    seat: int
    name: str
    user: int | None
    is_free: bool
    is_out: bool
    is_playing: bool
    is_vacant: bool
    has_steward: bool
    away_round: int | None
    empire: str | None


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A person's seat at a table.

    `may_return`: a stand-in plays the seat until the person is back. `is_replaced`: another player
    has taken the seat over.
    """

    seat: int
    is_playing: bool
    may_return: bool
    is_replaced: bool


def seats_at(games: Collection[int]) -> dict[int, list[Seat]]:
    """Return the seats of some games, in seat order, by the games' primary keys; one query."""
    seated = defaultdict(list)
    seats = Player.objects.filter(game__in=games).order_by("seat")
    players = seats.values_list(
        "game", "seat", "user__name", "bot", "eliminated",
        "user", "control", "own", "is_vacant", "away_round", "empire",
    )  # fmt: skip
    for game, seat, name, bot, out, user, control, own, is_vacant, away, empire in players:
        is_person = user is not None and not out
        row = Seat(
            seat,
            seat_name(seat, name, bot),
            user,
            is_free=user is None and not bot,
            is_out=bool(out),
            is_playing=is_person and control == Control.PLAYER and own,
            is_vacant=is_vacant and not out,
            has_steward=control == Control.STEWARD and not out,
            away_round=away,
            empire=empire,
        )
        seated[game].append(row)
    return seated


MARKS = {
    "": "",
    "turn": "to move",
    "won": "won",
    "out": "out",
    "steward": "stand-in",
    "vacant": "open seat",
}
"""The words for the kinds of marks at seats."""


class SeatShown(NamedTuple):
    """A seat in a row: its livery and what that is called, its name, and one of the `MARKS`."""

    livery: str
    title: str
    name: str
    kind: str
    mark: str


def running_marks(seats: list[Seat], turn: int | None) -> dict[int, str]:
    """Map the seats of a running game that have a mark to its kind."""
    marks = {} if turn is None else {turn: "turn"}
    for seat in seats:
        if seat.is_out:
            marks[seat.seat] = "out"
        elif seat.is_vacant:
            marks[seat.seat] = "vacant"
        elif seat.has_steward:
            marks[seat.seat] = "steward"
    return marks


def seats_shown(
    ruleset: str, seats: list[Seat], own: int, marks: Mapping[int, str]
) -> tuple[SeatShown, ...]:
    """Return the seats of a game in seat order, the person's own first."""
    first = sorted(seats, key=lambda seat: seat.seat != own)
    return tuple(
        SeatShown(
            *_livery(ruleset, seat.seat, seat.empire),
            "You" if seat.seat == own else seat.name,
            kind := marks.get(seat.seat, ""),
            MARKS[kind],
        )
        for seat in first
    )


@cache
def _livery(ruleset: str, seat: int, empire: str | None) -> tuple[str, str]:
    """Return a seat's livery and what it is called; "" if the seat has no empire yet."""
    board = RULESETS[ruleset].board
    is_known = bool(empire) or not board.empires
    title = livery_title(board, seat, empire) if is_known else ""
    return livery_name(player_livery(board, seat, empire)), title
