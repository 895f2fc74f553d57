"""The clocks of a table: players' deadlines, and the time of the next bot's move.

Times are Unix times in whole milliseconds, so stored values compare exactly.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from rules.json import LATER, from_plain, to_plain
from rules.questions import DecisionKind

BOT, CLOCK, OFFER, PLAN = "bot", "clock", "offer", "plan"
"""The kinds of due items; the same values as in `models.Due.Kind`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn's clock: `left` is the time left while it is stopped, `until` its end while it runs.

    `missed` marks a turn that counted as missed. `lent` is the time taken from the player's bank,
    in milliseconds. `excused` marks a turn extended by the player's excuse.
    """

    round: int
    seat: int
    left: int
    until: int | None = None
    missed: bool = False
    lent: int = field(default=0, metadata=LATER)
    excused: bool = field(default=False, metadata=LATER)

    def left_at(self, now: int) -> int:
        """Return how much time is left, in milliseconds."""
        return self.left if self.until is None else max(0, self.until - now)


@dataclass(frozen=True, slots=True)
class Clock:
    """The deadline, `until`, of an open decision; `of_turn`: the turn's clock runs too.

    Time lost after `since` will be given back; at `warn` the player is warned. `lent` and `excused`
    are as in Turn. Seats that are asked `together` share one deadline and get no bank or excuse.
    """

    number: int
    kind: DecisionKind
    until: int
    of_turn: bool = False
    since: int = field(default=0, metadata=LATER)
    warn: int | None = field(default=None, metadata=LATER)
    lent: int = field(default=0, metadata=LATER)
    excused: bool = field(default=False, metadata=LATER)
    together: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Call:
    """When a bot or turn plan will answer; `number` identifies the decision or offer."""

    seat: int
    number: int
    when: int


@dataclass(frozen=True, slots=True)
class PlanNote:
    """A user's plan for a turn at a seat (ORD-8), with status “on”, “off” or “done”.

    `trades` is true if the plan has a step that trades a set. `reason` says why the plan is over.
    The steps themselves are stored elsewhere.
    """

    user: int
    status: str
    trades: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of all clocks, from `since` until `until` at the latest.

    An `unattended` game was paused because nobody watched it; the game ends when the pause does.
    """

    since: int
    until: int
    unattended: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table: the turn's, those of open decisions, and the next bot's.

    `banks`: milliseconds by seat; a missing bank is full. `excused`: seats that have used their
    excuse. `outage`: the number of the last outage given back. `steps` counts absence steps, and
    `told` those announced to everybody, including votes. `offer`: when the next bot answers a pact
    or a trade; the game does not wait for it. `plans`: committed plans by seat; `plan`: when the
    next plan moves.
    """

    turn: Turn | None = None
    running: dict[int, Clock] = field(default_factory=dict)
    bot: Call | None = None
    banks: dict[int, int] = field(default_factory=dict, metadata=LATER)
    excused: tuple[int, ...] = field(default=(), metadata=LATER)
    pause: Pause | None = field(default=None, metadata=LATER)
    outage: int = field(default=0, metadata=LATER)
    steps: int = field(default=0, metadata=LATER)
    told: int = field(default=0, metadata=LATER)
    offer: Call | None = field(default=None, metadata=LATER)
    plans: dict[int, PlanNote] = field(default_factory=dict, metadata=LATER)
    plan: Call | None = field(default=None, metadata=LATER)

    def due(self) -> dict[str, int | None]:
        """Return the next due time of each kind; None if nothing of that kind is due."""
        if self.pause:
            return {CLOCK: self.pause.until, BOT: None, OFFER: None, PLAN: None}
        running = self.running.values()
        times = [clock.until if clock.warn is None else clock.warn for clock in running]
        calls: dict[str, int | None] = {
            kind: call.when if call else None
            for kind, call in ((BOT, self.bot), (OFFER, self.offer), (PLAN, self.plan))
        }
        return {CLOCK: min(times, default=None), **calls}

    def with_steps(self, steps: int, told: int) -> "Clocks":
        """Return the clocks with both counters increased."""
        return replace(self, steps=self.steps + steps, told=self.told + told)

    def with_missed_turn(self) -> "Clocks":
        """Return the clocks with the turn counted as missed."""
        return replace(self, turn=replace(self.turn, missed=True)) if self.turn else self


def to_json(clocks: Clocks) -> dict[str, Any]:
    """Return the clocks as JSON data."""
    data: dict[str, Any] = to_plain(clocks)
    return data


def is_paused(data: dict[str, Any]) -> bool:
    """Return whether stored clocks are paused, without reading the rest of them."""
    return data.get("pause") is not None


def deadline_of(data: dict[str, Any], seat: int) -> int | None:
    """Return when a seat's running clock ends, without reading the rest of the stored clocks."""
    clock = data.get("running", {}).get(str(seat))
    return clock["until"] if clock else None


def clock_shown(data: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """Return the stored clock that a page shows to a seat, without reading the rest of them.

    It is the seat's own, otherwise the one that runs longest; None while no clock runs.
    """
    running = {} if is_paused(data) else data.get("running", {})
    own = running.get(str(seat))
    return own or max(running.values(), key=lambda clock: clock["until"], default=None)


def from_json(data: dict[str, Any]) -> Clocks:
    """Return the clocks that `to_json` wrote; empty data gives clocks that do not run."""
    return from_plain(Clocks, data) if data else Clocks()
