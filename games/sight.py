"""A table as one viewer sees it now: loaded, censored by the rules' view, made into parts."""

from dataclasses import dataclass
from functools import partial

from games import presence, table
from games.board_parts import board_parts
from games.chronicle import Entry, entry_of, newest_entries
from games.clocks import deadline_shown
from games.furniture import furniture_parts
from games.hints import hint_parts
from games.models import Game
from games.panel import panel_parts
from games.panel_orders import orders_parts
from games.play import NoSuchGame, Played
from games.seating import Seating, seating_of
from games.store import StoredGame, load
from games.table import Scene, Table
from games.talk import talk_part
from rules import State, view

BUILDERS = (board_parts, furniture_parts, panel_parts, orders_parts, hint_parts)
"""What makes the parts of a table."""


@dataclass(frozen=True, slots=True, repr=False)
class Sight:
    """What a viewer sees: the scene that panels are made from, and the table's parts."""

    game: int
    scene: Scene
    table: Table

    @property
    def code(self) -> str:
        """Return the code of the game."""
        return self.table.code

    @property
    def seating(self) -> Seating:
        """Return who sits at the table."""
        return self.scene.seating


def look(code: str, user: int | None, played: Played | None = None) -> Sight:
    """Return what a user (None: nobody known) sees of a running or ended game.

    `played` is the move they have just made, which spares loading it. Raises NoSuchGame.
    """
    if played is not None and played.stored is not None:
        stored, state = played.stored, played.state
    else:
        try:
            stored = load(code)
        except Game.DoesNotExist:
            raise NoSuchGame("There is no such game.") from None
        state = stored.state()
    seating = seating_of(stored, presence.online(code))
    seat = seating.seat_of(user)
    newest = entry_of(played.number, played.events) if played and played.is_single else None
    newest = newest or newest_entries(stored.id, stored.number, (seat,)).get(seat)
    return sight_of(stored, state, seating, seat, newest)


def sight_of(
    stored: StoredGame, state: State, seating: Seating, seat: int | None, newest: Entry | None
) -> Sight:
    """Return what a seat (None: a spectator) sees of a position that is loaded already."""
    seen = view(state, seat)
    scene = Scene(seen, seating, newest, deadline_shown(stored.clocks, seen))
    drawn = table.draw(scene, stored.number, (*BUILDERS, partial(_talk, stored)))
    return Sight(stored.id, scene, drawn)


def _talk(stored: StoredGame, scene: Scene) -> table.Parts:
    yield "talk", talk_part(stored.id, stored.talked, scene)
