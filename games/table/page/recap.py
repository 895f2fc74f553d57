"""The recap “Since you last looked”: what a player missed, in groups of log lines."""

from dataclasses import dataclass

from games.community.absence.seat_changes import SeatHistory
from games.drawing.display.log import (
    LogLine,
    lines,
    newest_of_others,
    undone,
)
from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from games.drawing.events.families import SHOWN
from games.drawing.events.rows import Recap
from games.drawing.events.superseded import still_holds
from rules import Event
from rules.events.attack import AttackDeclared

MOST_ENTRIES = 120
"""The maximum number of entries shown in groups; only the newest are shown."""

_WHO = ("seat", "attacker", "defender", "loser", "player", "captor", "opponent")


@dataclass(frozen=True, slots=True)
class RecapGroup:
    """Log lines under a heading."""

    heading: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Grouped:
    """The groups of an absence; `newest` is the number of entries shown if there are older ones."""

    groups: tuple[RecapGroup, ...]
    newest: int | None


def groups_since(game: int, number: int, scene: Scene, since: int) -> Grouped:
    """Return what others did after entry `since`, up to entry `number`, as the viewer may see it.

    Leaves out all but the newest MOST_ENTRIES, undone entries, events whose effect a later event
    has undone, and empty groups.
    """
    seat, words = scene.seat, words_of(scene)
    headings = ("To you", "To others", Recap.CARDS, Recap.PACTS)
    grouped: dict[str, list[LogLine]] = {heading: [] for heading in headings}
    sitters, gone = SeatHistory(game), undone(game)
    entries, has_more = newest_of_others(game, since, number, seat, MOST_ENTRIES)
    for entry in entries:
        if entry.number in gone:
            continue
        entry_lines = lines(entry, sitters.words_at(entry.number, words), scene.pact_endings)
        for event, line in zip(entry.events, entry_lines, strict=True):
            heading = _heading(event, seat)
            if heading and still_holds(event, scene.view):
                grouped[heading].append(line)
    groups = (RecapGroup(heading, tuple(found)) for heading, found in grouped.items() if found)
    return Grouped(tuple(groups), MOST_ENTRIES if has_more else None)


def _heading(event: Event, seat: int | None) -> str | None:
    recap = SHOWN[type(event)].recap
    if recap is not Recap.MAP:
        return recap
    if isinstance(event, AttackDeclared):
        return "To you" if event.defender == seat else None
    is_mine = any(getattr(event, name, None) == seat for name in _WHO)
    return "To you" if is_mine else "To others"
