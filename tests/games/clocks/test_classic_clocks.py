"""Clocks of chapter 11: one deadline for marking headquarters, turns that begin with armies."""

from rules import CLASSIC, HEADQUARTERS
from rules.moves import MarkHeadquarters
from rules.questions import DecisionKind
from tests.support.tables.timed import SECOND, TURN, Timed


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
