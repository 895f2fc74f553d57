"""Frames: what a page receives, either its whole table or the parts changed since its version.

An answer to a request is one frame; a large push is split into several short ones, for example
when a player is eliminated.

Two in-memory caches: the tables sent last, by viewer and version, and rendered parts. A page whose
table is no longer cached receives everything again; the caches never affect correctness.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.board import context as board_context
from games.display.drawing import draw
from games.display.log import Entry, Line, entries_after
from games.display.parts import Part, Table, digest_of
from games.page.frame_dedupe import alike, without_known, without_told
from games.page.log import lines_of, newest_page
from games.page.viewer import Sight
from games.store.database_time import moment_now

MOST_KEPT = 400
MOST_DRAWN = 6000
MOST_PUSHED = 2048
"""The maximum size of a pushed frame in bytes, unless a single part is larger."""

_kept: OrderedDict[tuple[str, int | None, str], Table] = OrderedDict()
_lock = Lock()


def keep(table: Table) -> None:
    """Cache a table that is being sent."""
    with _lock:
        _kept[table.code, table.seat, table.version] = table
        _kept.move_to_end((table.code, table.seat, table.version))
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)


def kept(code: str, seat: int | None, version: str) -> Table | None:
    """Return a table sent earlier to a viewer at this seat, or None if it is not cached."""
    with _lock:
        return _kept.get((code, seat, version))


# Drawing


def drawn(name: str, part: Part) -> SafeString:
    """Return a part as HTML."""
    return _drawn(part.template, name, part.shown)


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(template: str, name: str, context: str) -> SafeString:
    """Render a part; most parts are the same for all viewers and from move to move."""
    return draw(template, {"id": name, **json.loads(context)})


def rendered(table: Table) -> dict[str, SafeString]:
    """Return all parts of a table as HTML, by id, and cache the table as sent."""
    keep(table)
    # A part within another one is rendered with it.
    return {name: drawn(name, part) for name, part in table.parts.items() if not part.within}


@dataclass(frozen=True, slots=True)
class Frame:
    """What changed: parts as HTML, and new lines of the log.

    The page's script replaces the element with each part's id and appends the lines to the log; the
    HTML carries no swap attributes.

    If `is_whole`, the frame contains the whole table, whatever the page showed before; `log` is
    then the newest page of the log, and `board` has all territories.
    """

    since: str
    version: str
    parts: SafeString
    now: str
    lines: tuple[Line, ...] = ()
    log: dict[str, Any] | None = None
    board: dict[str, Any] | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether the frame contains the whole table."""
        return self.log is not None

    @property
    def size(self) -> int:
        """Return the size in bytes, without the log and the board of a whole frame."""
        return len(self.html.encode())

    @property
    def html(self) -> SafeString:
        """Return the frame as HTML, without the log and the board of a whole frame.

        Built without a template: rendering one would delay everybody at the table on every move.
        """
        whole = mark_safe(' data-whole="true"') if self.is_whole else ""
        marker = format_html(_MARKER, self.since, self.version, self.now, whole)
        lines = "".join(line.html for line in self.lines)
        added = f'<ol id="log-lines">{lines}</ol>' if lines else ""
        return mark_safe(f"{marker}{self.parts}{added}")  # noqa: S308 - all of it is rendered


_MARKER = '<div id="version" data-since="{}" data-version="{}" data-now="{}"{} hidden></div>'


def frame_since(seen: Sight, have: str) -> Frame:
    """Return the changes for a viewer since version `have`; the whole table if it is not cached."""
    old = kept(seen.code, seen.table.seat, have)
    return _whole_frame(seen, have) if old is None else frame_between(seen, old)


def frame_between(seen: Sight, old: Table) -> Frame:
    """Return the changes for a viewer since an older table."""
    keep(seen.table)
    return _frame(seen.table, old, _change(seen, old))


@dataclass(frozen=True, slots=True)
class _Change:
    """Changed parts as HTML, by id, and new lines of the log."""

    parts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()

    def __add__(self, other: "_Change") -> "_Change":
        return _Change({**self.parts, **other.parts}, self.lines + other.lines)


def _change(seen: Sight, old: Table) -> _Change:
    lines = tuple(lines_of(seen, _entries_between(seen, old)))
    parts = {name: _briefly(name, part, old) for name, part in seen.table.changed(old)}
    return _Change(parts, lines)


def _frame(table: Table, old: Table, change: _Change) -> Frame:
    """Return a frame with a change that leads from an older table to `table`."""
    parts = dict(change.parts)
    if STAGE in parts:
        parts[STAGE] = without_told(parts[STAGE], change.lines)
    shown = _swaps((name, table.parts[name], html) for name, html in parts.items())
    return Frame(old.version, table.version, shown, _now(), change.lines)


def _briefly(name: str, part: Part, old: Table) -> str:
    """Return a part's HTML without the elements that the older table shows already."""
    known, html = old.parts.get(name), drawn(name, part)
    return html if known is None else without_known(html, drawn(name, known))


def _now() -> str:
    """Return the server's time, which countdowns on the page are measured against."""
    return moment_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entries_between(seen: Sight, old: Table) -> list[Entry]:
    """Return the entries since an older table that the viewer may see."""
    newest, table = seen.scene.newest, seen.table
    if newest is None or newest.number <= old.number:
        return []
    if old.number >= seen.told_since:
        return [entry for entry in seen.told if entry.number > old.number]
    if table.number == old.number + 1:
        return [newest]
    entries = entries_after(seen.game, old.number, table.seat)
    # Entries made after the table was drawn come with the next frame.
    return [entry for entry in entries if entry.number <= table.number]


# Short steps for pushing


def frames_between(seen: Sight, old: Table) -> Iterator[Frame]:
    """Yield the changes for a viewer as pushed: each frame builds on the one before."""
    change = _change(seen, old)
    whole = _frame(seen.table, old, change)
    if whole.size <= MOST_PUSHED:
        keep(seen.table)
        yield whole
        return
    *steps, last = _steps(seen.table, change)
    at = old
    for step in steps:
        at, before = _on_the_way(seen.table, at, step), at
        keep(at)
        yield _frame(at, before, step)
    keep(seen.table)
    yield _frame(seen.table, at, last)


def _steps(table: Table, change: _Change) -> Iterator[_Change]:
    """Yield a change in as few steps as fit into frames of MOST_PUSHED bytes."""
    step = _Change()
    for unit in _units(table, change):
        longer = step + unit
        # Any table can stand in here: only the length of versions counts, and it is constant.
        if step != _Change() and _frame(table, table, longer).size > MOST_PUSHED:
            yield step
            longer = unit
        step = longer
    yield step


def _units(table: Table, change: _Change) -> Iterator[_Change]:
    """Yield the parts that must share a frame: first log and stage, then the map, then the rest."""
    yield _Change(lines=change.lines)
    on_map = {name for name in change.parts if table.parts[name].is_svg}
    around = ({name} for name in change.parts if name not in {STAGE, *on_map})
    for names in ({STAGE}, on_map, *around):
        yield _Change({name: html for name, html in change.parts.items() if name in names})


def _on_the_way(new: Table, old: Table, step: _Change) -> Table:
    """Return the table a page shows after one step from an older table towards a new one."""
    came = step.parts.keys()
    parts = {name: part for name, part in old.parts.items() if part.within not in came}
    parts |= {name: each for name, each in new.parts.items() if {name, each.within} & came}
    version = digest_of(old.version, new.version, *sorted(came))
    told = new if step.lines else old
    return replace(old, number=told.number, seen=told.seen, parts=parts, version=version)


# Whole frames


def _whole_frame(seen: Sight, have: str) -> Frame:
    keep(seen.table)
    parts = [each for each in seen.table.parts.items() if not each[1].within]
    # Territories come as one board, which the page swaps in at once.
    places = {name: drawn(name, part) for name, part in parts if part.template in ON_TERRITORIES}
    rest = [(name, part, drawn(name, part)) for name, part in parts if name not in places]
    others = _swaps(rest)
    board = board_context.board_context(seen.scene.view.board, html=places, is_live=True)
    return Frame(have, seen.table.version, others, _now(), log=newest_page(seen), board=board)


ON_TERRITORIES = frozenset({"board/_wash.html", "board/_territory.html", "board/_number.html"})
STAGE = "stage"


def _swaps(parts: Iterable[tuple[str, Part, str]]) -> SafeString:
    """Return the HTML of parts as sent, with everything on the map inside one <svg>.

    An HTML parser creates SVG elements only inside an <svg>.
    """
    around, on_map, places = [], [], {}
    for name, part, html in parts:
        if part.template in ON_TERRITORIES:
            territory = name.partition("-")[2]
            places[territory] = places.get(territory, "") + html
        else:
            (on_map if part.is_svg else around).append(html)
    map_parts = f"{alike(places)}{''.join(on_map)}"
    svg = f"<svg>{map_parts}</svg>" if map_parts else ""
    return mark_safe("".join([svg, *around]))  # noqa: S308 - rendered parts
