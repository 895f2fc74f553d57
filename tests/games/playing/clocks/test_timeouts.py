"""Clocks over time: time bank, excuse, rest times, pauses, and lost time."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.drawing.display.times import Times, bank_of, banks_of, times_of
from games.playing.clocks import after_move, timeouts
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.rest_times import Rest
from games.playing.clocks.timeouts import LostTime, TimeoutStep
from games.storage.store.clocks import Call, Clock, Clocks, Turn
from games.storage.store.database_time import moment
from rules import view
from rules.moves import Default, EndAttacks
from rules.questions import DecisionKind
from tests.support.tables.timed import START, Timed, is_another_asked, is_to_attack

SECOND, HOUR = 1000, 3_600_000
SLOW = ClockSettings(
    turn_seconds=86_400,
    reaction_seconds=28_800,
    pace="calm",
    bank_seconds=36_000,
    refill_seconds=7_200,
    excuse_seconds=43_200,
)
TURN, REACTION = 24 * HOUR, 8 * HOUR
BANK, REFILL, EXCUSE = 10 * HOUR, 2 * HOUR, 12 * HOUR


@pytest.fixture
def turn():
    """A game of three with a day per turn: one may attack, and has used no time."""
    return Timed([True] * 3, terms=SLOW, quick=True).go_to(is_to_attack)


def taken(game, now):
    """Return steps due by a time, as (hours after `game.now`, step), and the timed-out seat."""
    steps, seat = timeouts.settled(game.clocks, game.terms, now)
    return [((one.when - game.now) / HOUR, one.step) for one in steps], seat


def settle(game, hours):
    """Let hours pass, and apply the steps that become due; return the timed-out seat, if any."""
    game.now += round(hours * HOUR)
    steps, seat = timeouts.settled(game.clocks, game.terms, game.now)
    if steps:
        game.clocks = steps[-1].clocks
    return seat


def pass_turn(game):
    """End the current turn; players who must decide on the way answer immediately."""
    seat = game.turn
    game.play(seat, EndAttacks())
    while game.turn == seat:
        game.answer()


# Bank, excuse and missed turns


def test_timeout_steps_are_exact_to_the_millisecond(turn):
    seat, end = turn.turn, turn.now + TURN + BANK + EXCUSE
    ladder_up = [
        (19.2, TimeoutStep.WARNED),
        (24, TimeoutStep.BANK),
        (34, TimeoutStep.EXTENDED),
    ]
    assert taken(turn, end) == (ladder_up, seat)
    assert taken(turn, end - 1) == (ladder_up, None)
    for steps, (hours, _) in enumerate(ladder_up):
        at = turn.now + round(hours * HOUR)
        assert taken(turn, at - 1) == (ladder_up[:steps], None)
        assert taken(turn, at) == (ladder_up[: steps + 1], None)


def test_timeout_steps_do_not_depend_on_polling(turn):
    often = turn.clocks
    for hours in range(1, 50):
        steps, _ = timeouts.settled(often, SLOW, turn.now + hours * HOUR)
        often = steps[-1].clocks if steps else often
    late, _ = timeouts.settled(turn.clocks, SLOW, turn.now + 60 * HOUR)
    assert late[-1].clocks == often


def test_unused_bank_time_returns_and_refills(turn):
    seat = turn.turn
    assert settle(turn, 24 + 4) is None
    assert turn.clocks.banks[seat] == 0 and turn.clocks.turn.lent == BANK
    pass_turn(turn)
    # Four of ten hours were spent, and two are restored with the turn.
    assert turn.clocks.banks[seat] == BANK - 4 * HOUR + REFILL
    assert turn.until() == turn.now + TURN


def test_a_bank_holds_no_more_than_it_began_with(turn):
    seat = turn.turn
    pass_turn(turn)
    assert SLOW.bank_of(seat, turn.clocks) == BANK


def test_a_missed_turn_refills_nothing_and_the_excuse_comes_once(turn):
    seat = turn.turn
    assert settle(turn, 24 + 10 + 12) == seat
    turn.clocks = turn.clocks.with_missed_turn()
    turn.play(seat, Default(), "clock")
    while turn.turn == seat:
        turn.answer()
    assert turn.clocks.banks[seat] == 0
    assert turn.clocks.excused == (seat,)
    while not (is_to_attack(turn) and turn.turn == seat):
        turn.answer()
    steps, out = taken(turn, turn.now + TURN)
    assert [step for _, step in steps] == [TimeoutStep.WARNED] and out == seat


def test_the_bank_stops_with_the_turn_clock(turn):
    seat = turn.turn
    settle(turn, 24 + 1)
    turn.go_to(is_another_asked)
    assert turn.turn == seat and turn.clocks.turn.until is None
    assert bank_of(turn.clocks, seat, SLOW) == 9 * 3600
    turn.now += 5 * HOUR
    asked = turn.asked[0][0]
    turn.answer()
    assert turn.clocks.running.get(asked) is None
    assert turn.clocks.turn.left_at(turn.now) == 9 * HOUR


def test_reactions_can_use_the_bank_but_no_excuse(turn):
    turn.go_to(is_another_asked)
    asked = turn.asked[0][0]
    steps, out = taken(turn, turn.now + REACTION + BANK)
    assert steps == [(6.4, TimeoutStep.WARNED), (8, TimeoutStep.BANK)] and out == asked
    settle(turn, 8 + 3)
    turn.answer()
    assert turn.clocks.banks[asked] == BANK - 3 * HOUR


def test_simultaneous_decisions_have_no_bank():
    game = Timed([True] * 3, terms=SLOW, quick=True)
    game.go_to(lambda game: len(game.asked) == 3 and game.asked[0][1] is DecisionKind.MUSTER)
    assert len({clock.until for clock in game.clocks.running.values()}) == 1
    steps, out = taken(game, game.now + TURN)
    assert {step for _, step in steps} == {TimeoutStep.WARNED} and out in (0, 1, 2)


def test_a_short_time_is_not_warned_of():
    short = replace(SLOW, turn_seconds=59, reaction_seconds=20, bank_seconds=0, excuse_seconds=0)
    game = Timed([True] * 2, terms=short, quick=True).go_to(is_to_attack)
    assert taken(game, game.now + 58 * SECOND) == ([], None)
    assert taken(game, game.now + 599 * SECOND) == ([], game.turn)


def time_left_after(seconds):
    """End a turn this many seconds after its start, by its player or by the clock.

    Return (the player's time bank, whether the excuse is still unused).
    """
    game = Timed([True] * 3, terms=SLOW, quick=True).go_to(is_to_attack)
    seat = game.turn
    if settle(game, seconds / 3600) is None:
        pass_turn(game)
    else:
        game.clocks = game.clocks.with_missed_turn()
        game.play(seat, Default(), "clock")
        while game.turn == seat:
            game.answer()
    return SLOW.bank_of(seat, game.clocks), seat not in game.clocks.excused


@hypothesis_settings(max_examples=12)
@given(st.integers(0, (TURN + BANK + EXCUSE) // SECOND - 1), st.integers(0, 72))
def test_moving_in_time_is_never_worse_than_timing_out(moved, later):
    timed_out = time_left_after((TURN + BANK + EXCUSE) // SECOND + later * 3600)
    in_time = time_left_after(moved)
    assert in_time[0] >= timed_out[0] and in_time[1] >= timed_out[1]


# Display


def shown(game, seat):
    seen = view(game.state, seat)
    banks = banks_of(game.clocks, game.terms, len(seen.players))
    return times_of(game.clocks, game.terms, seen, banks=banks)


def test_the_next_timeout_step_is_announced(turn):
    assert shown(turn, None).then == "then the time bank, 10 h"
    assert shown(turn, None).banks == ("10 h",) * 3
    settle(turn, 25)
    assert (shown(turn, None).running, shown(turn, None).then) == (
        "bank",
        "then 12 h extra, once per game",
    )
    settle(turn, 10)
    assert (shown(turn, None).running, shown(turn, None).then) == (
        "excuse",
        "then the game makes the move",
    )


def test_a_table_without_banks_shows_none():
    game = Timed([True] * 2, quick=True).go_to(is_to_attack)
    assert shown(game, 0).banks == () and shown(game, 0).then == ""
    assert Times().deadline is None


def test_a_shared_deadline_does_not_reveal_who_answered():
    game = Timed([True] * 3, terms=SLOW, quick=True)
    game.go_to(lambda game: len(game.asked) == 3 and game.asked[0][1] is DecisionKind.MUSTER)
    before = [shown(game, seat) for seat in (None, 1)]
    game.play(0, Default(), "clock", seconds=60)
    assert [shown(game, seat) for seat in (None, 1)] == before
    settle(game, 20)
    assert [shown(game, seat) for seat in (None, 1)] == before


# Pauses and lost time


def test_a_pause_takes_no_time_and_has_an_end(turn):
    turn.now += 5 * HOUR
    paused = timeouts.paused(turn.clocks, turn.now)
    until = turn.now + timeouts.LONGEST_PAUSE
    assert paused.due() == {"clock": until, "bot": None, "offer": None, "plan": None}
    assert timeouts.settled(paused, SLOW, turn.now + 100 * HOUR) == ([], None)
    on = timeouts.resumed(paused, turn.now + 100 * HOUR)
    clock, seat = turn.clocks.running[turn.turn], turn.turn
    assert on.running[seat].until == clock.until + 100 * HOUR
    assert on.running[seat].warn == clock.warn + 100 * HOUR
    assert on.turn.left_at(turn.now + 100 * HOUR) == 19 * HOUR
    assert timeouts.resumed(on, turn.now) == on
    forgotten = timeouts.resumed(paused, turn.now + 10 * timeouts.LONGEST_PAUSE)
    assert forgotten.running[seat].until == clock.until + timeouts.LONGEST_PAUSE


def test_an_outage_is_given_back_once_and_only_what_fell_into_it():
    early = Clock(1, DecisionKind.ATTACKS, START + HOUR, of_turn=True, since=START)
    late = Clock(2, DecisionKind.DEFEND, START + HOUR, since=START + 600 * SECOND)
    times = Clocks(Turn(1, 0, HOUR, START + HOUR), {0: early, 1: late})
    lost = LostTime(1, START + 300 * SECOND, START + 900 * SECOND)
    after = timeouts.given_back(times, [lost], START + HOUR)
    assert after.running[0].until == after.turn.until == START + HOUR + 600 * SECOND
    assert after.running[1].until == START + HOUR + 300 * SECOND
    assert timeouts.given_back(after, [lost], START + HOUR) == after
    assert (
        timeouts.given_back(timeouts.paused(times, START), [lost], START + HOUR).running
        == times.running
    )


def test_a_clock_that_stepped_back_moves_older_times_and_no_newer_ones():
    stepped = LostTime(1, START + 2 * HOUR, START + HOUR)
    old = Clock(1, DecisionKind.ATTACKS, START + 3 * HOUR, of_turn=True, since=START)
    new = Clock(2, DecisionKind.DEFEND, START + 2 * HOUR, since=START + HOUR + SECOND)
    times = Clocks(
        Turn(1, 0, HOUR, START + 3 * HOUR), {0: old, 1: new}, Call(2, 3, START + 2 * HOUR)
    )
    now = START + HOUR + 2 * SECOND
    after = timeouts.given_back(times, [stepped], now)
    assert after.running[0].until == after.turn.until == START + 2 * HOUR
    assert after.running[0].since == START - HOUR
    assert after.running[1] == new
    assert after.bot.when == now + timeouts.LONGEST_CALL
    assert timeouts.given_back(after, [stepped], now) == after
    # This process's time may be slightly behind that of the process that set the clock.
    assert timeouts.given_back(
        replace(times, running={1: new}, turn=None), [stepped], now - 1500
    ).running == {1: new}


# Rest


def test_a_deadline_moves_out_of_rest_and_the_turn_with_it(turn):
    seat = turn.turn
    # The turn began on Friday, 15 January 2027, at 8 in the morning in London.
    rest = Rest("Europe/London", (22, 7), True, ((date(2027, 1, 16), date(2027, 1, 16)),))
    terms = replace(SLOW, rests=tuple(rest if one == seat else None for one in range(3)))
    moved = timeouts.past_vacations(turn.clocks, terms, turn.now)
    # A day after Saturday is the end of Sunday, which is within the quiet hours.
    monday = moment(moved.running[seat].until)
    assert monday.isoformat() == "2027-01-18T07:00:00+00:00"
    assert moved.turn.until == moved.running[seat].until
    assert timeouts.past_vacations(moved, terms, turn.now) == moved
    assert timeouts.past_vacations(turn.clocks, SLOW, turn.now) == turn.clocks


def test_changed_quiet_hours_do_not_move_a_deadline(turn):
    for quiet in ((22, 10), (6, 18)):
        rest = Rest("Europe/London", quiet, True)
        terms = replace(SLOW, rests=(rest,) * 3)
        assert timeouts.past_vacations(turn.clocks, terms, turn.now) == turn.clocks


def test_a_new_clock_begins_moved_out(turn):
    rest = Rest("UTC", None, False, ((date(2027, 1, 16), date(2027, 1, 20)),))
    turn.terms = replace(SLOW, rests=(rest,) * 3)
    pass_turn(turn)
    assert moment(turn.until()).isoformat() == "2027-01-22T00:00:00+00:00"
    fresh = after_move.after(Clocks(), turn.state, turn.terms, turn.now)
    assert fresh.running == {turn.turn: turn.clocks.running[turn.turn]}
