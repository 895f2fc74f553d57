"""A table as viewers see it now: loaded, censored by `rules.view`, and built into parts.

Public parts are built once per position, from a spectator's view; all other parts per viewer.
Parts whose inputs are as in the game's last drawing are not built again.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from games.community.talk.talk import reads_all_rooms, talk_part
from games.drawing.board import parts as board
from games.drawing.display.log import LogEntry
from games.drawing.display.log_tail import LogTail
from games.drawing.display.parts import (
    NOTHING_BUILT,
    BuiltSections,
    Part,
    Scene,
    Section,
    Shared,
    TableParts,
    build_sections,
    digest_of,
)
from games.drawing.display.seating import Seating, seating_of
from games.drawing.display.times import banks_of, times_of
from games.exceptions import game_sought
from games.playing.clocks.clock_settings import ClockSettings, terms_of
from games.playing.requests import Played
from games.storage.processes import presence
from games.storage.recent import Recent
from games.storage.store.log_entries import Row
from games.storage.store.stored_game import StoredGame, load
from games.table.page import lazy_forms
from games.table.page.explanations import explained_seats
from games.table.panel import panel
from games.table.panel.orders import plan, standing_orders
from games.table.sidebar import diplomacy, hints, status
from games.table.sidebar.absence import Absences, absence_part, absences_of
from rules import Ruleset, State
from rules.view import SettledView

OWN_SECTIONS = (
    *panel.SECTIONS, *standing_orders.SECTIONS, *lazy_forms.SECTIONS, *plan.SECTIONS,
    *hints.SECTIONS, *diplomacy.SECTIONS,
)  # fmt: skip


def open_sections(ruleset: Ruleset) -> Iterable[Section]:
    """Return the sections that are the same for all viewers."""
    return (*board.OPEN_SECTIONS, *status.open_sections(ruleset))


def own_sections(ruleset: Ruleset) -> Iterable[Section]:
    """Return the sections that differ by viewer; their parts replace open ones of the same name."""
    return (*board.OWN_SECTIONS, *status.own_sections(ruleset), *OWN_SECTIONS)


OPEN = "open"
"""The key of the open sections among those built, beside the seats."""

Viewer = int | str | None
"""A seat, None for spectators, or `OPEN` for what everybody sees."""

MOST_DRAWINGS = 50
"""The number of games whose newest drawing is cached."""


@dataclass(frozen=True, slots=True, repr=False)
class ViewerTable:
    """What a viewer sees: the scene that panels are built from, and the parts of the table.

    `log` has the newest log entries, `take_backs` is the number of take-backs in the game. If
    `is_explained` is set, the log says why bots moved. `chain` has the number and the digest of the
    newest step of the public chain (FAIR-9); "" without one.
    """

    game: int
    scene: Scene
    table: TableParts
    log: LogTail
    take_backs: int = 0
    is_explained: bool = False
    chain: str = ""

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
    table open. `before` has the sections that the game's last drawing built, and `logs_before` its
    log tails. Safe for several threads.
    """

    stored: StoredGame
    state: State
    seating: Seating
    rows: tuple[Row, ...] = ()
    online: frozenset[int] = frozenset()
    before: Mapping[Viewer, BuiltSections] = field(default_factory=dict)
    logs_before: Mapping[bool, LogTail] = field(default_factory=dict)
    logs: dict[bool, LogTail] = field(init=False)
    _terms: ClockSettings = field(init=False)
    _missed: tuple[int, ...] = field(init=False)
    _banks: tuple[str, ...] = field(init=False)
    _explained: frozenset[int | None] = field(init=False)
    _built: dict[Viewer, BuiltSections] = field(default_factory=dict)
    _shared: Shared = field(default_factory=dict)
    _absences: Absences | None = None
    _talk: dict[bool, Part] = field(default_factory=dict)
    _tables: dict[int | None, ViewerTable] = field(default_factory=dict)
    _lock: Any = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._terms = terms_of(self.stored)
        self._missed = tuple(seat.missed for seat in self.stored.seats)
        self._banks = banks_of(self.stored.clocks, self._terms, len(self.stored.seats))
        self._explained = explained_seats(self.stored, self.seating)
        # Spectators have a log of their own, for which no private column is read.
        kinds = {True: {None}, False: {*range(len(self.seating.seats))}}
        newest = self.stored.id, self.stored.number, self.rows
        self.logs = {
            is_spectator: LogTail(
                *newest, seats, self._explained & seats, self.logs_before.get(is_spectator)
            )
            for is_spectator, seats in kinds.items()
        }
        # Otherwise, all earlier tails would be kept.
        self.logs_before = {}

    @property
    def built(self) -> dict[Viewer, BuiltSections]:
        """The sections built last for each viewer."""
        return {**self.before, **self._built}

    def newest(self, seats: Collection[int | None]) -> dict[int | None, LogEntry]:
        """Return the newest entry visible to each seat (None: a spectator), if there is one."""
        found = {seat: self.logs[seat is None].newest(seat) for seat in seats}
        return {seat: entry for seat, entry in found.items() if entry}

    def for_seat(self, seat: int | None, newest: Mapping[int | None, LogEntry]) -> ViewerTable:
        """Return what a seat (None: a spectator) sees; `newest` has its newest visible entry."""
        with self._lock:
            if seat not in self._tables:
                self._tables[seat] = self._for_seat(seat, newest.get(seat))
            return self._tables[seat]

    def _for_seat(self, seat: int | None, newest: LogEntry | None) -> ViewerTable:
        stored, seen = self.stored, SettledView(self.state, seat)
        times = times_of(self.stored.clocks, self._terms, seen, self._missed, self._banks)
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
            log=self.logs[seat is None],
        )
        open_parts = self._open()
        own = self._build(seat, own_sections(seen.ruleset), scene)
        apart = {"absence": self._absence_of(scene), "talk": self._talk_of(scene)}
        number = newest.number if newest else -1
        written = (part.written for part in apart.values())
        digest = digest_of(open_parts.digest, own.digest, str(number), *written)
        parts = {**open_parts.parts, **own.parts, **apart}
        drawn = TableParts(stored.code, seat, stored.number, number, parts, digest)
        log, is_explained = self.logs[seat is None], seat in self._explained
        chain = "" if stored.steps is None else f"{stored.steps} {stored.step_digest}"
        return ViewerTable(stored.id, scene, drawn, log, scene.epoch, is_explained, chain)

    def _open(self) -> BuiltSections:
        if OPEN not in self._built:
            # A spectator's view contains only public information.
            seen = SettledView(self.state, None)
            times = times_of(self.stored.clocks, self._terms, seen, self._missed, self._banks)
            scene = Scene(seen, self.seating, times=times)
            self._build(OPEN, open_sections(seen.ruleset), scene)
        return self._built[OPEN]

    def _build(self, viewer: Viewer, sections: Iterable[Section], scene: Scene) -> BuiltSections:
        before = self.before.get(viewer, NOTHING_BUILT)
        self._built[viewer] = build_sections(sections, scene, before, self._shared)
        return self._built[viewer]

    def _absence_of(self, scene: Scene) -> Part:
        if self._absences is None:
            self._absences = absences_of(self.stored.id, self.stored.clocks)
        return absence_part(self._absences, scene)

    def _talk_of(self, scene: Scene) -> Part:
        reads_all = reads_all_rooms(scene)
        if reads_all not in self._talk:
            self._talk[reads_all] = talk_part(self.stored.id, self.stored.talked, scene)
        return self._talk[reads_all]


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
        before = (known.built, known.logs) if known else ()
        drawing = Drawing(stored, state, seating, rows, online, *before)
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
