"""Fold the log lines of successive placements into one line for each player."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from games.display.words import capitalised
from games.page.attack_lines import EventLine
from rules.events.setup import Mustered, Placed
from rules.sentences.turn import summarize_placements


def fold_placements(lines: Sequence[EventLine]) -> Iterator[EventLine]:
    """Yield the lines, with those of successive placements folded into one for each player.

    Players who place armies in turns get one line each, in the order of their first placements.
    """
    run: dict[Hashable, list[EventLine]] = {}
    for each in lines:
        if isinstance(each.event, Placed | Mustered):
            run.setdefault(_group(each), []).append(each)
        else:
            yield from map(_summed, run.values())
            run = {}
            yield each
    yield from map(_summed, run.values())


def _group(each: EventLine) -> Hashable:
    """Return what the placements of one line have in common."""
    event = each.event
    if isinstance(event, Placed):
        return event.seat, event.purpose, each.line.is_undone
    return each.line.seats, each.line.is_undone


def _summed(group: Sequence[EventLine]) -> EventLine:
    """Return the line of some placements; a single one keeps its own."""
    first, *more = group
    if not more:
        return first
    events = [each.event for each in group if isinstance(each.event, Placed | Mustered)]
    reasons = {each.line.why for each in group}
    line = replace(
        first.line,
        text=capitalised(summarize_placements(events, first.words)),
        parts=tuple(each.line for each in group),
        why=first.line.why if len(reasons) == 1 else "",
    )
    return replace(first, line=line)
