"""Queries for games that changed, and the frame for each kind of viewer.

A kind of viewer is a seat, or None for spectators.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q

from games.drawing.display.log import LogEntry
from games.drawing.display.parts import TableParts
from games.models import Game
from games.storage.store.sql import Select, ask
from games.storage.store.stored_game import StoredGame
from games.table.page import frames
from games.table.page.viewer import Drawing


class GameVersion(NamedTuple):
    """The columns of a game's row that show whether its pages changed."""

    status: str
    number: int
    talked: int
    changed_at: datetime


def game_versions(codes: tuple[str, ...]) -> dict[str, GameVersion]:
    """Return the versions of games, by code."""
    select = _select_versions(codes)
    (rows,) = ask((select,), select.values)
    return {code: GameVersion(*version) for code, *version in rows}


@lru_cache(maxsize=1)
def _select_versions(codes: tuple[str, ...]) -> Select:
    """Return the query for the versions of games; a hub asks ten times a second for the same."""
    rows = Game.objects.filter(code__in=codes).values_list("code", *GameVersion._fields)
    return Select(rows)


def game_version_of(stored: StoredGame) -> GameVersion:
    """Return the version of a game that was loaded or saved."""
    return GameVersion(stored.status, stored.number, stored.talked, stored.changed_at)


@dataclass(frozen=True, slots=True, repr=False)
class GamePosition:
    """A game's current drawing, and the seats of the users watching it."""

    drawing: Drawing
    seat_of: dict[int | None, int | None]
    newest: dict[int | None, LogEntry]

    def seats(self) -> set[int | None]:
        """Return the kinds of viewers: seats, and None for spectators."""
        return set(self.seat_of.values())

    def users_at(self, seat: int | None) -> list[int | None]:
        """Return the users at a seat; the spectators for None."""
        return [user for user, place in self.seat_of.items() if place == seat]


def position(drawing: Drawing, users: Collection[int | None]) -> GamePosition:
    """Return a game's position with the seats of the given users."""
    seat_of = {user: drawing.seating.seat_of(user) for user in users}
    return GamePosition(drawing, seat_of, drawing.newest({*seat_of.values()}))


Pushed = tuple[TableParts, str]
"""A table, and the frame that leads to it from the table sent last; "" if nothing changed."""


def frame_for(position: GamePosition, seat: int | None, old: TableParts | None) -> Pushed:
    """Return a seat's table and the frame to push.

    Without an older table, the frame is empty and only names the version; a page that shows
    another version then requests the parts it lacks.
    """
    seen = position.drawing.for_seat(seat, position.newest)
    if old is not None and old.version == seen.table.version:
        return seen.table, ""
    return seen.table, frames.frame_between(seen, old or seen.table).html


def frame_for_each(
    position: GamePosition, tables: Mapping[int | None, TableParts]
) -> dict[int | None, Pushed]:
    """Return the result of `frame_for` for each kind of viewer; `tables` are those sent last.

    Seats are drawn before spectators, as players wait for their frames.
    """
    seats = sorted(position.seats(), key=lambda seat: (seat is None, seat))
    return {seat: frame_for(position, seat, tables.get(seat)) for seat in seats}


def lobby_now() -> Any:
    """Return a value that changes whenever a table opens, fills, starts, ends or closes."""
    running = Count("pk", filter=Q(status=Game.Status.RUNNING))
    return Game.objects.aggregate(changed=Max("changed_at"), running=running)
