"""Events as lines for the terminal: one line per event, with long series combined."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.events.base import Event, seen_events
from rules.events.setup import Claimed, Mustered, Placed
from rules.events.turn import TurnBegan
from rules.sentences.events import describe
from rules.sentences.words import Words, listed
from rules.terminal.board import wrapped

MANY = 4
"""In a series of at least this many placements, each player's are combined into one line."""


def event_lines(events: Sequence[Event], seat: int | None, words: Words) -> Iterator[str]:
    """Yield the lines for the events that a seat (None: a spectator) may see."""
    for kind, series in groupby(seen_events(events, seat), key=type):
        run = list(series)
        placements = [event for event in run if isinstance(event, Claimed | Placed | Mustered)]
        if len(placements) >= MANY:
            yield from _together(placements, words)
            continue
        for event in run:
            line = wrapped(describe(event, words))
            yield f"\n{line}" if kind is TurnBegan else line


def _together(run: Sequence[Claimed | Placed | Mustered], words: Words) -> Iterator[str]:
    by_seat: dict[int, list[str]] = {}
    for event in run:
        armies = 1 if isinstance(event, Claimed) else event.armies
        place = f"{words.territory(event.territory)} {armies}"
        by_seat.setdefault(event.seat, []).append(place)
    for seat, places in by_seat.items():
        name = words.player(seat)
        yield wrapped(f"{name[0].upper()}{name[1:]} placed armies: {listed(places)}.")
