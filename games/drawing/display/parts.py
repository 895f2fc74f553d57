"""The table page as parts: a view and a seating turned into data that can be compared.

A part is a partial template with its context, identified by the id of its single root element. Only
parts whose context changed are sent again, whether over HTTP or the socket.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.utils.crypto import salted_hmac

from games.drawing.display.log import LogEntry
from games.drawing.display.seating import Seating
from games.drawing.display.times import Times
from games.storage.store.clocks import PlanNote
from games.storage.store.diplomacy import PactEnding, Remarks
from rules import Event, View


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything needed to draw a table for one viewer.

    `view` is the position as visible to the viewer, and `newest` the latest log entry with an event
    visible to them (None if there is none). `deadline` is the ISO time at which the open decision
    times out; `times` has the other clock data. `game` is the primary key of the stored game, 0 for
    none. `pact_endings` maps the number of a finished pact to how it ended. `epoch` changes with
    every take-back. `plans` is by seat; each plan may be shown only to its owner. `remarks` are
    what bots said about offers.
    """

    view: View
    seating: Seating
    newest: LogEntry | None = None
    deadline: str | None = None
    times: Times = field(default_factory=Times)
    game: int = 0
    pact_endings: Mapping[int, PactEnding] = field(default_factory=dict)
    epoch: int = 0
    plans: Mapping[int, PlanNote] = field(default_factory=dict)
    remarks: Remarks = field(default_factory=dict)

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat; None for a spectator."""
        return self.view.seat

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events of the newest log entry that the viewer may see."""
        return self.newest.events if self.newest else ()


@dataclass(frozen=True, slots=True)
class Part:
    """A partial template and its context: plain data and dataclasses.

    A part may be nested `within` another, given by id. The outer part lists in `apart` the context
    keys that its nested parts draw: if only those keys change, only the nested parts are sent.
    `written` is the context without those keys, as JSON, and decides whether the part is sent
    again; `shown` is the whole context as JSON.
    """

    template: str
    context: dict[str, Any]
    is_svg: bool = False
    within: str = ""
    apart: tuple[str, ...] = ()
    written: str = field(init=False, compare=False, repr=False)
    shown: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        shown = written = _write(self.context)
        if self.apart:
            rest = {key: value for key, value in self.context.items() if key not in self.apart}
            written = _write(rest)
        object.__setattr__(self, "shown", shown)
        object.__setattr__(self, "written", written)


def _plain(value: Any) -> dict[str, Any]:
    """Return a dataclass of a context as a JSON object."""
    return {item.name: getattr(value, item.name) for item in fields(value)}


_write = json.JSONEncoder(separators=(",", ":"), default=_plain).encode


Parts = Iterator[tuple[str, Part]]


@dataclass(frozen=True, slots=True)
class TableParts:
    """All parts of one viewer's table, by id.

    `number` is the newest log entry, `seen` the newest with an event visible to the viewer, and
    `version` a digest of everything shown.
    """

    code: str
    seat: int | None
    number: int
    seen: int
    parts: dict[str, Part]
    version: str

    def changed(self, old: "TableParts") -> Iterator[tuple[str, Part]]:
        """Yield the parts that differ from an older table.

        A nested part is skipped if its outer part was yielded.
        """
        found = set()
        for name, part in self.parts.items():
            known = old.parts.get(name)
            if known is part or part.within in found:
                continue
            if known is None or known.written != part.written:
                found.add(name)
                yield name, part


def digest_of(*texts: str) -> str:
    """Return a 12-digit hex digest that changes when any of the texts does."""
    # Use a keyed digest, so that a viewer cannot guess the number of hidden log entries from it.
    return salted_hmac("games.table", "\n".join(texts), algorithm="sha256").hexdigest()[:12]
