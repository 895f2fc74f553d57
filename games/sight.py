"""A table as viewers see it now: loaded, censored by the rules' view, made into parts.

What all may see is drawn once for a position, from what a spectator sees; what differs is drawn
for each viewer, from their own view.
"""

from dataclasses import dataclass, field

from games import presence
from games.board_parts import open_board_parts, own_board_parts
from games.chronicle import Entry, entry_of, newest_entries
from games.clocks import deadline_shown
from games.furniture import open_furniture_parts, own_furniture_parts
from games.hints import hint_parts
from games.models import Game
from games.panel import panel_parts
from games.panel_orders import orders_parts
from games.play import NoSuchGame, Played
from games.seating import Seating, seating_of
from games.store import StoredGame, load
from games.table import Part, Scene, Table
from games.talk import hears_all, talk_part
from rules import State, view

OPEN_BUILDERS = (open_board_parts, open_furniture_parts)
"""What makes the parts that are the same for all who look."""

OWN_BUILDERS = (
    *(own_board_parts, own_furniture_parts),
    *(panel_parts, orders_parts, hint_parts),
)
"""What makes the parts that differ from viewer to viewer; they stand for open ones of that name."""


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


@dataclass(slots=True, repr=False)
class Drawing:
    """A position that is drawn for one viewer after another; what they share is drawn once."""

    stored: StoredGame
    state: State
    seating: Seating
    _open: dict[str, Part] = field(default_factory=dict)
    _talk: dict[bool, Part] = field(default_factory=dict)

    def sight(self, seat: int | None, newest: Entry | None) -> Sight:
        """Return what a seat (None: a spectator) sees; `newest` is the newest entry it may see."""
        stored, seen = self.stored, view(self.state, seat)
        scene = Scene(seen, self.seating, newest, deadline_shown(stored.clocks, seen))
        parts = dict(self._open_parts())
        for build in OWN_BUILDERS:
            parts.update(build(scene))
        parts["talk"] = self._talk_of(scene)
        number = newest.number if newest else -1
        drawn = Table(stored.code, seat, stored.number, number, parts)
        return Sight(stored.id, scene, drawn)

    def _open_parts(self) -> dict[str, Part]:
        if not self._open:
            # A spectator's view has nothing that anybody may not see.
            scene = Scene(view(self.state, None), self.seating)
            for build in OPEN_BUILDERS:
                self._open.update(build(scene))
        return self._open

    def _talk_of(self, scene: Scene) -> Part:
        hears = hears_all(scene)
        if hears not in self._talk:
            self._talk[hears] = talk_part(self.stored.id, self.stored.talked, scene)
        return self._talk[hears]


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
    return Drawing(stored, state, seating).sight(seat, newest)
