"""What is pushed to open pages: which games moved, and frames for each kind of viewer.

A kind of viewer is a seat, or None: a spectator.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q

from games.display.log import Entry
from games.display.parts import Table
from games.models import Game
from games.page import frames
from games.page.viewer import Drawing
from games.store.stored_game import StoredGame


class Head(NamedTuple):
    """All that changes in a game's row when a page of it has to."""

    status: str
    number: int
    talked: int
    changed_at: datetime


def heads(codes: Collection[str]) -> dict[str, Head]:
    """Return the heads of games by code."""
    rows = Game.objects.filter(code__in=codes).values_list("code", *Head._fields)
    return {code: Head(*head) for code, *head in rows}


def head_of(stored: StoredGame) -> Head:
    """Return the same of a game that was loaded or saved."""
    return Head(stored.status, stored.number, stored.talked, stored.changed_at)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A game as it is now, and where its watching users sit."""

    drawing: Drawing
    seat_of: dict[int | None, int | None]
    newest: dict[int | None, Entry]

    def seats(self) -> set[int | None]:
        """Return the kinds of viewers: seats, and None for spectators."""
        return set(self.seat_of.values())

    def users_at(self, seat: int | None) -> list[int | None]:
        """Return who sits there; spectators where it is None."""
        return [user for user, place in self.seat_of.items() if place == seat]


def position(drawing: Drawing, users: Collection[int | None]) -> Position:
    """Return a game with where the users sit."""
    seat_of = {user: drawing.seating.seat_of(user) for user in users}
    return Position(drawing, seat_of, drawing.newest({*seat_of.values()}))


Pushed = tuple[Table, tuple[str, ...]]
"""A table, and the frames that lead there from what was sent last; none where it was the same."""


def frames_for(position: Position, seat: int | None, old: Table | None) -> Pushed:
    """Return a seat's table, and what is pushed of it.

    Without an older table one frame is, which is empty and says only which version there is: who
    shows another one asks for what is missing.
    """
    seen = position.drawing.sight(seat, position.newest)
    if old is not None and old.version == seen.table.version:
        return seen.table, ()
    found = frames.frames_between(seen, old or seen.table)
    return seen.table, tuple(each.html for each in found)


def frames_for_all(
    position: Position, tables: Mapping[int | None, Table]
) -> dict[int | None, Pushed]:
    """Return for each kind of viewer what `frames_for` does; `tables` are what was sent last.

    The players come first, for they wait.
    """
    seats = sorted(position.seats(), key=lambda seat: (seat is None, seat))
    return {seat: frames_for(position, seat, tables.get(seat)) for seat in seats}


def lobby_now() -> Any:
    """Return what changes whenever a table opens, fills, begins, ends or closes."""
    running = Count("pk", filter=Q(status=Game.Status.RUNNING))
    return Game.objects.aggregate(changed=Max("changed_at"), running=running)
