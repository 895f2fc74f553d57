"""The table page as parts: a view and a seating turned into data that can be compared.

A part is a partial template with its context, identified by the id of its single root element. Only
parts whose context changed are sent again, whether over HTTP or the socket. Parts that depend on
the same inputs form a section, which is built again only when these inputs change.
"""

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from django.utils.crypto import salted_hmac

from games.drawing.display.log import LogEntry
from games.drawing.display.log_tail import LogTail
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
    what bots said about offers. `log` has the newest entries of the stored game.
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
    log: LogTail | None = None

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


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """Parts of the table that are built together, and again only when their inputs change.

    `inputs` returns what the parts depend on, as values that can be compared, except for the
    `common_inputs`. A section that is built for `each` of several keys, such as seats, passes the
    key as a second argument to both functions. If a section `is_shared`, viewers with equal inputs
    get the same parts, so its inputs name the viewer's seat where the parts depend on it.
    """

    build: Callable[..., Parts]
    inputs: Callable[..., Any]
    each: Callable[[Scene], Iterable[Any]] | None = None
    is_shared: bool = False

    def keys(self, scene: Scene) -> Iterable[tuple[Any, ...]]:
        """Return the arguments that follow the scene, for each time the section is built."""
        return zip(self.each(scene)) if self.each else ((),)


def only(name: str, part: Callable[[Scene], Part]) -> Callable[[Scene], Parts]:
    """Return the function that builds a section of a single part."""
    return lambda scene: iter(((name, part(scene)),))


def common_inputs(scene: Scene) -> Any:
    """Return what all sections depend on: it seldom changes, and is the same for every viewer."""
    view = scene.view
    empires = [player.empire for player in view.players]
    paused = scene.times.paused_until
    return scene.seating, scene.epoch, paused, empires, view.headquarters, view.outcome


@dataclass(frozen=True, slots=True, repr=False)
class BuiltSection:
    """The parts of a section for one viewer, the inputs they were built from, and a digest."""

    inputs: Any
    parts: dict[str, Part]
    digest: str


@dataclass(frozen=True, slots=True, repr=False)
class BuiltSections:
    """Sections built for one viewer from the same `common` inputs, by section and key."""

    common: Any = None
    sections: Mapping[tuple[Any, ...], BuiltSection] = field(default_factory=dict)

    @property
    def parts(self) -> dict[str, Part]:
        """Return all parts; those of later sections replace earlier ones of the same name."""
        return {name: part for one in self.sections.values() for name, part in one.parts.items()}

    @property
    def digest(self) -> str:
        """Return a digest of all parts."""
        return digest_of(*(one.digest for one in self.sections.values()))


NOTHING_BUILT = BuiltSections()

Shared = dict[tuple[Any, ...], list[BuiltSection]]
"""What was built of shared sections for the viewers of a position."""


def build_sections(
    sections: Iterable[Section],
    scene: Scene,
    before: BuiltSections = NOTHING_BUILT,
    shared: Shared | None = None,
) -> BuiltSections:
    """Return the sections of a scene; those whose inputs are as `before` are not built again.

    `shared` has what was built for other viewers of the position, and gets what is built now.
    """
    common, found = common_inputs(scene), dict[tuple[Any, ...], BuiltSection]()
    known = before.sections if before.common == common else {}
    shared = {} if shared is None else shared
    for section in sections:
        for key in section.keys(scene):
            inputs, one = section.inputs(scene, *key), known.get((section, *key))
            if one is None or one.inputs != inputs:
                others = shared.setdefault((section, *key), []) if section.is_shared else []
                same = (other for other in others if other.inputs == inputs)
                one = next(same, None)
                if one is None:
                    one = _build(section, scene, key, inputs)
                    others.append(one)
            found[section, *key] = one
    return BuiltSections(common, found)


def _build(section: Section, scene: Scene, key: tuple[Any, ...], inputs: Any) -> BuiltSection:
    parts = dict(section.build(scene, *key))
    digest = digest_of(*(f"{name} {part.written}" for name, part in parts.items()))
    return BuiltSection(inputs, parts, digest)


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
        found, known = set(), old.parts.get
        rebuilt = [each for each in self.parts.items() if known(each[0]) is not each[1]]
        for name, part in rebuilt:
            before = known(name)
            if part.within not in found and (before is None or before.written != part.written):
                found.add(name)
                yield name, part


def digest_of(*texts: str) -> str:
    """Return a 12-digit hex digest that changes when any of the texts does."""
    # Use a keyed digest, so that a viewer cannot guess the number of hidden log entries from it.
    return hmac.digest(_key(), "\n".join(texts).encode(), "sha256").hex()[:12]


@cache
def _key() -> bytes:
    return salted_hmac("games.table", "", algorithm="sha256").digest()
