"""A turn of a correspondence game is played in one sitting: no other player is asked during it."""

import random

import pytest

from games.community.lobby.forms import COMPANIES, NewGameForm
from rules import CASTLE, GREYHAWK, FastChance, Options, legal_moves, new_game, play


@pytest.mark.parametrize("ruleset", [GREYHAWK, CASTLE], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seed", range(3))
def test_correspondence_orders_let_a_turn_run_without_waiting(ruleset, seed):
    source = random.Random(seed)
    chance = FastChance(source)
    options = Options(quick=True, pace="correspondence", rounds=4)
    state, _ = new_game(ruleset, [True] * 4, options, "slow", chance)
    attacks = 0
    while not state.is_over:
        decision = state.decisions[0]
        if state.round:
            assert {asked.seat for asked in state.decisions} == {state.turn}
        move = source.choice(list(legal_moves(state, decision.seat)))
        attacks += type(move).__name__ == "DeclareAttack"
        play(state, decision.seat, move, chance, "player")
    assert attacks > 20


def test_correspondence_games_default_to_the_quick_set_up():
    form = NewGameForm(initial=COMPANIES["days"])
    assert form["setup"].value() == "quick" and form["clock"].value() == "daily"
    assert NewGameForm()["setup"].value() == "full"
