"""Clocks: who must answer by when, with simulated time."""

from dataclasses import replace

import pytest

from games.playing.clocks import after_move, timeouts
from games.playing.clocks.bot_delay import LONGEST_BATTLES
from games.storage.store import clocks
from games.storage.store.clocks import Call, Clock, Clocks, Turn
from games.storage.store.database_time import milliseconds, moment
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import Control, Default, EndAttacks, Place, Resign, SetOrders, TakeSeat
from rules.questions import DecisionKind
from rules.state.players import Decision
from rules.state.treaties import BoundTrade, Trade
from tests.support.tables.timed import (
    REACTION,
    SECOND,
    START,
    TERMS,
    TURN,
    Timed,
    is_another_asked,
    is_to_attack,
)


@pytest.fixture
def turn():
    """A game of three people: one may attack, with the whole time of the turn left."""
    game = Timed([True] * 3, quick=True).go_to(is_to_attack)
    assert game.clocks.turn.left_at(game.now) == TURN
    return game


# The turn


def test_a_turn_has_one_time_for_all_its_decisions(turn):
    until, seat = turn.until(), turn.turn
    assert until == turn.now + TURN
    kinds = set()
    while turn.turn == seat:
        if turn.asked == [(seat, turn.asked[0][1])] and len(kinds) < 3:
            kinds.add(turn.asked[0][1])
            assert turn.until() == until
        turn.answer(seconds=0)
    assert len(kinds) > 1
    assert turn.clocks.turn.left_at(turn.now) == TURN


def test_the_turn_clock_stops_while_another_player_is_asked(turn):
    turn.go_to(is_another_asked, seconds=1)
    left = turn.clocks.turn.left_at(turn.now)
    asked = turn.asked[0][0]
    assert turn.clocks.running == {
        asked: Clock(
            turn.state.decisions[0].number,
            turn.state.decisions[0].kind,
            turn.now + REACTION,
            since=turn.now,
        )
    }
    assert 0 < left < TURN and turn.clocks.turn.until is None
    turn.answer(seconds=15)
    assert turn.clocks.turn.left_at(turn.now) == left
    if turn.asked[0][0] == turn.turn:
        assert turn.until() == turn.now + left


def test_only_attacks_can_be_cut_off(turn):
    turn.play(turn.turn, EndAttacks(), seconds=295)
    while turn.asked[0][0] != turn.turn:
        turn.answer()
    assert turn.asked[0][1] is not DecisionKind.ATTACKS
    assert turn.until() >= turn.now + REACTION
    assert turn.clocks.turn.left_at(turn.now) <= 5 * SECOND


def test_after_the_turn_time_each_decision_has_the_reaction_time(turn):
    seat = turn.turn
    turn.now = turn.until()
    assert timeouts.settled(turn.clocks, TERMS, turn.now - 1)[1] is None
    assert timeouts.settled(turn.clocks, TERMS, turn.now)[1] == seat
    turn.play(seat, Default(), "clock")
    while turn.turn == seat:
        for asked, clock in turn.clocks.running.items():
            assert clock.until == turn.now + REACTION, asked
        turn.answer(seconds=1)
    assert turn.until() >= turn.now + REACTION


def test_attacks_after_the_turn_time_have_the_reaction_time(turn):
    seat, spent = turn.turn, replace(turn.clocks.turn, left=0, until=None)
    again = replace(turn.state.decisions[0], number=turn.state.decisions[0].number + 1)
    turn.state.decisions = (again,)
    old = Clocks(spent)
    after = after_move.after(old, turn.state, TERMS, turn.now)
    assert after.running[seat].until == turn.now + REACTION


def test_a_decision_resumes_with_its_remaining_time_after_a_trade(turn):
    seat = turn.turn
    asked = turn.state.decisions
    turn.state.bound = BoundTrade(Trade((0, 1)))
    turn.state.suspended = asked
    turn.state.decisions = (Decision((seat + 1) % 3, DecisionKind.RUIN, 99),)
    turn.now += 100 * SECOND
    turn.clocks = after_move.after(turn.clocks, turn.state, TERMS, turn.now)
    assert list(turn.clocks.running) == [(seat + 1) % 3]
    turn.now += 10 * SECOND
    turn.state.bound, turn.state.suspended, turn.state.decisions = None, (), asked
    turn.clocks = after_move.after(turn.clocks, turn.state, TERMS, turn.now)
    assert turn.until() == turn.now + TURN - 100 * SECOND


def test_declarations_do_not_change_clocks(turn):
    before = turn.clocks
    other = (turn.turn + 1) % 3
    turn.play(other, SetOrders(CORRESPONDENCE), seconds=7)
    assert turn.clocks == before


def test_simultaneous_decisions_share_one_deadline(turn):
    seat = turn.turn
    turn.state.decisions = tuple(
        Decision(player, DecisionKind.FILL, 70 + player) for player in range(3)
    )
    turn.now += 5 * SECOND
    turn.clocks = after_move.after(turn.clocks, turn.state, TERMS, turn.now)
    assert {clock.until for clock in turn.clocks.running.values()} == {turn.now + REACTION}
    shown = turn.shown()
    turn.state.answered((seat + 1) % 3)
    turn.now += 3 * SECOND
    turn.clocks = after_move.after(turn.clocks, turn.state, TERMS, turn.now)
    assert turn.shown() == shown
    assert turn.clocks.turn == Turn(turn.state.round, seat, TURN - 5 * SECOND)


# Set-up


def test_everybody_musters_within_one_deadline():
    game = Timed([True] * 3, quick=True)
    game.go_to(lambda game: len(game.asked) == 3 and game.asked[0][1] is DecisionKind.MUSTER)
    until = game.now + TURN
    assert {clock.until for clock in game.clocks.running.values()} == {until}
    shown = [game.shown(seat) for seat in (None, 0, 1, 2)]
    assert len(set(shown)) == 1
    seat = game.asked[0][0]
    home = game.state.players[seat].stronghold
    for _ in range(3):
        game.play(seat, Place(home, 1), seconds=10)
        assert game.until(seat) == until
        assert [game.shown(seat) for seat in (None, 0, 1, 2)] == shown
    game.play(seat, Default(), "clock", seconds=10)
    assert seat not in game.clocks.running
    assert [game.shown(seat) for seat in (None, 0, 1, 2)] == shown


def test_a_returning_player_shares_the_muster_deadline():
    game = Timed([True] * 3, quick=True)
    game.go_to(lambda game: len(game.asked) == 3 and game.asked[0][1] is DecisionKind.MUSTER)
    until = game.until(0)
    game.play(0, TakeSeat(Control.STEWARD), "clock", seconds=30)
    assert set(game.clocks.running) == {1, 2}
    game.play(0, TakeSeat(Control.PLAYER), "clock", seconds=30)
    assert game.until(0) == until


def test_every_claim_has_a_time_of_its_own():
    game = Timed([True] * 2).go_to(lambda game: game.asked[0][1] is DecisionKind.CLAIM)
    for _ in range(6):
        game.answer(seconds=40)
        ((_, clock),) = game.clocks.running.items()
        assert clock.until == game.now + TURN and not clock.of_turn
        assert game.clocks.turn is None


def test_the_armies_of_one_batch_have_one_time():
    game = Timed([True] * 2).go_to(lambda game: game.asked[0][1] is DecisionKind.PLACE)
    seat = game.asked[0][0]
    home = game.state.players[seat].stronghold
    until = game.until(seat)
    assert game.state.placings[0].left > 1
    while game.asked[0][0] == seat:
        assert game.until(seat) == until
        game.play(seat, Place(home, 1), seconds=9)
    assert game.until(game.asked[0][0]) == game.now + TURN


# Unplayed seats, and the end


def test_no_clock_runs_for_bots_and_stewards():
    game = Timed([True, False, False], quick=True)
    for _ in range(300):
        asked = {decision.seat for decision in game.state.decisions}
        assert set(game.clocks.running) == asked & {0}
        assert (game.clocks.bot is not None) == bool(asked - {0})
        game.answer()
        if game.state.is_over:
            break


def test_a_seat_given_to_a_bot_has_no_clock_any_more(turn):
    seat = turn.turn
    turn.play(seat, Resign())
    assert seat not in turn.clocks.running
    assert turn.clocks.bot.seat == seat
    assert turn.shown() is None


def test_nothing_is_due_once_the_game_is_over():
    game = Timed([True, False], quick=True, rounds=1)
    game.go_to(lambda game: game.state.is_over)
    assert game.clocks == Clocks()
    assert set(game.clocks.due().values()) == {None}
    assert game.shown(0) is None


@pytest.mark.parametrize("quick", [True, False])
def test_every_open_decision_has_a_deadline(quick):
    game = Timed([True, True, True, False], seed=3, quick=quick, rounds=2)
    while not game.state.is_over:
        running = game.clocks.running
        assert set(running) == {seat for seat, _ in game.asked} - {3}
        assert all(clock.until > game.now for clock in running.values())
        assert sum(clock.of_turn for clock in running.values()) <= 1
        is_running = any(clock.of_turn for clock in running.values())
        assert is_running == bool(game.clocks.turn and game.clocks.turn.until is not None)
        game.answer(seconds=game.random.randrange(19))


# Bots


def bots(pace, **options):
    return Timed([True, False, False], terms=replace(TERMS, pace=pace), quick=True, **options)


@pytest.mark.parametrize(("pace", "wait"), [("calm", 1500), ("quick", 500), ("at once", 0)])
def test_a_bot_waits_by_the_pace_of_the_game_and_for_the_battles_to_be_seen(pace, wait):
    game = bots(pace).go_to(lambda game: is_to_attack(game) and game.turn != 0)
    decision = game.state.decisions[0]
    waits = []
    for battles in (0, 1, 5, 500):
        call = after_move.after(Clocks(), game.state, game.terms, game.now, battles).bot
        assert (call.seat, call.number) == (decision.seat, decision.number)
        waits.append(call.when - game.now)
    assert waits[0] == wait
    if wait:
        assert waits[0] < waits[1] < waits[2] < waits[3] == wait + LONGEST_BATTLES
    else:
        assert set(waits) == {0}


def test_a_bots_delay_reveals_nothing_about_its_hand():
    game = bots("calm").go_to(lambda game: is_another_asked(game) and game.asked[0][0] != 0)
    seat = game.asked[0][0]
    before = after_move.after(Clocks(), game.state, game.terms, game.now).bot
    game.state.players[seat].hand.clear()
    game.state.hidden.clear()
    assert after_move.after(Clocks(), game.state, game.terms, game.now).bot == before


def test_a_bots_move_cannot_be_delayed(turn):
    turn.play((turn.turn + 1) % 3, Resign())
    turn.go_to(lambda game: game.clocks.bot is not None and game.state.round)
    call = turn.clocks.bot
    person = next(seat for seat in range(3) if turn.state.players[seat].control is Control.PLAYER)
    for _ in range(3):
        turn.play(person, SetOrders(CORRESPONDENCE), seconds=1)
        assert turn.clocks.bot == call


def test_bots_muster_at_once():
    game = bots("calm")
    while not game.state.round:
        if game.state.turn is None and game.clocks.bot:
            assert game.clocks.bot.when <= game.now
        game.answer(seconds=1)


# Storing, displaying and restarting clocks


def test_clocks_come_back_as_they_were_stored():
    full = Clocks(
        Turn(3, 1, 2500, START, True),
        {1: Clock(7, DecisionKind.ATTACKS, START, True), 2: Clock(9, DecisionKind.FILL, START)},
        Call(0, 4, START),
    )
    assert clocks.from_json(clocks.to_json(full)) == full
    assert clocks.from_json({}) == Clocks()
    assert milliseconds(moment(START + 123)) == START + 123


def test_the_own_deadline_is_shown_else_the_shared_one(turn):
    seat, other = turn.turn, (turn.turn + 1) % 3
    own, last = START + SECOND, START + 2 * SECOND
    turn.clocks = Clocks(
        None,
        {seat: Clock(1, DecisionKind.FILL, own), other: Clock(1, DecisionKind.FILL, last)},
    )
    assert turn.shown(seat) == moment(own).isoformat()
    assert turn.shown(other) == turn.shown(None) == moment(last).isoformat()
