"""Chapter 12: the public chain of digests (FAIR-9), one step for each public event of a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.events.json import EVENTS
from rules.record.document import RecordHead, digest, head_digest

PRIVATE_EVENTS = frozenset(name for name, kind in EVENTS.items() if kind.private)
"""The names of the events that only one seat may see."""

STEPS_PER_SIGNATURE = 10


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the chain; step 0 stands for the head of the record."""

    number: int
    digest: str

    @property
    def is_signed(self) -> bool:
        """Whether the site signs this step (FAIR-10)."""
        return self.number % STEPS_PER_SIGNATURE == 0


def first_step(head: RecordHead) -> Step:
    """Return the step with which the chain of a game begins."""
    return Step(0, head_digest(head))


def steps_after(step: Step, events: Iterable[dict[str, Any]]) -> Iterator[Step]:
    """Yield the steps that public events, as JSON-ready data, add after `step`."""
    for event in events:
        step = Step(step.number + 1, digest(step.digest, event))
        yield step


def public_events(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the events of a record's entry that everybody could see."""
    return [event for event in entry.get("events", ()) if event["event"] not in PRIVATE_EVENTS]
