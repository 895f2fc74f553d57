"""The log as pages: the newest lines first, one round earlier at a time."""

from typing import Any

from games.chronicle import Entry, Line, entries_of_rounds, lines, undone
from games.handing_over import Sitters
from games.sight import Sight

AT_ONCE = 2
"""Of how many rounds lines are shown at most before one asks for earlier ones."""

FEW = 15
"""So many lines are enough at first."""


def newest_page(seen: Sight) -> dict[str, Any]:
    """Return the newest lines, and which round has those before them."""
    last, sitters = seen.scene.view.round, Sitters(seen.game)
    number, found = last, _lines_of_round(seen, last, sitters)
    while len(found) < FEW and number > max(0, last - AT_ONCE + 1):
        number -= 1
        found = _lines_of_round(seen, number, sitters) + found
    left = max(0, len(found) - FEW)
    return _page(seen, found[left:], number if left else number - 1, left or None)


def round_page(seen: Sight, number: int, first: int | None = None) -> dict[str, Any]:
    """Return the lines of one round, of the newest where it is not that far; 0 is the set-up.

    `first` asks for so many of its lines only: lines of one's own, for an entry's number would
    tell how many there are that one does not see.
    """
    number = min(number, seen.scene.view.round)
    return _page(seen, _lines_of_round(seen, number, Sitters(seen.game))[:first], number - 1)


def _page(seen: Sight, found: list[Line], earlier: int, first: int | None = None) -> dict[str, Any]:
    return {
        "code": seen.code,
        "lines": found,
        "earlier": earlier if earlier >= 0 else None,
        "first": first,
    }


def _lines_of_round(seen: Sight, number: int, sitters: Sitters) -> list[Line]:
    entries = entries_of_rounds(seen.game, number, number, seen.scene.seat)
    # What was entered after the table was drawn is told with what it changed there.
    shown = [entry for entry in entries if entry.number <= seen.table.number]
    return lines_of(seen, shown, sitters)


def lines_of(seen: Sight, entries: list[Entry], sitters: Sitters | None = None) -> list[Line]:
    """Return the lines that tell some entries to a viewer.

    By the `sitters` those are named who sat there then; without them, who do now.
    """
    names, ruleset = seen.seating.names, seen.scene.view.ruleset
    fates = seen.scene.fates
    gone = undone(seen.game) if seen.take_backs else frozenset()
    return [
        line
        for entry in entries
        for line in lines(
            entry,
            sitters.names_at(entry.number, names) if sitters else names,
            ruleset,
            fates,
            is_undone=entry.number in gone,
        )
    ]
