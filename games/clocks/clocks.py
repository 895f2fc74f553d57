"""The times of a table: by when who must answer, and when the next bot does.

Times are whole milliseconds since 1970, so that what is stored is compared exactly.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from games.clocks.rest_times import Rest, moved_out
from rules.json import LATER, from_plain, to_plain
from rules.state.players import DecisionKind

BOT, CLOCK, OFFER, PLAN = "bot", "clock", "offer", "plan"
"""What is due in a game; `models.Due.Kind` has the same names."""

IN_HAND = frozenset(
    {
        *(DecisionKind.STRONGHOLD, DecisionKind.CLAIM, DecisionKind.HIDE, DecisionKind.MUSTER),
        *(DecisionKind.PLACE, DecisionKind.HEADQUARTERS, DecisionKind.ATTACKS),
    }
)
"""Decisions for which the game lies in a player's hand, in set-up and in a turn."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How much time a table gives, and how fast its bots move; `rests` are by seat.

    A bank holds at most `bank_seconds`, with which it begins, and gets `refill_seconds` a turn.
    """

    turn_seconds: int
    reaction_seconds: int
    pace: str
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    rests: tuple[Rest | None, ...] = ()

    def rest_of(self, seat: int) -> Rest | None:
        """Return when who sits at a seat rests; None where the game honours no rest."""
        return self.rests[seat] if seat < len(self.rests) else None

    def whole(self, of_turn: bool) -> int:
        """Return the time of a turn, or that to react, in milliseconds."""
        return 1000 * (self.turn_seconds if of_turn else self.reaction_seconds)

    def moved_out(self, seat: int, now: int, until: int, of_turn: bool) -> int:
        """Return a deadline moved out of the rest of who sits at a seat."""
        return moved_out(self.rest_of(seat), now, until, self.whole(of_turn))


@dataclass(frozen=True, slots=True)
class Turn:
    """The time of a turn: `left` while it stands still, `until` (else None) while it runs.

    `missed` says that the turn was counted as missed. Of the time that is left `lent` came out of
    the player's bank; `excused` says that the last of it is the excuse.
    """

    round: int
    seat: int
    left: int
    until: int | None = None
    missed: bool = False
    lent: int = field(default=0, metadata=LATER)
    excused: bool = field(default=False, metadata=LATER)

    def left_at(self, now: int) -> int:
        """Return how much of it is left."""
        return self.left if self.until is None else max(0, self.until - now)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of an open decision; `of_turn` when the time of the turn runs with it.

    It runs `since` then, and whatever was lost before is given back; at `warn` the player is
    warned. `lent` and `excused` are as in a turn. When others are asked at the same time,
    `together`, nobody has more than that time.
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
    """When a bot answers which decision, or which offer: `number` tells one from another."""

    seat: int
    number: int
    when: int


@dataclass(frozen=True, slots=True)
class PlanNote:
    """That a user has a plan for a turn at a seat (ORD-8): “on”, “off” or “done”.

    `trades` says that it has a step for sets; the `reason` is why it is over. What the plan says
    is stored apart.
    """

    user: int
    status: str
    trades: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """While it lasts, all clocks stand still: from `since`, and `until` then at most.

    An `unattended` game was paused because nobody watched it, and ends when its pause does.
    """

    since: int
    until: int
    unattended: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Clocks:
    """All times of a table: the turn's, those of the persons asked, and the next bot's.

    `banks` are by seat, in milliseconds; one that is not named is full. `excused` are the seats
    that had their excuse. `outage` is the last that was given back. `steps` counts what happened
    about absences, `told` what all were told of it, votes too. `offer` is when the next bot answers
    a pact or a trade, which nobody waits for. `plans` are those committed, by seat; `plan` is when
    the next of them moves.
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
        """Return by kind when the next of it is due; None where nothing is."""
        if self.pause:
            return {CLOCK: self.pause.until, BOT: None, OFFER: None, PLAN: None}
        running = self.running.values()
        times = [clock.until if clock.warn is None else clock.warn for clock in running]
        calls: dict[str, int | None] = {
            kind: call and call.when
            for kind, call in ((BOT, self.bot), (OFFER, self.offer), (PLAN, self.plan))
        }
        return {CLOCK: min(times, default=None), **calls}

    def bank_of(self, seat: int, terms: Terms) -> int:
        """Return what a seat's bank holds, in milliseconds."""
        return self.banks.get(seat, terms.bank_seconds * 1000)

    def with_steps(self, steps: int, told: int) -> "Clocks":
        """Return the same, with so many steps more, and so many that all are told of."""
        return replace(self, steps=self.steps + steps, told=self.told + told)

    def with_missed_turn(self) -> "Clocks":
        """Return the same, with the turn counted as missed."""
        return replace(self, turn=replace(self.turn, missed=True)) if self.turn else self


def to_json(clocks: Clocks) -> dict[str, Any]:
    """Return the clocks as JSON-ready data."""
    return to_plain(clocks)


def from_json(data: dict[str, Any]) -> Clocks:
    """Return the clocks `to_json` wrote; none run where nothing is written."""
    return from_plain(Clocks, data) if data else Clocks()
