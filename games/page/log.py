"""The log as pages: the newest lines first, one round earlier at a time."""

from typing import Any

from games.absence.seat_changes import Sitters
from games.display.log import Entry, Line, entries_of_round, lines, undone
from games.page.viewer import Sight
from rules.events.turn import TurnBegan
from rules.sentences.words import NO_HEADQUARTERS

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
    if left and found[left - 1].kind == TurnBegan.name:
        left -= 1  # A heading goes with what it heads.
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
    entries = entries_of_round(seen.game, number, seen.scene.seat)
    # What was entered after the table was drawn is told with what it changed there.
    shown = [entry for entry in entries if entry.number <= seen.table.number]
    return lines_of(seen, shown, sitters)


def lines_of(seen: Sight, entries: list[Entry], sitters: Sitters | None = None) -> list[Line]:
    """Return the lines that tell some entries to a viewer.

    By the `sitters` those are named who sat there then; without them, who do now.
    """
    now, view = seen.seating.names, seen.scene.view
    fates = seen.scene.fates
    gone = undone(seen.game) if seen.take_backs else frozenset()
    told = []
    for entry in entries:
        is_undone = entry.number in gone
        names = sitters.names_at(entry.number, now) if sitters else now
        # Before they were undone other headquarters may have been marked.
        camps = NO_HEADQUARTERS if is_undone else view.headquarters
        told += lines(entry, names, view.ruleset, fates, camps, is_undone=is_undone)
    return told
