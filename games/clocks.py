"""By when who must answer, and when the next bot does: functions of the position and the time.

Times are whole milliseconds since 1970, so that what is stored is compared exactly.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from games import pace
from rules import Decision, State, View
from rules.moves import Control
from rules.plain import from_plain, to_plain
from rules.state import DecisionKind

BOT, CLOCK = "bot", "clock"
"""What is due in a game; `models.Due.Kind` has the same names."""

STEPWISE = frozenset({DecisionKind.PLACE, DecisionKind.MUSTER})
"""Decisions of the set-up that are answered in steps, in one time for all of them."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How much time a table gives, and how fast its bots move."""

    turn_seconds: int
    reaction_seconds: int
    pace: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The time of a turn: `left` while it stands still, `until` (else None) while it runs.

    `missed` says that the turn was counted as missed.
    """

    round: int
    seat: int
    left: int
    until: int | None = None
    missed: bool = False

    def left_at(self, now: int) -> int:
        """Return how much of it is left."""
        return self.left if self.until is None else max(0, self.until - now)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of an open decision; `of_turn` when the time of the turn runs with it."""

    number: int
    kind: DecisionKind
    until: int
    of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """When a bot answers which decision."""

    seat: int
    number: int
    when: int


@dataclass(frozen=True, slots=True)
class Clocks:
    """All times of a table: the turn's, those of the persons asked, and the next bot's."""

    turn: Turn | None = None
    running: dict[int, Clock] = field(default_factory=dict)
    bot: Call | None = None

    def due(self) -> dict[str, int | None]:
        """Return by kind when the next of it is due; None where nothing is."""
        first = min((clock.until for clock in self.running.values()), default=None)
        return {CLOCK: first, BOT: self.bot and self.bot.when}

    def run_out(self, now: int) -> int | None:
        """Return the seat whose time ran out first; None where nobody's did."""
        out = [(clock.until, seat) for seat, clock in self.running.items() if clock.until <= now]
        return min(out)[1] if out else None

    def with_missed_turn(self) -> "Clocks":
        """Return the same, with the turn counted as missed."""
        return replace(self, turn=replace(self.turn, missed=True)) if self.turn else self


def to_json(clocks: Clocks) -> dict[str, Any]:
    """Return the clocks as JSON-ready data."""
    return to_plain(clocks)


def from_json(data: dict[str, Any]) -> Clocks:
    """Return the clocks `to_json` wrote; none run where nothing is written."""
    return from_plain(Clocks, data) if data else Clocks()


def milliseconds(time: datetime) -> int:
    """Return a time as whole milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def moment(time: int) -> datetime:
    """Return the time that so many milliseconds since 1970 are."""
    return datetime.fromtimestamp(time / 1000, UTC)


# After a move


def after(old: Clocks, state: State, terms: Terms, now: int, battles: int = 0) -> Clocks:
    """Return the clocks after a move that came to a position, with so many battles fought in it.

    A decision that stays open keeps its time to the millisecond, whatever is done beside it.
    """
    if state.is_over:
        return Clocks()
    turn = _turn_of(old, state, terms)
    running = {
        decision.seat: _clock(old, turn, state, decision, terms, now)
        for decision in state.decisions
        if state.players[decision.seat].control is Control.PLAYER
    }
    if turn is not None:
        turn = _going_on(turn, any(clock.of_turn for clock in running.values()), now)
    return Clocks(turn, running, _call(old.bot, state, terms, now, battles))


def _turn_of(old: Clocks, state: State, terms: Terms) -> Turn | None:
    if not state.round or state.turn is None:
        return None
    if old.turn and (old.turn.round, old.turn.seat) == (state.round, state.turn):
        return old.turn
    return Turn(state.round, state.turn, terms.turn_seconds * 1000)


def _going_on(turn: Turn, is_running: bool, now: int) -> Turn:
    """Let the time of a turn run or stand still; one that goes on running is not touched."""
    if is_running == (turn.until is not None):
        return turn
    left = turn.left_at(now)
    return replace(turn, left=left, until=now + left if is_running else None)


def _clock(
    old: Clocks, turn: Turn | None, state: State, decision: Decision, terms: Terms, now: int
) -> Clock:
    known = old.running.get(decision.seat)
    if known is not None and known.number == decision.number:
        return known
    number, kind = decision.number, decision.kind
    reaction = now + terms.reaction_seconds * 1000
    if turn is None:
        return Clock(number, kind, _until_in_setup(old, known, state, decision, terms, now))
    if len(state.decisions) > 1 or decision.seat != turn.seat:
        return Clock(number, kind, reaction)
    until = now + turn.left_at(now) if turn.until is None else turn.until
    # Only attacks can be cut off: for everything else there is always time to react.
    is_bounded = kind is DecisionKind.ATTACKS and until > now
    return Clock(number, kind, until if is_bounded else max(until, reaction), of_turn=True)


def _until_in_setup(
    old: Clocks, known: Clock | None, state: State, decision: Decision, terms: Terms, now: int
) -> int:
    """Every decision of the set-up has the time of a turn, its steps together."""
    kind = decision.kind
    is_step = known is not None and known.kind == kind and kind in STEPWISE
    if is_step and (kind is DecisionKind.MUSTER or state.placings[0].begun):
        return known.until
    if pace.is_unseen(state, kind):
        # All have one and the same time, whoever comes back in the middle of it.
        together = [clock.until for clock in old.running.values() if clock.kind == kind]
        if together and max(together) > now:
            return max(together)
    return now + terms.turn_seconds * 1000


def renewed(clocks: Clocks, terms: Terms, now: int) -> Clocks:
    """Return the clocks with their whole time again for whoever's ran out.

    While the whole site is down nobody can answer.
    """
    full, reaction = now + terms.turn_seconds * 1000, now + terms.reaction_seconds * 1000
    turn = clocks.turn
    in_setup = turn is None
    if turn is not None and turn.until is not None and turn.until <= now:
        turn = replace(turn, until=full)
    running = {
        seat: clock
        if clock.until > now
        else replace(clock, until=full if clock.of_turn or in_setup else reaction)
        for seat, clock in clocks.running.items()
    }
    return replace(clocks, turn=turn, running=running)


def later(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks with so many milliseconds given to everybody they run for."""
    turn, call = clocks.turn, clocks.bot
    if turn is not None and turn.until is not None:
        turn = replace(turn, until=turn.until + time)
    running = {
        seat: replace(clock, until=clock.until + time) for seat, clock in clocks.running.items()
    }
    return Clocks(turn, running, call and replace(call, when=call.when + time))


# Bots


def next_bot(state: State) -> Decision | None:
    """Return the decision that a bot or steward answers next."""
    for decision in state.decisions:
        if state.players[decision.seat].control is not Control.PLAYER:
            return decision
    return None


def _call(old: Call | None, state: State, terms: Terms, now: int, battles: int) -> Call | None:
    decision = next_bot(state)
    if decision is None:
        return None
    if old is not None and (old.seat, old.number) == (decision.seat, decision.number):
        return old
    wait = pace.wait(state, decision.kind, terms.pace, battles)
    return Call(decision.seat, decision.number, now + wait)


# What is shown


def deadline_shown(stored: dict[str, Any], view: View) -> str | None:
    """Return when what is asked now runs out, for the page of a viewer, as an ISO time.

    One's own time, else the last of the others': it tells of nobody whether they have answered.
    None where no time runs.
    """
    running = from_json(stored).running
    own = running.get(view.seat) if view.seat is not None else None
    last = own.until if own else max((clock.until for clock in running.values()), default=None)
    return None if last is None else moment(last).isoformat()
