"""Pages of the log: the newest lines, then one earlier round per request."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.absence.seat_changes import SeatHistory
from games.display.log import LogEntry, LogLine, entries_of_round, lines, undone
from games.display.words import capitalised, names_for
from games.page.viewer import ViewerTable
from rules import Event
from rules.events.attack import AttackEnded, BattleFought, Captured
from rules.events.turn import TurnBegan
from rules.sentences import Words
from rules.sentences.attack import summarize_battles
from rules.sentences.words import NO_HEADQUARTERS

AT_ONCE = 2
"""The maximum number of rounds on the first page."""

FEW = 15
"""The number of lines that fill the first page."""


def newest_page(seen: ViewerTable) -> dict[str, Any]:
    """Return the newest lines, and the round to ask for next."""
    last, sitters = seen.scene.view.round, SeatHistory(seen.game)
    number, found = last, _lines_of_round(seen, last, sitters)
    while len(found) < FEW and number > max(0, last - AT_ONCE + 1):
        number -= 1
        found = _lines_of_round(seen, number, sitters) + found
    left = max(0, len(found) - FEW)
    if left and found[left - 1].kind == TurnBegan.name:
        left -= 1  # Keep a heading with its first line.
    return _page(seen, found[left:], number if left else number - 1, left or None)


def round_page(seen: ViewerTable, number: int, first: int | None = None) -> dict[str, Any]:
    """Return the lines of round `number`, at most those of the newest round; round 0 is the set-up.

    `first` limits them to the first lines the viewer can see. It does not count entries: their
    numbers would reveal how many entries are hidden from the viewer.
    """
    number = min(number, seen.scene.view.round)
    return _page(seen, _lines_of_round(seen, number, SeatHistory(seen.game))[:first], number - 1)


def _page(
    seen: ViewerTable, found: list[LogLine], earlier: int, first: int | None = None
) -> dict[str, Any]:
    return {
        "code": seen.code,
        "lines": found,
        "earlier": earlier if earlier >= 0 else None,
        "first": first,
    }


def _lines_of_round(seen: ViewerTable, number: int, sitters: SeatHistory) -> list[LogLine]:
    entries = entries_of_round(seen.game, number, seen.scene.seat)
    # Entries made after the table was drawn come with the frame that shows their effect.
    shown = [entry for entry in entries if entry.number <= seen.table.number]
    return lines_of(seen, shown, sitters)


def lines_of(
    seen: ViewerTable, entries: list[LogEntry], sitters: SeatHistory | None = None
) -> list[LogLine]:
    """Return the log lines of some entries for a viewer.

    With `sitters`, lines name the players of that time; without, the current players.
    """
    now, view = names_for(seen.scene.seat, seen.seating.names), seen.scene.view
    pact_endings = seen.scene.pact_endings
    gone = undone(seen.game) if seen.take_backs else frozenset()
    told: list[LogLine] = []
    for entry in entries:
        is_undone = entry.number in gone
        names = sitters.names_at(entry.number, now) if sitters else now
        # Before the take-back other territories may have been headquarters.
        camps = NO_HEADQUARTERS if is_undone else view.headquarters
        found = lines(entry, names, view.ruleset, pact_endings, camps, is_undone=is_undone)
        told += _folded(entry.events, found, Words(names, view.ruleset))
    return told


_OF_AN_ATTACK = (BattleFought, AttackEnded, Captured)
"""The events that one line of the log sums up."""


def _folded(events: Sequence[Event], found: Sequence[LogLine], words: Words) -> Iterator[LogLine]:
    """Yield the lines of an entry, with the battles of an attack and its end folded into one."""
    pairs = list(zip(events, found, strict=True))
    for is_attack, run in groupby(pairs, lambda pair: isinstance(pair[0], _OF_AN_ATTACK)):
        parts = list(run)
        battles = [event for event, _ in parts if isinstance(event, BattleFought)]
        if not is_attack or not battles or len(parts) == 1:
            yield from (line for _, line in parts)
            continue
        captured = next((line for event, line in parts if isinstance(event, Captured)), None)
        whole = captured or parts[0][1]
        yield replace(
            whole,
            text=capitalised(summarize_battles(battles, captured is not None, words)),
            seats=tuple(sorted({seat for _, line in parts for seat in line.seats})),
            parts=tuple(line for _, line in parts),
        )
