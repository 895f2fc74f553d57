"""Fold the log lines of an attack into one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.drawing.display.log import LogEntry, LogLine
from games.drawing.display.words import capitalised
from games.table.page.viewer import ViewerTable
from rules import Event
from rules.events.attack import AttackDeclared, AttackEnded, BattleFought, Captured
from rules.sentences import Words
from rules.sentences.attack import summarize_battles

OF_AN_ATTACK = (AttackDeclared, BattleFought, AttackEnded, Captured)
"""The events that one line of the log sums up."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """A log line with its event, and the `Words` with the players' names at that time.

    The event is None for a line that only gives the reason for a bot's move.
    """

    event: Event | None
    line: LogLine
    words: Words

    @property
    def is_of_attack(self) -> bool:
        """Return whether the event is folded into the line of an attack."""
        return isinstance(self.event, OF_AN_ATTACK)


def folded(lines: Sequence[EventLine], begun: Sequence[EventLine] = ()) -> Iterator[LogLine]:
    """Yield the lines, with each attack folded into one, at the place of its newest line.

    `begun` has the lines, already on the page, of an attack that continues in `lines`.
    """
    attack, shown = list(begun), len(begun)
    interruptions: list[LogLine] = []  # Those after the attack's newest line.
    for each in lines:
        is_next = isinstance(each.event, AttackDeclared)
        is_other = not each.is_of_attack and not _is_open(attack)
        if attack and (is_next or is_other or attack[0].line.is_undone != each.line.is_undone):
            yield from (*_summed(attack, shown), *interruptions)
            attack, shown, interruptions = [], 0, []
        if each.is_of_attack:
            yield from interruptions
            interruptions = []
            attack.append(each)
        elif attack:
            interruptions.append(each.line)
        else:
            yield each.line
    yield from (*_summed(attack, shown), *interruptions)


def _is_open(attack: Sequence[EventLine]) -> bool:
    """Return whether an attack has begun and not ended."""
    return bool(attack) and not isinstance(attack[-1].event, AttackEnded | Captured)


def _summed(attack: Sequence[EventLine], shown: int) -> Iterator[LogLine]:
    """Yield an attack as one line, or its new lines separately if it has no battle.

    The page already shows the first `shown` lines.
    """
    battles = [each.event for each in attack if isinstance(each.event, BattleFought)]
    fresh = [each.line for each in attack[shown:]]
    if not fresh:
        return
    if not battles or len(attack) == 1:
        yield from (replace(line, is_open=_is_open(attack)) for line in fresh)
        return
    captured = next((each.line for each in attack if isinstance(each.event, Captured)), None)
    first = next(each.line for each in attack if isinstance(each.event, BattleFought))
    text = summarize_battles(battles, captured is not None, attack[-1].words)
    yield replace(
        captured or first,
        text=capitalised(text),
        seats=tuple(sorted({seat for each in attack for seat in each.line.seats})),
        parts=tuple(fresh),
        is_open=_is_open(attack),
        is_continued=shown > 0,
        why=attack[0].line.why,
    )


def entries_of_open_attack(seen: ViewerTable, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the earlier entries since the start of the attack that continues in `entries`.

    Returns [] if `entries` does not begin within an attack.
    """
    events = (event for entry in entries for event in entry.events)
    first = next((event for event in events if isinstance(event, OF_AN_ATTACK)), None)
    if first is None or isinstance(first, AttackDeclared):
        return []
    return seen.log.back_to(_declares, entries[0].number, seen.scene.seat)


def _declares(entry: LogEntry) -> bool:
    return any(isinstance(event, AttackDeclared) for event in entry.events)
