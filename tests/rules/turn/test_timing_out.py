"""Timing out is never better than moving: each default answer was also legal for the player."""

import random

import pytest

from rules import RULESETS, FastChance, Options, legal_moves, new_game, play
from rules.moves import Default, EndAttacks
from rules.questions import DecisionKind
from rules.turn import is_allowed
from rules.turn.defaults import default_answer
from tests.support.rules.strategies import copy_of

MOVES = 220


def answers_of_the_clock(state, seat):
    """Play the default answers as the player's own moves, in a copy; return them."""
    tried, chance, played = copy_of(state), FastChance(3), []
    decision = tried.decision_of(seat)
    kind, steps = decision.kind, decision
    while steps is not None and steps.kind is kind and not tried.is_over:
        chance.begin(tried.epoch, tried.draws)
        move = default_answer(tried, seat, chance)
        if move is None:
            # The remaining answers come from the player's standing orders.
            return played
        assert is_allowed(tried, seat, move), (kind, move)
        play(tried, seat, move, chance)
        played.append(move)
        if kind is DecisionKind.ATTACKS:
            return played
        steps = tried.decision_of(seat)
    return played


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("quick", [True, False])
def test_default_answers_are_legal_for_the_player(ruleset, quick):
    source = random.Random(f"{ruleset} {quick}")
    chance = FastChance(source)
    state, _ = new_game(RULESETS[ruleset], [True] * 3, Options(quick=quick), "late", chance)
    kinds = set()
    for _ in range(MOVES):
        if state.is_over:
            break
        for decision in state.decisions:
            answers = answers_of_the_clock(state, decision.seat)
            kinds.add(decision.kind)
            if decision.kind is DecisionKind.ATTACKS and state.attack is None:
                assert answers == [EndAttacks()]
        decision = source.choice(state.decisions)
        move = source.choice(list(legal_moves(state, decision.seat)))
        play(state, decision.seat, move, chance)
    assert len(kinds) > 3


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_missed_turn_makes_no_attack(ruleset):
    source = random.Random(ruleset)
    chance = FastChance(source)
    state, _ = new_game(RULESETS[ruleset], [True] * 3, Options(quick=True), "late", chance)
    for _ in range(MOVES):
        if state.is_over:
            break
        seat, events = state.decisions[0].seat, ()
        if state.decisions[0].kind is DecisionKind.ATTACKS and state.attack is None:
            events = play(state, seat, Default(), chance, "clock")
        else:
            play(state, seat, source.choice(list(legal_moves(state, seat))), chance)
        assert not {event.name for event in events} & {"attack_declared", "battle_fought"}
