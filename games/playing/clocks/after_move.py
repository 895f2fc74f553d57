"""The clocks after a move: pure functions of the position and the time.

A decision that stays open keeps its exact deadline, whatever else is played.
"""

from dataclasses import replace

from games.playing.clocks import bot_delay
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.plans import next_move
from games.storage.store.clocks import Call, Clock, Clocks, Turn
from rules import Decision, State
from rules.chapters.diplomacy import pacts, trades
from rules.moves import Control
from rules.questions import DecisionKind

STEPWISE = frozenset({DecisionKind.PLACE, DecisionKind.MUSTER})
"""Set-up decisions that take several steps, with one deadline for all of them."""

LEAST_WARNED = 60_000
"""The shortest time with a warning, in milliseconds; a warning comes when a fifth is left."""


def after(old: Clocks, state: State, terms: ClockSettings, now: int, battles: int = 0) -> Clocks:
    """Return the clocks for the position after a move that fought `battles` battles."""
    if state.is_over:
        return Clocks(steps=old.steps, told=old.told)
    turn = _turn_of(old, state, terms)
    running = {
        decision.seat: _clock(old, turn, state, decision, terms, now)
        for decision in state.decisions
        if terms.is_timed and state.players[decision.seat].control is Control.PLAYER
    }
    banks = _banks(old, turn, running, terms, now)
    if turn is not None:
        turn = _set_running(turn, any(clock.of_turn for clock in running.values()), terms, now)
    call = _call(old.bot, state, terms, now, battles)
    offer = _call_to_offer(old.offer, state, terms, now)
    plan = _call_of_plan(old, state, terms, now, battles)
    return replace(old, turn=turn, running=running, bot=call, banks=banks, offer=offer, plan=plan)


def _turn_of(old: Clocks, state: State, terms: ClockSettings) -> Turn | None:
    if not state.round or state.turn is None:
        return None
    if old.turn and (old.turn.round, old.turn.seat) == (state.round, state.turn):
        return old.turn
    return Turn(state.round, state.turn, terms.turn_seconds * 1000)


def _banks(
    old: Clocks, turn: Turn | None, running: dict[int, Clock], terms: ClockSettings, now: int
) -> dict[int, int]:
    """Return the time banks after returning unused loans and adding the refill for a turn."""
    banks = dict(old.banks)

    def give(seat: int, more: int) -> None:
        full = terms.bank_seconds * 1000
        if full:
            banks[seat] = min(full, banks.get(seat, full) + more)

    for seat, clock in old.running.items():
        is_open = seat in running and running[seat].lent == clock.lent
        if clock.lent and not clock.of_turn and not is_open:
            give(seat, _unused(clock.lent, clock.excused, clock.until - now))
    over = old.turn
    if over and (turn is None or (turn.round, turn.seat) != (over.round, over.seat)):
        # A missed turn earns no refill.
        refill = 0 if over.missed else terms.refill_seconds * 1000
        give(over.seat, _unused(over.lent, over.excused, over.left_at(now)) + refill)
    return banks


def _unused(lent: int, excused: bool, left: int) -> int:
    """Return how much of a bank's loan is unused: nothing once the excuse has begun."""
    return 0 if excused else max(0, min(lent, left))


def _set_running(turn: Turn, is_running: bool, terms: ClockSettings, now: int) -> Turn:
    """Return a turn with its clock running or stopped, as `is_running` says."""
    if is_running == (turn.until is not None):
        return turn
    until = _until_of_turn(turn, terms, now) if is_running else None
    return replace(turn, left=turn.left_at(now), until=until)


def _until_of_turn(turn: Turn, terms: ClockSettings, now: int) -> int:
    if turn.until is not None:
        return turn.until
    return terms.moved_out(turn.seat, now, now + turn.left_at(now), True)


def _clock(
    old: Clocks, turn: Turn | None, state: State, decision: Decision, terms: ClockSettings, now: int
) -> Clock:
    known = old.running.get(decision.seat)
    if known is not None and known.number == decision.number:
        return known
    number, kind, seat = decision.number, decision.kind, decision.seat
    if turn is None:
        return _clock_in_setup(old, known, state, decision, terms, now)
    # Seats that decide simultaneously share one deadline: separate deadlines would reveal which
    # seats have not answered.
    asked = {one.seat for one in state.decisions}
    reaction = max(terms.moved_out(one, now, now + terms.whole(False), False) for one in asked)
    together = len(asked) > 1
    if together or seat != turn.seat:
        warn = _warning(now, reaction, terms.whole(False))
        return Clock(number, kind, reaction, since=now, warn=warn, together=together)
    until = _until_of_turn(turn, terms, now)
    # Only attacks end with the turn's time; any other decision gets at least the reaction time.
    is_bounded = kind is DecisionKind.ATTACKS and until > now
    until = until if is_bounded else max(until, reaction)
    is_own = not (turn.lent or turn.excused)
    # The turn's clock ran before this decision, so time lost then must still be given back.
    since = known.since if known and known.of_turn and turn.until is not None else now
    warn = _warning(now, until, terms.whole(True)) if is_own else None
    return Clock(
        number,
        kind,
        until,
        of_turn=True,
        since=since,
        warn=warn,
        lent=turn.lent,
        excused=turn.excused,
    )


def _warning(now: int, until: int, whole: int) -> int | None:
    """Return the moment of the warning, when a fifth of the time is left.

    None if that moment has passed, or if the `whole` time is too short for a warning.
    """
    warn = until - whole // 5
    return warn if whole >= LEAST_WARNED and warn > now else None


def _is_next_step(state: State, kind: DecisionKind) -> bool:
    return kind in STEPWISE and (kind is DecisionKind.MUSTER or state.placings[0].begun)


def _clock_in_setup(
    old: Clocks,
    known: Clock | None,
    state: State,
    decision: Decision,
    terms: ClockSettings,
    now: int,
) -> Clock:
    """Return the clock of a decision in the set-up, whose steps together get the time of a turn."""
    kind, whole = decision.kind, terms.whole(True)
    if known is not None and known.kind == kind and _is_next_step(state, kind):
        return replace(known, number=decision.number)
    if not bot_delay.is_unseen(state, kind):
        until = terms.moved_out(decision.seat, now, now + whole, True)
        warn = _warning(now, until, whole)
        return Clock(decision.number, kind, until, since=now, warn=warn)
    # All seats share one deadline, even if a player takes a seat back after it was set.
    open_ones = [clock.until for clock in old.running.values() if clock.kind == kind]
    asked = [one.seat for one in state.decisions]
    # Use the latest deadline: individual ones would reveal which seats have not answered.
    until = max(terms.moved_out(seat, now, now + whole, True) for seat in asked)
    if open_ones and max(open_ones) > now:
        until = max(open_ones)
    warn = _warning(now, until, whole)
    return Clock(decision.number, kind, until, since=now, warn=warn, together=True)


# Bots


def next_bot(state: State) -> Decision | None:
    """Return the decision that a bot or steward answers next."""
    for decision in state.decisions:
        if state.players[decision.seat].control is not Control.PLAYER:
            return decision
    return None


def _call(
    old: Call | None, state: State, terms: ClockSettings, now: int, battles: int
) -> Call | None:
    decision = next_bot(state)
    if decision is None:
        return None
    if old is not None and (old.seat, old.number) == (decision.seat, decision.number):
        return old
    wait = bot_delay.wait(state, decision.kind, terms.pace, battles)
    return Call(decision.seat, decision.number, now + wait)


# Offers: the game does not wait for the answers


def next_answerer(state: State) -> int | None:
    """Return the seat whose bot or steward answers an offer next; None if there is none."""
    offered = _next_offered(state)
    return offered and offered[0]


def _next_offered(state: State) -> tuple[int, int] | None:
    """Return the seat whose bot or steward answers an offer next, and a number for that offer.

    The number is that of the pact, or a negative number for a trade.
    """
    if not state.pacts and not state.trades:
        return None
    for player in state.players:
        seat = player.seat
        if player.control is Control.PLAYER or player.eliminated:
            continue
        for pact in pacts.offered_to(state, seat):
            return seat, pact.number
        for trade in trades.offered_to(state, seat):
            partner = trade.partner_of(seat)
            # Include the number of cards laid: laying more may change the answer.
            return seat, -(len(trade.laid_by(seat)) * len(state.players) + partner + 1)
    return None


def _call_to_offer(old: Call | None, state: State, terms: ClockSettings, now: int) -> Call | None:
    offered = _next_offered(state)
    if offered is None:
        return None
    if old is not None and (old.seat, old.number) == offered:
        return old
    return Call(*offered, now + bot_delay.STEPS[terms.pace])


# Players' plans (ORD-8)


def next_planned(times: Clocks, state: State) -> Decision | None:
    """Return the first open decision that a committed plan of its player can answer."""
    for decision in state.decisions:
        note = times.plans.get(decision.seat)
        is_own = state.players[decision.seat].control is Control.PLAYER
        if note is None or note.status != "on" or not is_own:
            continue
        if next_move.is_foreseen(state, decision.seat, decision.kind, note.trades):
            return decision
    return None


def _call_of_plan(
    old: Clocks, state: State, terms: ClockSettings, now: int, battles: int
) -> Call | None:
    """Return when the next plan moves: at the bots' pace, so that everybody can follow it."""
    decision = next_planned(old, state) if old.plans else None
    if decision is None:
        return None
    known = old.plan
    if known is not None and (known.seat, known.number) == (decision.seat, decision.number):
        return known
    return Call(
        decision.seat,
        decision.number,
        now + bot_delay.wait(state, decision.kind, terms.pace, battles),
    )
