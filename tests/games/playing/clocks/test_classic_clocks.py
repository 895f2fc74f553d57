"""Clocks of chapter 11: one deadline for marking headquarters, turns that begin with armies."""

from dataclasses import replace

from games.playing.clocks import timeouts
from games.playing.clocks.timeouts import TimeoutStep
from rules import CLASSIC, HEADQUARTERS
from rules.moves import MarkHeadquarters
from rules.questions import DecisionKind
from tests.support.tables.timed import SECOND, TERMS, TURN, Timed


def test_all_mark_their_headquarters_in_one_time_and_bots_at_once():
    game = Timed([True, True, False], ruleset=HEADQUARTERS, quick=True)
    game.go_to(lambda game: (0, DecisionKind.HEADQUARTERS) in game.asked)
    until = game.until(0)
    assert until == game.until(1) == game.now + TURN
    assert game.clocks.bot.when == game.now
    while game.clocks.bot:
        game.play(2, MarkHeadquarters(game.state.held_by(2)[0]), "bot", seconds=5)
    game.play(1, MarkHeadquarters(game.state.held_by(1)[0]), seconds=5)
    assert game.until(0) == until == game.now - 10 * SECOND + TURN


def test_a_turn_of_classic_has_one_time_from_its_armies_to_fortifying():
    game = Timed([True] * 3, ruleset=CLASSIC, quick=True)
    game.go_to(lambda game: game.state.round)
    seat, until, kinds = game.turn, game.until(), set()
    while game.turn == seat:
        kinds.add(game.asked[0][1])
        if game.asked[0][0] == seat:
            assert game.until() == until
        game.answer()
    assert {DecisionKind.REINFORCE, DecisionKind.ATTACKS} <= kinds


def test_the_extra_time_comes_with_the_first_armies_of_a_turn_and_once():
    terms = replace(TERMS, excuse_seconds=100)
    game = Timed([True] * 3, ruleset=CLASSIC, terms=terms, quick=True)
    game.go_to(lambda game: game.state.round)
    seat = game.turn
    assert game.asked == [(seat, DecisionKind.REINFORCE)]
    late = game.now + TURN + 100 * SECOND
    taken, timed_out = timeouts.settled(game.clocks, terms, late)
    assert [step.step for step in taken][-1] is TimeoutStep.EXTENDED and timed_out == seat
    assert timeouts.settled(game.clocks, terms, late - 1)[1] is None
    # The time is used up, so attacks get no more of it.
    game.clocks, game.now = taken[-1].clocks, late
    game.go_to(lambda game: game.asked == [(seat, DecisionKind.ATTACKS)])
    assert timeouts.step_after(game.clocks, seat, terms) is TimeoutStep.DEFAULT
