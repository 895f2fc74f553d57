"""Frames: what a page receives, either its whole table or the parts changed since its version.

Two in-memory caches: the tables sent last, by viewer and version, and rendered parts. A page whose
table is no longer cached receives everything again; the caches never affect correctness.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.drawing.board import context as board_context
from games.drawing.display.drawing import draw
from games.drawing.display.log import LogEntry, LogLine
from games.drawing.display.parts import Part, TableParts
from games.storage.recent import Recent
from games.storage.store.database_time import moment_now
from games.table.animations.last_moves import animations_part
from games.table.page.attack_lines import entries_of_open_attack
from games.table.page.log import lines_of, newest_page
from games.table.page.viewer import ViewerTable

MOST_KEPT = 400
MOST_DRAWN = 6000

_kept = Recent[tuple[str, int | None, str], TableParts](MOST_KEPT)


def keep(table: TableParts) -> None:
    """Cache a table that is being sent."""
    _kept.set((table.code, table.seat, table.version), table)


def kept(code: str, seat: int | None, version: str) -> TableParts | None:
    """Return a table sent earlier to a viewer at this seat, or None if it is not cached."""
    return _kept.get((code, seat, version))


# Drawing


def drawn(name: str, part: Part) -> SafeString:
    """Return a part as HTML."""
    return _drawn(part.template, name, part.shown)


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(template: str, name: str, context: str) -> SafeString:
    """Render a part; cached, as most parts are the same for all viewers and rarely change."""
    return draw(template, {"id": name, **json.loads(context)})


def rendered(table: TableParts) -> dict[str, SafeString]:
    """Return all parts of a table as HTML, by id, and cache the table as sent."""
    keep(table)
    # A part within another part is rendered with that part.
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
    lines: tuple[LogLine, ...] = ()
    log: dict[str, Any] | None = None
    board: dict[str, Any] | None = None
    animations: str = ""
    chain: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether the frame contains the whole table."""
        return self.log is not None

    @property
    def html(self) -> SafeString:
        """Return the frame as HTML, without the log and the board of a whole frame.

        Built without a template: rendering one would delay everybody at the table on every move.
        """
        more = ' data-whole="true"' if self.is_whole else ""
        if self.chain:
            more += f' data-chain="{self.chain}"'
        marker = _MARKER.format(escape(self.since), self.version, self.now, more)
        lines = "".join(line.html for line in self.lines)
        added = f'<ol id="log-lines">{lines}</ol>' if lines else ""
        return mark_safe(f"{marker}{self.parts}{added}{self.animations}")  # noqa: S308 - all of it is rendered


_MARKER = '<div id="version" data-since="{}" data-version="{}" data-now="{}"{} hidden></div>'


def frame_since(seen: ViewerTable, have: str) -> Frame:
    """Return the changes for a viewer since version `have`.

    The frame has the whole table if that version is not cached.
    """
    old = kept(seen.code, seen.table.seat, have)
    return _whole_frame(seen, have) if old is None else frame_between(seen, old)


def frame_between(seen: ViewerTable, old: TableParts) -> Frame:
    """Return the changes for a viewer since an older table."""
    table = seen.table
    keep(table)
    parts = _fragments((part, drawn(name, part)) for name, part in table.changed(old))
    entries = _entries_between(seen, old)
    lines = tuple(lines_of(seen, entries, begun=entries_of_open_attack(seen, entries)))
    animations = _animations(seen, entries)
    return Frame(
        old.version, table.version, parts, _now(), lines, animations=animations, chain=seen.chain
    )


def _animations(seen: ViewerTable, entries: Sequence[LogEntry]) -> SafeString:
    """Return the animations of all entries but the newest, a part of its own; "" if none."""
    entries = [entry for entry in entries if entry.events]
    if len(entries) < 2:
        return SafeString()
    part = animations_part(seen.scene, entries[:-1])
    is_any = part.context["moments"] or part.context["is_behind"]
    return drawn("animations", part) if is_any else SafeString()


def _now() -> str:
    """Return the server's time, which countdowns on the page are measured against."""
    return moment_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entries_between(seen: ViewerTable, old: TableParts) -> list[LogEntry]:
    """Return the entries since an older table that the viewer may see."""
    newest, table = seen.scene.newest, seen.table
    if newest is None or newest.number <= old.number:
        return []
    return seen.log.after(old.number, table.seat)


# Whole frames


def _whole_frame(seen: ViewerTable, have: str) -> Frame:
    keep(seen.table)
    parts = [each for each in seen.table.parts.items() if not each[1].within]
    # Territories come as one board, which the page swaps in at once.
    places = {name: drawn(name, part) for name, part in parts if part.template in ON_TERRITORIES}
    others = _fragments((part, drawn(name, part)) for name, part in parts if name not in places)
    board = board_context.board_context(seen.scene.view.board, html=places, is_live=True)
    log, version = newest_page(seen), seen.table.version
    return Frame(have, version, others, _now(), log=log, board=board, chain=seen.chain)


ON_TERRITORIES = frozenset(
    {"drawing/board/_wash.html", "drawing/board/_territory.html", "drawing/board/_number.html"}
)


def _fragments(parts: Iterable[tuple[Part, str]]) -> SafeString:
    """Return the HTML of parts as sent, with everything on the map inside one <svg>.

    An HTML parser creates SVG elements only inside an <svg>.
    """
    on_map: list[str] = []
    around: list[str] = []
    for part, html in parts:
        (on_map if part.is_svg else around).append(html)
    map_parts = f"<svg>{''.join(on_map)}</svg>" if on_map else ""
    return mark_safe(f"{map_parts}{''.join(around)}")  # noqa: S308 - rendered parts
