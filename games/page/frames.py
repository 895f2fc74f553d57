"""What is sent to a page: all parts of its table, or only those that changed since its version.

What is asked for comes in one frame; what is pushed comes in several short ones where much changed,
as where a player falls.

The tables that were sent last are kept in memory by viewer and version, and so is how parts are
drawn. A page whose table is no longer kept is sent everything anew; nothing is ever wrong
without them.
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
"""So many bytes has a frame that is pushed, unless a single part of the table has more."""

_kept: OrderedDict[tuple[str, int | None, str], Table] = OrderedDict()
_lock = Lock()


def keep(table: Table) -> None:
    """Remember a table that is being sent."""
    with _lock:
        _kept[table.code, table.seat, table.version] = table
        _kept.move_to_end((table.code, table.seat, table.version))
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)


def kept(code: str, seat: int | None, version: str) -> Table | None:
    """Return a table that was sent to such a viewer; None where it is not remembered."""
    with _lock:
        return _kept.get((code, seat, version))


# Drawing


def drawn(name: str, part: Part) -> SafeString:
    """Return a part as HTML."""
    return _drawn(part.template, name, part.shown)


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(template: str, name: str, context: str) -> SafeString:
    """Draw what differs; most parts are the same for all viewers, and from move to move."""
    return draw(template, {"id": name, **json.loads(context)})


def rendered(table: Table) -> dict[str, SafeString]:
    """Return all parts of a table as HTML, by id, and remember that it is sent."""
    keep(table)
    # What lies within another part is drawn there.
    return {name: drawn(name, part) for name, part in table.parts.items() if not part.within}


@dataclass(frozen=True, slots=True)
class Frame:
    """What changed: parts as HTML, new lines of the log.

    Each part replaces that of the same id, and the lines are added to those of the log: the
    page's script knows it, and none says so itself.

    When it `is_whole` it holds the whole table, whatever the page showed before: then `log` and
    `board` are the newest rounds of the log and all territories.
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
        """Say whether it holds the whole table."""
        return self.log is not None

    @property
    def size(self) -> int:
        """Return how many bytes are sent, without the log and the board of a whole one."""
        return len(self.html.encode())

    @property
    def html(self) -> SafeString:
        """Return the frame as it is sent, but for the log and the board of a whole one.

        It is not made by a template, for which everybody at the table would wait every time.
        """
        whole = mark_safe(' data-whole="true"') if self.is_whole else ""
        marker = format_html(_MARKER, self.since, self.version, self.now, whole)
        lines = "".join(line.html for line in self.lines)
        added = f'<ol id="log-lines">{lines}</ol>' if lines else ""
        return mark_safe(f"{marker}{self.parts}{added}")


_MARKER = '<div id="version" data-since="{}" data-version="{}" data-now="{}"{} hidden></div>'


def frame_since(seen: Sight, have: str) -> Frame:
    """Return what changed for a viewer since the version a page shows."""
    old = kept(seen.code, seen.table.seat, have)
    return _whole_frame(seen, have) if old is None else frame_between(seen, old)


def frame_between(seen: Sight, old: Table) -> Frame:
    """Return what changed for a viewer since an older table."""
    keep(seen.table)
    return _frame(seen.table, old, _change(seen, old))


@dataclass(frozen=True, slots=True)
class _Change:
    """What changed: parts as HTML, by id, and new lines of the log."""

    parts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()

    def __add__(self, other: "_Change") -> "_Change":
        return _Change({**self.parts, **other.parts}, self.lines + other.lines)


def _change(seen: Sight, old: Table) -> _Change:
    lines = tuple(lines_of(seen, _entries_between(seen, old)))
    parts = {name: _briefly(name, part, old) for name, part in seen.table.changed(old)}
    return _Change(parts, lines)


def _frame(table: Table, old: Table, change: _Change) -> Frame:
    """Return a frame with what changed from an older table to another one."""
    parts = dict(change.parts)
    if STAGE in parts:
        parts[STAGE] = without_told(parts[STAGE], change.lines)
    shown = _swaps((name, table.parts[name], html) for name, html in parts.items())
    return Frame(old.version, table.version, shown, _now(), change.lines)


def _briefly(name: str, part: Part, old: Table) -> str:
    """Return a part without what the older table shows within it."""
    known, html = old.parts.get(name), drawn(name, part)
    return html if known is None else without_known(html, drawn(name, known))


def _now() -> str:
    """Return the time that countdowns go by, which a page cannot know by itself."""
    return moment_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entries_between(seen: Sight, old: Table) -> list[Entry]:
    """Return what was entered in the log since an older table and is for the viewer to see."""
    newest, table = seen.scene.newest, seen.table
    if newest is None or newest.number <= old.number:
        return []
    if old.number >= seen.told_since:
        return [entry for entry in seen.told if entry.number > old.number]
    if table.number == old.number + 1:
        return [newest]
    entries = entries_after(seen.game, old.number, table.seat)
    # What was entered after the table was drawn comes with the next frame.
    return [entry for entry in entries if entry.number <= table.number]


# In short steps


def frames_between(seen: Sight, old: Table) -> Iterator[Frame]:
    """Yield what changed for a viewer as it is pushed: each frame leads on from the one before."""
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
    """Yield a change as several ones, as few as are short enough."""
    step = _Change()
    for unit in _units(table, change):
        longer = step + unit
        # Versions are all of one length.
        if step != _Change() and _frame(table, table, longer).size > MOST_PUSHED:
            yield step
            longer = unit
        step = longer
    yield step


def _units(table: Table, change: _Change) -> Iterator[_Change]:
    """Yield what comes in one frame: what happened first, then what is on the map."""
    yield _Change(lines=change.lines)
    on_map = {name for name in change.parts if table.parts[name].is_svg}
    around = ({name} for name in change.parts if name not in {STAGE, *on_map})
    for names in ({STAGE}, on_map, *around):
        yield _Change({name: html for name, html in change.parts.items() if name in names})


def _on_the_way(new: Table, old: Table, step: _Change) -> Table:
    """Return the table that a page shows after a step from an older table towards a new one."""
    came = step.parts.keys()
    parts = {name: part for name, part in old.parts.items() if part.within not in came}
    parts |= {name: each for name, each in new.parts.items() if {name, each.within} & came}
    version = digest_of(old.version, new.version, *sorted(came))
    told = new if step.lines else old
    return replace(old, number=told.number, seen=told.seen, parts=parts, version=version)


# Whole


def _whole_frame(seen: Sight, have: str) -> Frame:
    keep(seen.table)
    parts = [each for each in seen.table.parts.items() if not each[1].within]
    # All territories at once are swapped in at one stroke.
    places = {name: drawn(name, part) for name, part in parts if part.template in ON_TERRITORIES}
    rest = [(name, part, drawn(name, part)) for name, part in parts if name not in places]
    others = _swaps(rest)
    board = board_context.board_context(seen.scene.view.board, html=places, is_live=True)
    return Frame(have, seen.table.version, others, _now(), log=newest_page(seen), board=board)


ON_TERRITORIES = frozenset({"board/_wash.html", "board/_territory.html", "board/_number.html"})
STAGE = "stage"


def _swaps(parts: Iterable[tuple[str, Part, str]]) -> SafeString:
    """Return parts with their HTML as they are sent: all that lies on the map in one <svg>.

    Only inside of one does a parser make elements of SVG.
    """
    around, on_map, places = [], [], {}
    for name, part, html in parts:
        if part.template in ON_TERRITORIES:
            territory = name.partition("-")[2]
            places[territory] = places.get(territory, "") + html
        else:
            (on_map if part.is_svg else around).append(html)
    map_parts = f"{alike(places)}{''.join(on_map)}"
    return mark_safe("".join([f"<svg>{map_parts}</svg>" if map_parts else "", *around]))
