"""The steps of a replay: the log entries with a public event, from 0, the start of the game.

They are the same for every viewer: an entry with secret events only belongs to the step before it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.drawing.display.words import capitalised
from games.storage.store.log_entries import take_back_of
from games.table.replay.cast import Cast
from games.table.replay.eyes import Eyes
from games.table.replay.positions import LogRow
from rules.events.attack import BattleFought
from rules.events.json import EVENTS, from_json
from rules.events.turn import TakenBack, TurnBegan
from rules.sentences import Words, describe


class Turn(NamedTuple):
    """The step at which a turn begins, or continues after a take-back; the set-up has seat None."""

    step: int
    seat: int | None
    round: int


class Mark(NamedTuple):
    """A mark on the slider; `text` is the sentence of its event."""

    step: int
    kind: str
    text: str


class Steps:
    """The log numbers of the steps, which stay on the server, and what happens in them."""

    def __init__(self, entries: Sequence[LogRow]) -> None:
        self.numbers = [number for number, _, _, public, _ in entries if public["events"]]
        self.end = entries[-1][0] + 1
        self._events = [public["events"] for *_, public, _ in entries if public["events"]]
        backs = (take_back_of(entry[0], entry[4]) for entry in entries)
        self.undone = [
            (self.of(back.to) + 1, self.of(back.number) - 1) for back in backs if back is not None
        ]

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.numbers) - 1

    def of(self, number: int) -> int:
        """Return the step that a log entry belongs to."""
        return bisect_right(self.numbers, number) - 1

    def until(self, step: int) -> int:
        """Return the log number at which the next step begins."""
        return self.numbers[step + 1] if step < self.last else self.end

    def is_undone(self, step: int) -> bool:
        """Return whether a take-back undid a step (FAIR-6)."""
        return any(first <= step <= last for first, last in self.undone)

    @property
    def turns(self) -> list[Turn]:
        """The turns, in order; the first is the set-up."""
        found = [Turn(0, None, 0)]
        for step, event in self.events():
            if event["event"] == TurnBegan.name:
                found.append(Turn(step, event["seat"], event["round"]))
            elif event["event"] == TakenBack.name:
                found.append(Turn(step, event["turn"], event["round"]))
        return found

    @property
    def battles(self) -> list[int]:
        """The steps with a battle."""
        found = (step for step, each in self.events() if each["event"] == BattleFought.name)
        return list(dict.fromkeys(found))

    def marks(self, eyes: Eyes, cast: Cast, words: Words) -> Iterator[Mark]:
        """Yield the marks on the slider, with the names of the players at that time."""
        for step, event in self.events():
            kind = EVENTS[event["event"]].mark
            if kind is not None:
                told = cast.words_at(self.numbers[step], words)
                for shown in eyes.shown([from_json(event)]):
                    yield Mark(step, kind, capitalised(describe(shown, told)))

    def events(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the public events in order, each with its step."""
        for step, events in enumerate(self._events):
            for event in events:
                yield step, event
