"""Changes to the clocks: at a deadline (warning, bank, excuse), for pauses and for lost time.

Pure functions of the clocks, the terms and the time. Each step starts exactly where the previous
one ended, however late it is computed.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.rest_times import Rest, is_met, is_moved
from games.storage.store.clocks import Clock, Clocks, Pause
from rules.questions import Trait

DAY = 24 * 3600 * 1000
LONGEST_PAUSE = 7 * DAY
"""A paused table resumes automatically after this many milliseconds."""


FOUND_WITHIN = 10_000
"""A backward step of the database's clock is noticed within this many milliseconds."""

MOST_APART = 1000
"""The largest clock difference between two processes, in milliseconds."""

LONGEST_CALL = 10_000
"""After the clock has stepped back, bots and plans wait at most this many milliseconds."""


class TimeoutStep(StrEnum):
    """What happens when a seat's time runs out; at `DEFAULT` the default answer is played."""

    WARNED = "warned"
    BANK = "bank"
    EXTENDED = "extended"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A step taken for a seat: when it was due, in milliseconds, and the clocks after it."""

    seat: int
    step: TimeoutStep
    when: int
    clocks: Clocks


def next_step(clocks: Clocks, terms: ClockSettings, now: int) -> StepTaken | None:
    """Return the first step that is due; None if there is none or the table is paused."""
    if clocks.pause:
        return None
    times = [
        (clock.until if clock.warn is None else clock.warn, seat)
        for seat, clock in clocks.running.items()
    ]
    when, seat = min(times, default=(now + 1, 0))
    if when > now:
        return None
    clock = clocks.running[seat]
    if clock.warn is not None:
        after = _with_clock(clocks, seat, replace(clock, warn=None))
        return StepTaken(seat, TimeoutStep.WARNED, when, after)
    step = step_after(clocks, seat, terms)
    match step:
        case TimeoutStep.BANK:
            lent = terms.bank_of(seat, clocks)
            after = _longer(clocks, seat, terms, lent, lent=lent)
            after = replace(after, banks={**after.banks, seat: 0})
        case TimeoutStep.EXTENDED:
            after = _longer(clocks, seat, terms, terms.excuse_seconds * 1000, excused=True)
            after = replace(after, excused=(*after.excused, seat))
        case _:
            after = clocks
    return StepTaken(seat, step, when, after)


def step_after(clocks: Clocks, seat: int, terms: ClockSettings) -> TimeoutStep:
    """Return the step to take when a seat's current time runs out."""
    clock = clocks.running[seat]
    if clock.together:
        return TimeoutStep.DEFAULT
    if terms.bank_of(seat, clocks) and not clock.lent and not clock.excused:
        return TimeoutStep.BANK
    may_be_excused = Trait.EXCUSABLE in clock.kind.traits and seat not in clocks.excused
    return TimeoutStep.EXTENDED if terms.excuse_seconds and may_be_excused else TimeoutStep.DEFAULT


def unwarned(clocks: Clocks, now: int) -> list[int]:
    """Return the seats whose warning is due by now."""
    if clocks.pause:
        return []
    running = clocks.running.items()
    return [seat for seat, clock in running if clock.warn is not None and clock.warn <= now]


def put_off(clocks: Clocks, seats: Iterable[int], again: int) -> Clocks:
    """Return the clocks with the warnings of some seats postponed until `again`.

    A player who looks at the game needs no warning yet.
    """
    for seat in seats:
        clock = clocks.running[seat]
        warn = again if again < clock.until else None
        clocks = _with_clock(clocks, seat, replace(clock, warn=warn))
    return clocks


def settled(clocks: Clocks, terms: ClockSettings, now: int) -> tuple[list[StepTaken], int | None]:
    """Return all steps that are due, and the seat whose default is due after them, if any."""
    taken: list[StepTaken] = []
    while found := next_step(clocks, terms, now):
        if found.step is TimeoutStep.DEFAULT:
            return taken, found.seat
        taken.append(found)
        clocks = found.clocks
    return taken, None


def _longer(
    clocks: Clocks, seat: int, terms: ClockSettings, more: int, lent: int = 0, excused: bool = False
) -> Clocks:
    """Extend a seat's time by `more` milliseconds from its deadline."""
    clock = clocks.running[seat]
    until = terms.moved_out(seat, clock.until, clock.until + more, clock.of_turn)
    lent, excused = clock.lent or lent, clock.excused or excused
    extended = replace(clock, until=until, lent=lent, excused=excused)
    clocks = _with_clock(clocks, seat, extended)
    if clock.of_turn and clocks.turn:
        turn = replace(clocks.turn, until=until, lent=lent, excused=excused)
        return replace(clocks, turn=turn)
    return clocks


def _with_clock(clocks: Clocks, seat: int, clock: Clock) -> Clocks:
    return replace(clocks, running={**clocks.running, seat: clock})


# Pauses and outages


def paused(
    clocks: Clocks, now: int, lasts: int = LONGEST_PAUSE, *, unattended: bool = False
) -> Clocks:
    """Return the clocks paused from now on, for at most `lasts` milliseconds."""
    return replace(clocks, pause=Pause(now, now + lasts, unattended))


def resumed(clocks: Clocks, now: int) -> Clocks:
    """Return the clocks of a paused table after it resumes; each has the time left at the pause."""
    if clocks.pause is None:
        return clocks
    end = min(now, clocks.pause.until)
    return restarted(replace(clocks, pause=None), end - clocks.pause.since, end)


def resumed_past_rest(
    clocks: Clocks, now: int, terms: ClockSettings, people: Collection[int]
) -> Clocks:
    """Return the clocks of a paused table after it resumes, outside rest times; see `past_rest`."""
    return past_rest(resumed(clocks, now), terms, now, people)


def restarted(clocks: Clocks, time: int, now: int) -> Clocks:
    """Return the clocks extended by `time` milliseconds; outages before `now` no longer count."""
    clocks = later(clocks, time)
    running = {seat: replace(clock, since=now) for seat, clock in clocks.running.items()}
    return replace(clocks, running=running)


def later(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks with every deadline, and any pause, extended by `time` milliseconds."""
    if clocks.pause:
        # The other times of a paused table are stopped already.
        return replace(clocks, pause=replace(clocks.pause, until=clocks.pause.until + time))
    running = {seat: _later(clock, time) for seat, clock in clocks.running.items()}
    turn, bot, offer = clocks.turn, clocks.bot, clocks.offer
    if turn and turn.until is not None:
        turn = replace(turn, until=turn.until + time)
    bot = bot and replace(bot, when=bot.when + time)
    offer = offer and replace(offer, when=offer.when + time)
    plan = clocks.plan and replace(clocks.plan, when=clocks.plan.when + time)
    return replace(clocks, running=running, turn=turn, bot=bot, offer=offer, plan=plan)


@dataclass(frozen=True, slots=True)
class LostTime:
    """An outage: `number` counts from 1, and is None while the outage lasts.

    If `ended` is before `began`, the database's clock stepped back. `told_from` is the start of the
    first of several outages that players see as one.
    """

    number: int | None
    began: int
    ended: int
    told_from: int = 0


def given_back(clocks: Clocks, lost: Iterable[LostTime], now: int) -> Clocks:
    """Return the clocks extended by all time lost in outages that has not been given back yet.

    If the database's clock stepped back, the clocks move with it; `now` is the time after the step.
    """
    for outage in lost:
        if outage.number is not None and outage.number <= clocks.outage:
            continue
        if outage.number is not None and outage.ended < outage.began:
            clocks = replace(_stepped_back(clocks, outage, now), outage=outage.number)
            continue
        running = {
            # No time is lost during a pause, nor before a clock started.
            seat: _later(clock, 0 if clocks.pause else _lost_by(clock, outage))
            for seat, clock in clocks.running.items()
        }
        turn = clocks.turn
        own = [clock for clock in clocks.running.values() if clock.of_turn]
        if turn and turn.until is not None and own and not clocks.pause:
            turn = replace(turn, until=turn.until + _lost_by(own[0], outage))
        if outage.number is None:
            # The finished outage will be counted from its start: `since` then excludes the time
            # given back now.
            running = {seat: replace(one, since=outage.ended) for seat, one in running.items()}
        number = clocks.outage if outage.number is None else outage.number
        clocks = replace(clocks, running=running, turn=turn, outage=number)
    return clocks


def _stepped_back(clocks: Clocks, step: LostTime, now: int) -> Clocks:
    """Return the clocks moved back with the database's clock.

    Clocks started after the step are unchanged. Older clocks with a similar start time cannot be
    told apart from them, so they are unchanged too: nobody loses time. Bots and plans wait at most
    `LONGEST_CALL`.
    """

    def is_old(since: int) -> bool:
        return not step.ended - FOUND_WITHIN <= since <= now + MOST_APART

    back = step.ended - step.began
    pause, turn = clocks.pause, clocks.turn
    if pause:
        back = back if is_old(pause.since) else 0
        pause = replace(pause, since=pause.since + back, until=pause.until + back)
    moved = {
        seat: back if clocks.pause or is_old(clock.since) else 0
        for seat, clock in clocks.running.items()
    }
    own = [moved[seat] for seat, clock in clocks.running.items() if clock.of_turn]
    if turn and turn.until is not None and own:
        turn = replace(turn, until=turn.until + own[0])
    running = {
        seat: replace(_later(clock, moved[seat]), since=clock.since + moved[seat])
        for seat, clock in clocks.running.items()
    }
    bot, offer, plan = (
        call and replace(call, when=min(call.when, now + LONGEST_CALL))
        for call in (clocks.bot, clocks.offer, clocks.plan)
    )
    return replace(clocks, pause=pause, turn=turn, running=running, bot=bot, offer=offer, plan=plan)


def restored(
    clocks: Clocks,
    lost: Iterable[LostTime],
    now: int,
    reached: int,
    terms: ClockSettings,
    people: Collection[int],
) -> tuple[Clocks, int]:
    """Return the clocks with lost time given back, and the largest extension of a deadline.

    Extended deadlines avoid rest times after `reached`; `people` are the `seats` of `past_rest`.
    """
    after = given_back(clocks, lost, now)
    running = after.running.items()
    given = max((one.until - clocks.running[seat].until for seat, one in running), default=0)
    return (past_rest(after, terms, reached, people) if given else after), given


def _lost_by(clock: Clock, outage: LostTime) -> int:
    return max(0, outage.ended - max(outage.began, clock.since))


def _later(clock: Clock, lost: int) -> Clock:
    warn = None if clock.warn is None else clock.warn + lost
    return replace(clock, until=clock.until + lost, warn=warn)


def past_vacations(clocks: Clocks, terms: ClockSettings, now: int) -> Clocks:
    """Return the clocks with deadlines moved past vacations booked after the deadlines were set.

    Other rest is ignored here: players could postpone a deadline by changing their quiet hours.
    """
    for seat, clock in clocks.running.items():
        if not clock.together and is_met(terms.rest_of(seat), now, clock.until):
            until = terms.moved_out(seat, now, clock.until, _is_of_turn(clocks, clock))
            clocks = _ending(clocks, seat, until)
    return clocks


def past_rest(clocks: Clocks, terms: ClockSettings, now: int, seats: Collection[int]) -> Clocks:
    """Return clocks that were just extended, with deadlines moved past rest times.

    A deadline avoids the rest times of the player who must decide. A shared deadline avoids those
    of all people at the table, `seats`: if only the seats still to answer counted, the deadline
    would reveal which seats these are.
    """
    for seat, clock in clocks.running.items():
        of_turn, asked = _is_of_turn(clocks, clock), seats if clock.together else (seat,)
        ends = (terms.moved_out(one, now, clock.until, of_turn) for one in asked)
        clocks = _ending(clocks, seat, max(ends, default=clock.until))
    return clocks


def is_put_off(clocks: Clocks, terms: ClockSettings, seat: int, vacation: Rest) -> bool:
    """Return whether a vacation has postponed the deadline of a seat's player."""
    clock = clocks.running.get(seat)
    if clock is None or clock.together:
        return False
    return is_moved(vacation, clock.until, terms.whole(_is_of_turn(clocks, clock)))


def brought_back(clocks: Clocks, terms: ClockSettings, seat: int, now: int) -> Clocks:
    """Return the clocks with a seat's remaining time capped at the full time for its decision."""
    of_turn = _is_of_turn(clocks, clocks.running[seat])
    until = terms.moved_out(seat, now, now + terms.whole(of_turn), of_turn)
    return _ending(clocks, seat, min(until, clocks.running[seat].until))


def _is_of_turn(clocks: Clocks, clock: Clock) -> bool:
    """Return whether a decision has the time of a turn, as all decisions of the set-up do."""
    return clock.of_turn or clocks.turn is None


def _ending(clocks: Clocks, seat: int, until: int) -> Clocks:
    clock = clocks.running[seat]
    clocks = _with_clock(clocks, seat, _later(clock, until - clock.until))
    if clock.of_turn and clocks.turn:
        clocks = replace(clocks, turn=replace(clocks.turn, until=until))
    return clocks
