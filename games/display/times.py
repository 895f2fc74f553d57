"""What is shown of the clocks: the countdown, what comes after it, and the banks.

A deadline tells of nobody whether they have answered: who are asked together have one time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.clocks.clocks import IN_HAND, Clocks, Terms
from games.clocks.durations import spoken
from games.clocks.stored import MOST_MISSED
from games.clocks.timeouts import Step, step_after
from games.store.database_time import moment
from rules import View
from rules.state.players import DecisionKind


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks as a viewer may see them; `deadline` and `paused_until` are ISO times.

    `stage` is "own", "bank" or "excuse", `then` says what comes after it. `banks` are by seat,
    in words; none where the table has no banks. A game that `is_unattended` ends at
    `paused_until`, any other goes on then. `steps` counts what happened about absences,
    `told` what all are told of it.
    """

    deadline: str | None = None
    stage: str = "own"
    then: str = ""
    banks: tuple[str, ...] = ()
    paused_until: str | None = None
    is_unattended: bool = False
    steps: int = 0
    told: int = 0


def times_of(times: Clocks, terms: Terms, view: View, missed: Sequence[int] = ()) -> Times:
    """Return what the page of a viewer shows of the clocks of a game.

    `missed` are the turns in a row that each seat has missed.
    """
    seats = len(view.players)
    banks = tuple(_bank_told(times, seat, terms) for seat in range(seats))
    return Times(
        deadline=deadline_shown(times, view.seat),
        stage=_stage(times, view.seat),
        then=_then(times, view, terms, missed),
        banks=banks if terms.bank_seconds else (),
        paused_until=times.pause and moment(times.pause.until).isoformat(),
        is_unattended=times.pause is not None and times.pause.unattended,
        steps=times.steps,
        told=times.told,
    )


def deadline_shown(times: Clocks, seat: int | None) -> str | None:
    """Return when what is asked now runs out, for the page of a seat, as an ISO time.

    One's own time, else the last of the others'. None where no time runs.
    """
    if times.pause:
        return None
    own = times.running.get(seat) if seat is not None else None
    last = own.until if own else max((one.until for one in times.running.values()), default=None)
    return None if last is None else moment(last).isoformat()


def _bank_told(times: Clocks, seat: int, terms: Terms) -> str:
    clock = times.running.get(seat)
    if clock and clock.lent and not clock.excused:
        return "running"
    left = bank_of(times, seat, terms)
    return spoken(left) if left else "empty"


def bank_of(times: Clocks, seat: int, terms: Terms) -> int:
    """Return the seconds in a seat's bank, with what a turn that stands still has borrowed."""
    turn = times.turn
    lent = 0
    if turn and turn.seat == seat and turn.lent and turn.until is None and not turn.excused:
        lent = min(turn.lent, turn.left)
    return (times.bank_of(seat, terms) + lent) // 1000


def _seat_shown(times: Clocks, seat: int | None) -> int | None:
    """Return whose time the countdown shows; None where it is that of several."""
    if seat in times.running:
        return seat
    return next(iter(times.running)) if len(times.running) == 1 else None


def _stage(times: Clocks, seat: int | None) -> str:
    shown = _seat_shown(times, seat)
    if shown is None:
        return "own"
    clock = times.running[shown]
    if clock.excused:
        return "excuse"
    return "bank" if clock.lent else "own"


def _then(times: Clocks, view: View, terms: Terms, missed: Sequence[int]) -> str:
    """Say what comes when the time that is shown is out (ORD-6, ORD-7, ELM-7)."""
    shown = _seat_shown(times, view.seat)
    if times.pause or shown is None:
        return ""
    match step_after(times, shown, terms):
        case Step.BANK:
            return f"then the bank, {spoken(times.bank_of(shown, terms) // 1000)}"
        case Step.EXTENDED:
            return f"then once {spoken(terms.excuse_seconds)} more"
    if missed and missed[shown] == MOST_MISSED - 1 and _counts(times, view, shown):
        return "then a steward holds the seat"
    return "then the game answers" if terms.bank_seconds or terms.excuse_seconds else ""


def _counts(times: Clocks, view: View, seat: int) -> bool:
    """Say whether a time that runs out is a turn that was missed, as far as a viewer may know.

    Who missed what in the set-up nobody else is told; from the second round on all have seen it.
    """
    clock, turn = times.running[seat], times.turn
    if turn is None:
        return seat == view.seat and clock.kind in IN_HAND
    is_known = seat == view.seat or view.round > 1
    return is_known and clock.kind is DecisionKind.ATTACKS and not turn.missed
