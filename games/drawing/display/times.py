"""The clocks as a page shows them: the countdown, what happens at its end, and the time banks.

A deadline never reveals whether a player has answered: players asked at the same time share one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.durations import spoken
from games.playing.clocks.timeouts import TimeoutStep, step_after
from games.playing.consequences.seats import MOST_MISSED
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment
from rules import View
from rules.questions import DecisionKind


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks as visible to a viewer; `deadline` and `paused_until` are ISO times.

    `running` says which time ends at the deadline: "own", "bank" or "excuse"; `then` is a phrase
    for what happens when it runs out. `banks` holds the time left by seat, in words, and is empty
    at a table without banks. At `paused_until` an `is_unattended` game ends; any other game
    resumes. `steps` counts all absence steps, `told` those announced to everybody, including votes.
    """

    deadline: str | None = None
    running: str = "own"
    then: str = ""
    banks: tuple[str, ...] = ()
    paused_until: str | None = None
    is_unattended: bool = False
    steps: int = 0
    told: int = 0


def times_of(
    times: Clocks,
    terms: ClockSettings,
    view: View,
    missed: Sequence[int] = (),
    banks: tuple[str, ...] = (),
) -> Times:
    """Return the clock display for a viewer's page.

    `missed` is the number of turns in a row that each seat has missed, `banks` are `banks_of`.
    """
    return Times(
        deadline=deadline_shown(times, view.seat),
        running=_running(times, view.seat),
        then=_then(times, view, terms, missed),
        banks=banks,
        paused_until=moment(times.pause.until).isoformat() if times.pause else None,
        is_unattended=times.pause is not None and times.pause.unattended,
        steps=times.steps,
        told=times.told,
    )


def banks_of(times: Clocks, terms: ClockSettings, seats: int) -> tuple[str, ...]:
    """Return the time left in each seat's bank, in words; () at a table without banks."""
    return tuple(
        _bank_text(times, seat, terms) for seat in range(seats if terms.bank_seconds else 0)
    )


def deadline_shown(times: Clocks, seat: int | None) -> str | None:
    """Return the deadline to show to a seat, as an ISO time.

    It is the seat's own deadline, otherwise the latest of the others; None while no clock runs.
    """
    if times.pause:
        return None
    own = times.running.get(seat) if seat is not None else None
    last = own.until if own else max((one.until for one in times.running.values()), default=None)
    return None if last is None else moment(last).isoformat()


def _bank_text(times: Clocks, seat: int, terms: ClockSettings) -> str:
    clock = times.running.get(seat)
    if clock and clock.lent and not clock.excused:
        return "running"
    left = bank_of(times, seat, terms)
    return spoken(left) if left else "empty"


def bank_of(times: Clocks, seat: int, terms: ClockSettings) -> int:
    """Return the seconds in a seat's bank, including the unused loan of a stopped turn."""
    turn = times.turn
    lent = 0
    if turn and turn.seat == seat and turn.lent and turn.until is None and not turn.excused:
        lent = min(turn.lent, turn.left)
    return (terms.bank_of(seat, times) + lent) // 1000


def _seat_shown(times: Clocks, seat: int | None) -> int | None:
    """Return the viewer's seat if its clock runs, else the only seat whose clock runs, or None."""
    if seat in times.running:
        return seat
    return next(iter(times.running)) if len(times.running) == 1 else None


def _running(times: Clocks, seat: int | None) -> str:
    shown = _seat_shown(times, seat)
    if shown is None:
        return "own"
    clock = times.running[shown]
    if clock.excused:
        return "excuse"
    return "bank" if clock.lent else "own"


THEN = {
    "bank": "then the time bank, {time}",
    "extended": "then {time} extra, once per game",
    "stand_in": "then a stand-in takes over",
    "played": "then the game makes the move",
}
"""What happens when the displayed time runs out."""


def _then(times: Clocks, view: View, terms: ClockSettings, missed: Sequence[int]) -> str:
    """Return a phrase for what happens when the displayed time runs out (ORD-6, ORD-7, ELM-7)."""
    shown = _seat_shown(times, view.seat)
    if times.pause or shown is None:
        return ""
    match step_after(times, shown, terms):
        case TimeoutStep.BANK:
            return THEN["bank"].format(time=spoken(terms.bank_of(shown, times) // 1000))
        case TimeoutStep.EXTENDED:
            return THEN["extended"].format(time=spoken(terms.excuse_seconds))
    if missed and missed[shown] == MOST_MISSED - 1 and _counts(times, view, shown):
        return THEN["stand_in"]
    return THEN["played"] if terms.bank_seconds or terms.excuse_seconds else ""


def _counts(times: Clocks, view: View, seat: int) -> bool:
    """Return whether a timeout now would count as a missed turn, as far as the viewer may know.

    Turns missed during set-up stay secret from the other players until round 2.
    """
    clock, turn = times.running[seat], times.turn
    if turn is None:
        return seat == view.seat
    is_known = seat == view.seat or view.round > 1
    return is_known and clock.kind is DecisionKind.ATTACKS and not turn.missed
