"""Pages of the log: the newest lines, then one earlier round per request."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.community.absence.seat_changes import SeatHistory
from games.drawing.display.log import LogEntry, LogLine, entries_of_round, lines, undone
from games.drawing.display.words import capitalised, words_of
from games.storage.store.log_entries import EXPLANATION, Explanation
from games.table.page.attack_lines import EventLine, folded
from games.table.page.setup_runs import marked, starts
from games.table.page.viewer import ViewerTable
from rules.bots.reasons import ReasonKind, describe_reason
from rules.events.attack import AttackDeclared
from rules.events.turn import TurnBegan
from rules.sentences import Words
from rules.sentences.words import NO_HEADQUARTERS

AT_ONCE = 2
"""The maximum number of rounds on the first page."""

FEW = 15
"""The number of lines that fill the first page; a run of the set-up counts as one."""


def newest_page(seen: ViewerTable) -> dict[str, Any]:
    """Return the template context of the newest lines, with the round to request next."""
    last, sitters = seen.scene.view.round, SeatHistory(seen.game)
    number, found = last, _lines_of_round(seen, last, sitters)
    opponents = _opponents(seen)
    while number > max(0, last - AT_ONCE + 1) and (
        len(starts(found)) < FEW or (number > 1 and not opponents <= _turns(found).keys())
    ):
        number -= 1
        found = _lines_of_round(seen, number, sitters) + found
    begins = starts(found)
    left = begins[-FEW] if len(begins) > FEW else 0
    if left and found[left - 1].kind == TurnBegan.name:
        left -= 1  # Keep a heading with its first line.
    # The page lists what the opponents did in their last turns, from these lines.
    left = min([left, *(at for seat, at in _turns(found).items() if seat in opponents)])
    return _page(seen, found[left:], number if left else number - 1, left or None)


def _opponents(seen: ViewerTable) -> set[int]:
    """Return the seats that still play, other than the viewer's own."""
    view = seen.scene.view
    return {each.seat for each in view.players if not each.eliminated and each.seat != view.seat}


def _turns(found: Sequence[LogLine]) -> dict[int, int]:
    """Map each seat to the index of the line that begins its last turn."""
    return {
        seat: at
        for at, line in enumerate(found)
        if line.kind == TurnBegan.name
        for seat in line.seats
    }


def round_page(seen: ViewerTable, number: int, first: int | None = None) -> dict[str, Any]:
    """Return the template context of a round's lines; round 0 is the set-up.

    A `number` beyond the newest round means the newest. `first` is the maximum number of lines.
    Only visible lines count: a limit by entry numbers would reveal how many entries are hidden.
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
    entries = entries_of_round(seen.game, number, seen.scene.seat, is_explained=seen.is_explained)
    # Entries made after the table was drawn come with the frame that shows their effect.
    shown = [entry for entry in entries if entry.number <= seen.table.number]
    return lines_of(seen, shown, sitters)


def lines_of(
    seen: ViewerTable,
    entries: Sequence[LogEntry],
    sitters: SeatHistory | None = None,
    begun: Sequence[LogEntry] = (),
) -> list[LogLine]:
    """Return the log lines of some entries for a viewer.

    With `sitters`, lines name the players of that time; without, the current players. `begun` has
    the entries, already shown, of an attack that continues in `entries`.
    """
    gone = undone(seen.game) if seen.take_backs else frozenset()
    new = [each for entry in entries for each in _event_lines(seen, entry, sitters, gone)]
    old = [each for entry in begun for each in _event_lines(seen, entry, sitters, gone)]
    starts = [at for at, each in enumerate(old) if isinstance(each.event, AttackDeclared)]
    return list(
        folded(new, [each for each in old[starts[-1] :] if each.is_of_attack] if starts else ())
    )


def _event_lines(
    seen: ViewerTable, entry: LogEntry, sitters: SeatHistory | None, gone: frozenset[int]
) -> Iterator[EventLine]:
    """Yield the events of an entry with their lines."""
    is_undone, words = entry.number in gone, words_of(seen.scene)
    if sitters:
        words = sitters.words_at(entry.number, words)
    if is_undone:
        # Before the take-back other territories may have been headquarters.
        words = replace(words, headquarters=NO_HEADQUARTERS)
    found = lines(entry, words, seen.scene.pact_endings, is_undone=is_undone)
    why = _why(entry.explanation, words)
    if entry.explanation and why and (not found or found[0].kind == TurnBegan.name):
        # The move itself left no line.
        yield EventLine(None, _line_of(entry.explanation, why, words, is_undone), words)
        why = ""
    for event, line in zip(entry.events, found, strict=True):
        yield EventLine(event, marked(replace(line, why=why) if why else line, event), words)
        why = ""


def _why(explanation: Explanation | None, words: Words) -> str:
    """Return a bot's reason in words; "" if there is none or it only explains the dice rolled."""
    if explanation is None or explanation.reason.kind is ReasonKind.ROLL:
        return ""
    return describe_reason(explanation.reason, words)


def _line_of(explanation: Explanation, why: str, words: Words, is_undone: bool) -> LogLine:
    """Return the line of a move that has a reason but no event."""
    seat = explanation.seat
    text = f"{capitalised(words.player(seat))}: {why}"
    return LogLine(text, EXPLANATION, False, is_undone=is_undone, seats=(seat,))
