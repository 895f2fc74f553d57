"""What the table page shows, as parts: a view and a seating made into data that can be compared.

A part is a partial template with its context, known by the id of its one root element. Only the
parts whose context changed are sent again, the same over HTTP and over the socket.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.crypto import salted_hmac

from games.clocks.clocks import PlanNote
from games.display.log import Entry
from games.display.seating import Seating
from games.display.times import Times
from games.play.pact_ledger import Fate
from rules import View


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn for a viewer: the position as they may see it, and the newest entry.

    `newest` is the newest entry of the log of which the viewer may see anything; None where
    nothing happened lately. `deadline` is when the open question runs out, as an ISO time, and
    `times` what else is shown of the clocks. `game` is the key of the stored game, 0 for none.
    `fates` tell what became of pacts that are over, by their numbers. Take-backs led to `epoch`.
    Of the `plans` by seat each is for its owner alone.
    """

    view: View
    seating: Seating
    newest: Entry | None = None
    deadline: str | None = None
    times: Times = field(default_factory=Times)
    game: int = 0
    fates: Mapping[int, Fate] = field(default_factory=dict)
    epoch: int = 0
    plans: Mapping[int, PlanNote] = field(default_factory=dict)

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat; None for a spectator."""
        return self.view.seat


@dataclass(frozen=True, slots=True)
class Part:
    """A partial template and its context: plain data.

    A part may be drawn `within` another. Of the context of that one what is `apart` is drawn
    along with it, but where it alone changes only the inner parts are sent. `written` is the rest
    of the context as text, the same when nothing is to be drawn anew; `shown` is all of it.
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


_write = json.JSONEncoder(separators=(",", ":")).encode


Parts = Iterator[tuple[str, Part]]


@dataclass(frozen=True, slots=True)
class Table:
    """All parts of a viewer's table by id.

    `number` is the newest entry of the log, `seen` the newest of which the viewer sees anything;
    `version` a digest of all that is seen.
    """

    code: str
    seat: int | None
    number: int
    seen: int
    parts: dict[str, Part]
    version: str

    def changed(self, old: "Table") -> Iterator[tuple[str, Part]]:
        """Yield the parts that are not the same in an older table; none that another one holds."""
        found = set()
        for name, part in self.parts.items():
            known = old.parts.get(name)
            if known is part or part.within in found:
                continue
            if known is None or known.written != part.written:
                found.add(name)
                yield name, part


def digest_of(*texts: str) -> str:
    """Return a short text that differs where any of some texts does."""
    # With a key: by trying, nobody learns how many entries there are that they do not see.
    return salted_hmac("games.table", "\n".join(texts), algorithm="sha256").hexdigest()[:12]
