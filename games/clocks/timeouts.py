"""What time itself does to the clocks, step by step: warning, bank, excuse; pauses; lost time.

Pure functions of the clocks, the terms and the time. Each step begins where the one before ended,
to the millisecond, however late somebody looks.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.clocks.clocks import IN_HAND, Clock, Clocks, Pause, Terms
from games.clocks.rest_times import Rest, is_met, is_moved

DAY = 24 * 3600 * 1000
LONGEST_PAUSE = 7 * DAY
"""After so long a table that was paused goes on by itself."""


FOUND_WITHIN = 10_000
"""So many milliseconds after the site's clock stepped back, at most, that is noticed."""

MOST_APART = 1000
"""By so many milliseconds, at most, processes differ in what time it is."""

LONGEST_CALL = 10_000
"""Bots and plans wait at most so many milliseconds after the site's clock stepped back."""


class Step(StrEnum):
    """What the time of a seat came to; after `DEFAULT` the game answers."""

    WARNED = "warned"
    BANK = "bank"
    EXTENDED = "extended"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Taken:
    """A step for a seat that was due at a time, in milliseconds, and the clocks after it."""

    seat: int
    step: Step
    when: int
    clocks: Clocks


def next_step(clocks: Clocks, terms: Terms, now: int) -> Taken | None:
    """Return the first step that is due; None where none is, or the table is paused."""
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
        return Taken(seat, Step.WARNED, when, after)
    step = step_after(clocks, seat, terms)
    match step:
        case Step.BANK:
            lent = clocks.bank_of(seat, terms)
            after = _longer(clocks, seat, terms, lent, lent=lent)
            after = replace(after, banks={**after.banks, seat: 0})
        case Step.EXTENDED:
            after = _longer(clocks, seat, terms, terms.excuse_seconds * 1000, excused=True)
            after = replace(after, excused=(*after.excused, seat))
        case _:
            after = clocks
    return Taken(seat, step, when, after)


def step_after(clocks: Clocks, seat: int, terms: Terms) -> Step:
    """Return what comes when the running time of a seat is out."""
    clock = clocks.running[seat]
    if clock.together:
        return Step.DEFAULT
    if clocks.bank_of(seat, terms) and not clock.lent and not clock.excused:
        return Step.BANK
    may_be_excused = clock.kind in IN_HAND and seat not in clocks.excused
    return Step.EXTENDED if terms.excuse_seconds and may_be_excused else Step.DEFAULT


def unwarned(clocks: Clocks, now: int) -> list[int]:
    """Return the seats that are to be warned by now."""
    if clocks.pause:
        return []
    running = clocks.running.items()
    return [seat for seat, clock in running if clock.warn is not None and clock.warn <= now]


def put_off(clocks: Clocks, seats: Iterable[int], again: int) -> Clocks:
    """Return the clocks with the warning of those who look at the game put off until then.

    Who looks to the end is not warned; who goes away before is warned then.
    """
    for seat in seats:
        clock = clocks.running[seat]
        warn = again if again < clock.until else None
        clocks = _with_clock(clocks, seat, replace(clock, warn=warn))
    return clocks


def settled(clocks: Clocks, terms: Terms, now: int) -> tuple[list[Taken], int | None]:
    """Return all steps that are due, and the seat for which the game then answers, if any."""
    taken: list[Taken] = []
    while found := next_step(clocks, terms, now):
        if found.step is Step.DEFAULT:
            return taken, found.seat
        taken.append(found)
        clocks = found.clocks
    return taken, None


def _longer(
    clocks: Clocks, seat: int, terms: Terms, more: int, lent: int = 0, excused: bool = False
) -> Clocks:
    """Let a seat's time go on for so many milliseconds more from where it ended."""
    clock = clocks.running[seat]
    until = terms.moved_out(seat, clock.until, clock.until + more, clock.of_turn)
    changed = {"until": until, "lent": clock.lent or lent, "excused": clock.excused or excused}
    clocks = _with_clock(clocks, seat, replace(clock, **changed))
    if clock.of_turn and clocks.turn:
        return replace(clocks, turn=replace(clocks.turn, **changed))
    return clocks


def _with_clock(clocks: Clocks, seat: int, clock: Clock) -> Clocks:
    return replace(clocks, running={**clocks.running, seat: clock})


# Time that stands still


def paused(
    clocks: Clocks, now: int, lasts: int = LONGEST_PAUSE, *, unattended: bool = False
) -> Clocks:
    """Return the clocks paused from now on, for so many milliseconds at most."""
    return replace(clocks, pause=Pause(now, now + lasts, unattended))


def resumed(clocks: Clocks, now: int) -> Clocks:
    """Return the clocks of a paused table going on, with what was left of every time."""
    if clocks.pause is None:
        return clocks
    end = min(now, clocks.pause.until)
    return going_on(replace(clocks, pause=None), end - clocks.pause.since, end)


def going_on(clocks: Clocks, time: int, now: int) -> Clocks:
    """Return clocks that stood still for so long; of what went before now nothing is lost twice."""
    clocks = later(clocks, time)
    running = {seat: replace(clock, since=now) for seat, clock in clocks.running.items()}
    return replace(clocks, running=running)


def later(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks with so many milliseconds more for everybody; a pause goes on longer."""
    if clocks.pause:
        # Times of a paused table stand still already.
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
class Lost:
    """A time in which nobody could play; outages are counted up from 1, None still goes on.

    One that ended before it began is a clock that stepped back.
    `told_from` is when the first of several outages began that players hear of as one.
    """

    number: int | None
    began: int
    ended: int
    told_from: int = 0


def given_back(clocks: Clocks, lost: Iterable[Lost], now: int) -> Clocks:
    """Return the clocks with every outage given back that was not yet: the time that was lost.

    Where the site's clock stepped back they move with it; `now` is by the clock after it.
    """
    for outage in lost:
        if outage.number is not None and outage.number <= clocks.outage:
            continue
        if outage.number is not None and outage.ended < outage.began:
            clocks = replace(_stepped_back(clocks, outage, now), outage=outage.number)
            continue
        running = {
            # In a pause no time is lost, and none that began only afterwards.
            seat: _later(clock, 0 if clocks.pause else _lost_by(clock, outage))
            for seat, clock in clocks.running.items()
        }
        turn = clocks.turn
        own = [clock for clock in clocks.running.values() if clock.of_turn]
        if turn and turn.until is not None and own and not clocks.pause:
            turn = replace(turn, until=turn.until + _lost_by(own[0], outage))
        if outage.number is None:
            # When it is over it is counted whole: this much of it was given then.
            running = {seat: replace(one, since=outage.ended) for seat, one in running.items()}
        number = clocks.outage if outage.number is None else outage.number
        clocks = replace(clocks, running=running, turn=turn, outage=number)
    return clocks


def _stepped_back(clocks: Clocks, step: Lost, now: int) -> Clocks:
    """Return the clocks moved back with the site's clock.

    Times that were set since the step stay. They look like some set exactly the step before it:
    those stay too, so that nobody ever loses time. Bots and plans wait no longer than usual.
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


def most_given(before: Clocks, after: Clocks) -> int:
    """Return how much later, at most, somebody's time ends in clocks that are as before else."""
    running = after.running.items()
    return max((clock.until - before.running[seat].until for seat, clock in running), default=0)


def _lost_by(clock: Clock, outage: Lost) -> int:
    return max(0, outage.ended - max(outage.began, clock.since))


def _later(clock: Clock, lost: int) -> Clock:
    warn = None if clock.warn is None else clock.warn + lost
    return replace(clock, until=clock.until + lost, warn=warn)


def rested(clocks: Clocks, terms: Terms, now: int) -> Clocks:
    """Return the clocks moved out of the vacations that people have booked since they were set.

    Of other rest they stay as they are: it would be put off again with every change of one's hours.
    """
    for seat, clock in clocks.running.items():
        if not clock.together and is_met(terms.rest_of(seat), now, clock.until):
            until = terms.moved_out(seat, now, clock.until, _is_of_turn(clocks, clock))
            clocks = _ending(clocks, seat, until)
    return clocks


def awake(clocks: Clocks, terms: Terms, now: int, seats: Collection[int]) -> Clocks:
    """Return clocks that were moved on, with no time that ends in the rest of who is asked.

    Of time that several have together it counts when any person at the table rests, by `seats`:
    were it those who have not answered yet, it would tell who they are.
    """
    for seat, clock in clocks.running.items():
        of_turn, asked = _is_of_turn(clocks, clock), seats if clock.together else (seat,)
        ends = (terms.moved_out(one, now, clock.until, of_turn) for one in asked)
        clocks = _ending(clocks, seat, max(ends, default=clock.until))
    return clocks


def is_put_off(clocks: Clocks, terms: Terms, seat: int | None, vacation: Rest) -> bool:
    """Say whether a vacation has moved the time of who sits at a seat."""
    clock = clocks.running.get(seat)
    if clock is None or clock.together:
        return False
    return is_moved(vacation, clock.until, terms.whole(_is_of_turn(clocks, clock)))


def brought_back(clocks: Clocks, terms: Terms, seat: int, now: int) -> Clocks:
    """Return the clocks with no more than the whole time, from now on, at a seat."""
    of_turn = _is_of_turn(clocks, clocks.running[seat])
    until = terms.moved_out(seat, now, now + terms.whole(of_turn), of_turn)
    return _ending(clocks, seat, min(until, clocks.running[seat].until))


def _is_of_turn(clocks: Clocks, clock: Clock) -> bool:
    """Say whether a decision has the time of a turn, as those of the set-up have."""
    return clock.of_turn or clocks.turn is None


def _ending(clocks: Clocks, seat: int, until: int) -> Clocks:
    clock = clocks.running[seat]
    clocks = _with_clock(clocks, seat, _later(clock, until - clock.until))
    if clock.of_turn and clocks.turn:
        clocks = replace(clocks, turn=replace(clocks.turn, until=until))
    return clocks
