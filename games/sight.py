"""A table as viewers see it now: loaded, censored by the rules' view, made into parts.

What all may see is drawn once for a position, from what a spectator sees; what differs is drawn
for each viewer, from their own view.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from games import presence
from games.board_parts import open_board_parts, own_board_parts
from games.chronicle import Entry, entries_in, newest_entries
from games.clocks import deadline_shown
from games.furniture import open_furniture_parts, own_furniture_parts
from games.hints import hint_parts
from games.log import Row
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

MOST_DRAWINGS = 50
"""So many games' newest drawings are kept."""


@dataclass(frozen=True, slots=True, repr=False)
class Sight:
    """What a viewer sees: the scene that panels are made from, and the table's parts.

    `told` are the entries after the number `told_since`, as far as the viewer may see them.
    There were so many `take_backs`.
    """

    game: int
    scene: Scene
    table: Table
    told: tuple[Entry, ...]
    told_since: int
    take_backs: int = 0

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
    """A position that is drawn for one viewer after another; what they share is drawn once.

    `rows` are the last entries of its log, where they are at hand. Several threads may draw.
    """

    stored: StoredGame
    state: State
    seating: Seating
    rows: tuple[Row, ...] = ()
    _open: dict[str, Part] = field(default_factory=dict)
    _talk: dict[bool, Part] = field(default_factory=dict)
    _sights: dict[int | None, Sight] = field(default_factory=dict)
    _lock: Any = field(default_factory=Lock)

    def newest(self, seats: Collection[int | None]) -> dict[int | None, Entry]:
        """Return by seat (None: a spectator) the newest entry of which it may see anything."""
        return newest_entries(self.stored.id, self.stored.number, seats, self.rows)

    def sight(self, seat: int | None, newest: Mapping[int | None, Entry]) -> Sight:
        """Return what a seat (None: a spectator) sees; `newest` has the newest entry it may see."""
        with self._lock:
            if seat not in self._sights:
                self._sights[seat] = self._sight(seat, newest.get(seat))
            return self._sights[seat]

    def _sight(self, seat: int | None, newest: Entry | None) -> Sight:
        stored, seen = self.stored, view(self.state, seat)
        deadline = None if stored.held_since else deadline_shown(stored.clocks, seen)
        scene = Scene(seen, self.seating, newest, deadline)
        parts = dict(self._open_parts())
        for build in OWN_BUILDERS:
            parts.update(build(scene))
        parts["talk"] = self._talk_of(scene)
        number = newest.number if newest else -1
        drawn = Table(stored.code, seat, stored.number, number, parts)
        told = tuple(entries_in(self.rows, seat))
        since, take_backs = stored.number - len(self.rows), stored.rows.game["epoch"]
        return Sight(stored.id, scene, drawn, told, since, take_backs)

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


_drawings: OrderedDict[str, Drawing] = OrderedDict()
_lock = Lock()


def drawing_of(stored: StoredGame, state: State, rows: tuple[Row, ...] = ()) -> Drawing:
    """Return the drawing of a game as it was loaded or saved.

    Who moved and the hub, who tells the others, draw from the same one.
    """
    seating = seating_of(stored, presence.online(stored.code))
    with _lock:
        known = _drawings.get(stored.code)
        if known is not None and known.stored is stored and known.seating == seating:
            return known
        drawing = _drawings[stored.code] = Drawing(stored, state, seating, rows)
        _drawings.move_to_end(stored.code)
        while len(_drawings) > MOST_DRAWINGS:
            _drawings.popitem(last=False)
        return drawing


def look(code: str, user: int | None, played: Played | None = None) -> Sight:
    """Return what a user (None: nobody known) sees of a running or ended game.

    `played` is the move they have just made, which spares loading it. Raises NoSuchGame.
    """
    if played is not None and played.stored is not None:
        drawing = drawing_of(played.stored, played.state, played.rows)
    else:
        try:
            stored = load(code)
        except Game.DoesNotExist:
            raise NoSuchGame("There is no such game.") from None
        drawing = drawing_of(stored, stored.state())
    seat = drawing.seating.seat_of(user)
    return drawing.sight(seat, drawing.newest({seat}))
