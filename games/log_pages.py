"""The log as pages: the newest rounds first, one round earlier at a time."""

from typing import Any

from games.chronicle import Entry, entries_of_rounds, lines, undone
from games.sight import Sight

AT_ONCE = 2
"""How many rounds are shown before one asks for earlier ones."""


def newest_page(seen: Sight) -> dict[str, Any]:
    """Return the lines of the newest rounds, and which round comes before them."""
    last = seen.scene.view.round
    first = max(0, last - AT_ONCE + 1)
    return _page(seen, first, last)


def round_page(seen: Sight, number: int) -> dict[str, Any]:
    """Return the lines of one round, of the newest where it is not that far; 0 is the set-up."""
    number = min(number, seen.scene.view.round)
    return _page(seen, number, number)


def _page(seen: Sight, first: int, last: int) -> dict[str, Any]:
    entries = entries_of_rounds(seen.game, first, last, seen.scene.seat)
    # What was entered after the table was drawn is told with what it changed there.
    entries = [entry for entry in entries if entry.number <= seen.table.number]
    return {
        "code": seen.code,
        "lines": lines_of(seen, entries),
        "earlier": first - 1 if first > 0 else None,
    }


def lines_of(seen: Sight, entries: list[Entry]) -> list[Any]:
    """Return the lines that tell some entries to a viewer."""
    names, ruleset = seen.seating.names, seen.scene.view.ruleset
    gone = undone(seen.game) if seen.take_backs else frozenset()
    return [
        line
        for entry in entries
        for line in lines(entry, names, ruleset, is_undone=entry.number in gone)
    ]
