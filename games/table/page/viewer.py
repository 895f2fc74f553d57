"""A table as viewers see it now: loaded, censored by `rules.view`, and built into parts.

Public parts are built once per position, from a spectator's view; parts about the newest entry
once per group of viewers who may see the same events; all other parts per viewer.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from games.community.talk.talk import reads_all_rooms, talk_part
from games.drawing.board.parts import newest_board_parts, open_board_parts, own_board_parts
from games.drawing.display.log import LogEntry, SeatEntries, entries_for, newest_entries
from games.drawing.display.parts import Part, Scene, TableParts, digest_of
from games.drawing.display.seating import Seating, seating_of
from games.drawing.display.times import times_of
from games.exceptions import game_sought
from games.playing.clocks.clock_settings import ClockSettings, terms_of
from games.playing.requests import Played
from games.storage.processes import presence
from games.storage.recent import Recent
from games.storage.store.log_entries import Row
from games.storage.store.stored_game import StoredGame, load
from games.table.page.explanations import explained_seats
from games.table.panel.orders.leaving import leaving_parts
from games.table.panel.orders.plan import plan_parts
from games.table.panel.orders.standing_orders import orders_parts
from games.table.panel.panel import panel_parts
from games.table.sidebar.absence import Absences, absence_part, absences_of
from games.table.sidebar.diplomacy import diplomacy_parts
from games.table.sidebar.hints import hint_parts
from games.table.sidebar.status import open_status_parts, own_status_parts
from rules import State, view

OPEN_BUILDERS = (open_board_parts, open_status_parts)
"""Builders of the parts that are the same for all viewers."""

NEWEST_BUILDERS = (newest_board_parts,)
"""Builders of parts that are the same for viewers who may see the same events of the newest entry.

They may read only the public parts of the view.
"""

OWN_BUILDERS = (
    own_board_parts, own_status_parts,
    panel_parts, orders_parts, leaving_parts, plan_parts,
    hint_parts, diplomacy_parts,
)  # fmt: skip
"""Builders of the parts that differ by viewer; they replace open parts of the same name."""

MOST_DRAWINGS = 50
"""The number of games whose newest drawing is cached."""


@dataclass(frozen=True, slots=True, repr=False)
class ViewerTable:
    """What a viewer sees: the scene that panels are built from, and the parts of the table.

    `entries` has the log entries after number `entries_since` that the viewer may see. `take_backs`
    is the number of take-backs in the game. If `is_explained` is set, the log says why bots moved.
    """

    game: int
    scene: Scene
    table: TableParts
    entries: tuple[LogEntry, ...]
    entries_since: int
    take_backs: int = 0
    is_explained: bool = False

    @property
    def code(self) -> str:
        """Return the code of the game."""
        return self.table.code

    @property
    def seating(self) -> Seating:
        """Return who plays each seat."""
        return self.scene.seating


@dataclass(slots=True, repr=False)
class Drawing:
    """A position from which each viewer's table is built; shared parts are built only once.

    `rows` are the newest rows of the log if already loaded; `online` are the ids of users with the
    table open. Safe for several threads.
    """

    stored: StoredGame
    state: State
    seating: Seating
    rows: tuple[Row, ...] = ()
    online: frozenset[int] = frozenset()
    _open: dict[str, Part] = field(default_factory=dict)
    _open_digest: str = ""
    _terms: ClockSettings = field(init=False)
    _missed: tuple[int, ...] = field(init=False)
    _entries: SeatEntries = field(init=False)
    _explained: frozenset[int | None] = field(init=False)
    _event_parts: dict[Any, dict[str, Part]] = field(default_factory=dict)
    _absences: Absences | None = None
    _talk: dict[bool, Part] = field(default_factory=dict)
    _tables: dict[int | None, ViewerTable] = field(default_factory=dict)
    _lock: Any = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._terms = terms_of(self.stored)
        self._missed = tuple(seat.missed for seat in self.stored.seats)
        self._explained = explained_seats(self.stored, self.seating)
        seats = {None, *range(len(self.seating.seats))}
        self._entries = entries_for(self.rows, seats, self._explained)

    def newest(self, seats: Collection[int | None]) -> dict[int | None, LogEntry]:
        """Return the newest entry visible to each seat (None: a spectator), if there is one."""
        before = self.stored.number - len(self.rows)
        return newest_entries(self.stored.id, before, seats, self._entries, self._explained)

    def for_seat(self, seat: int | None, newest: Mapping[int | None, LogEntry]) -> ViewerTable:
        """Return what a seat (None: a spectator) sees; `newest` has its newest visible entry."""
        with self._lock:
            if seat not in self._tables:
                self._tables[seat] = self._for_seat(seat, newest.get(seat))
            return self._tables[seat]

    def _for_seat(self, seat: int | None, newest: LogEntry | None) -> ViewerTable:
        stored, seen = self.stored, view(self.state, seat)
        times = times_of(self.stored.clocks, self._terms, seen, self._missed)
        deadline = None if stored.held_since else times.deadline
        scene = Scene(
            seen,
            self.seating,
            newest,
            deadline,
            times,
            game=stored.id,
            pact_endings=stored.diplomacy.pacts,
            epoch=stored.rows.game["epoch"],
            plans={one: note for one, note in stored.clocks.plans.items() if one == seat},
            remarks=stored.diplomacy.remarks,
        )
        shared = self._open_parts()
        own = dict(self._event_parts_of(scene))
        for build in OWN_BUILDERS:
            own.update(build(scene))
        own["absence"] = self._absence_of(scene)
        own["talk"] = self._talk_of(scene)
        number = newest.number if newest else -1
        digest = digest_of(self._open_digest, str(number), *_written(own))
        drawn = TableParts(stored.code, seat, stored.number, number, shared | own, digest)
        since = stored.number - len(self.rows)
        entries, is_explained = self._entries[seat], seat in self._explained
        return ViewerTable(stored.id, scene, drawn, entries, since, scene.epoch, is_explained)

    def _open_parts(self) -> dict[str, Part]:
        if not self._open:
            # A spectator's view contains only public information.
            seen = view(self.state, None)
            times = times_of(self.stored.clocks, self._terms, seen, self._missed)
            scene = Scene(seen, self.seating, times=times)
            for build in OPEN_BUILDERS:
                self._open.update(build(scene))
            self._open_digest = digest_of(*_written(self._open))
        return self._open

    def _event_parts_of(self, scene: Scene) -> dict[str, Part]:
        if scene.events not in self._event_parts:
            parts = self._event_parts[scene.events] = {}
            for build in NEWEST_BUILDERS:
                parts.update(build(scene))
        return self._event_parts[scene.events]

    def _absence_of(self, scene: Scene) -> Part:
        if self._absences is None:
            self._absences = absences_of(self.stored.id, self.stored.clocks)
        return absence_part(self._absences, scene)

    def _talk_of(self, scene: Scene) -> Part:
        reads_all = reads_all_rooms(scene)
        if reads_all not in self._talk:
            self._talk[reads_all] = talk_part(self.stored.id, self.stored.talked, scene)
        return self._talk[reads_all]


def _written(parts: Mapping[str, Part]) -> Iterator[str]:
    return (f"{name} {parts[name].written}" for name in sorted(parts))


_drawings = Recent[str, Drawing](MOST_DRAWINGS)
_lock = Lock()


def drawing_of(stored: StoredGame, state: State, rows: tuple[Row, ...] = ()) -> Drawing:
    """Return the cached drawing of a stored game, or a new one.

    The request that makes a move and the hub that pushes it to the others share one drawing.
    """
    online = presence.online(stored.code)
    seating = seating_of(stored, online)
    with _lock:
        known = _drawings.get(stored.code)
        if known is not None and known.stored is stored and known.seating == seating:
            return known
        drawing = Drawing(stored, state, seating, rows, online)
        _drawings.set(stored.code, drawing)
        return drawing


def drawing_now(code: str) -> Drawing:
    """Return the drawing of a game as stored now; raise Game.DoesNotExist if there is none."""
    stored = load(code)
    return drawing_of(stored, stored.state())


def look(code: str, user: int | None, played: Played | None = None) -> ViewerTable:
    """Return what a user (None: anonymous) sees of a running or finished game.

    `played` is the move they have just made, which saves loading the game. Raises NoSuchGame.
    """
    if played is not None and played.stored is not None and played.state is not None:
        return _seen_by(user, drawing_of(played.stored, played.state, played.rows))
    return look_closely(code, user)[0]


def look_closely(code: str, user: int | None) -> tuple[ViewerTable, StoredGame]:
    """Return what a user sees, with the stored game for deciding what they may do."""
    with game_sought():
        drawing = drawing_now(code)
    return _seen_by(user, drawing), drawing.stored


def _seen_by(user: int | None, drawing: Drawing) -> ViewerTable:
    seat = drawing.seating.seat_of(user)
    return drawing.for_seat(seat, drawing.newest({seat}))
