"""Proposals are legal answers, depend only on the view, and are repeatable."""

import random

import pytest

from games.exceptions import NotSeated
from games.playing.bots import play_bot
from games.playing.finish_setup import finish_setup
from games.playing.plans.proposals import hidden_in, placed_in, proposal
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import BOTS, CLASSIC, GREYHAWK, HEADQUARTERS, FastChance, Options, new_game, play, view
from rules.moves import Hide, Place
from rules.questions import DecisionKind
from tests.support.rules.twins import twin_of
from tests.support.tables.quick import begun_now

KINDS = {
    DecisionKind.STRONGHOLD,
    DecisionKind.CLAIM,
    DecisionKind.PLACE,
    DecisionKind.HIDE,
    DecisionKind.MUSTER,
    DecisionKind.SPOILS,
}
CODE = "abcdefgh"


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_proposal_can_be_played_and_leaves_nothing_to_place(seats, quick):
    chance = FastChance(seats)
    state, _ = new_game(GREYHAWK, [True] * seats, Options(quick=quick), CODE, chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(seats)]
    proposed = 0
    while proposed < 60 and state.outcome is None:
        decision = state.decisions[0]
        seen = view(state, decision.seat)
        if decision.kind not in KINDS:
            play(state, decision.seat, bots[decision.seat].choose(seen), chance)
            continue
        moves, left = proposal(seen, CODE), armies_left(seen)
        assert moves == proposal(seen, CODE)
        assert sum(placed_in(moves).values()) == left
        assert bool(hidden_in(moves)) == (decision.kind in (DecisionKind.HIDE, DecisionKind.MUSTER))
        for move in moves:
            assert view(state, decision.seat).why_not(move) is None
            play(state, decision.seat, move, chance)
        proposed += 1
    # A captain may win early.
    assert proposed > 6


def armies_left(seen):
    found = [option for option in seen.offer() if option.move is Place]
    return len(found[0].choices["armies"]) if found else 0


def test_mustered_armies_are_not_proposed_again():
    state, chance = mustering()
    decision = state.decisions[0]
    seen = view(state, decision.seat)
    own = seen.held_by(decision.seat)[0]
    left = armies_left(seen)
    play(state, decision.seat, Place(own, 3), chance)
    play(state, decision.seat, Hide(hidden_in(proposal(seen, CODE))), chance)
    moves = proposal(view(state, decision.seat), CODE)
    assert sum(placed_in(moves).values()) == left - 3
    assert hidden_in(moves) is None


def mustering():
    chance = FastChance(3)
    state, _ = new_game(GREYHAWK, [True] * 3, Options(quick=True), CODE, chance)
    while state.decisions[0].kind is DecisionKind.STRONGHOLD:
        seat = state.decisions[0].seat
        play(state, seat, proposal(view(state, seat), CODE)[0], chance)
    return state, chance


def test_the_proposed_hiding_place_varies():
    state, _ = mustering()
    seen = view(state, state.decisions[0].seat)
    assert len({hidden_in(proposal(seen, f"game{number}")) for number in range(20)}) > 1


def test_the_rest_of_a_set_up_is_finished_as_proposed(alice):
    code = begun_now(alice)
    state = load(code).state()
    decision = state.decision_of(0)
    stronghold = proposal(view(state, 0), code)[0]
    assert finish_setup(code, alice) is None
    play_with(code, alice, stronghold, decision.number)
    played = finish_setup(code, alice)
    assert played.seat == 0
    state = load(code).state()
    assert state.decision_of(0) is None or state.decision_of(0).kind is not DecisionKind.MUSTER
    while not state.round:
        assert play_bot(code, random.Random(1)) is not None
        state = load(code).state()
    held = [name for name in state.holdings if state.holdings[name].owner == 0]
    assert sum(state.holdings[name].armies for name in held) == GREYHAWK.starting_armies[4]
    assert [item.maker for item in state.hidden].count(0) == 1


def play_with(code, user, move, number):
    return play_move(code, user, move, key="a-key-of-its-own", decision=number)


def test_set_up_is_not_finished_for_a_player_asked_something_else(alice, bob):
    game = create_game([alice, bob], Options())
    start_game(game.code)
    before = load(game.code).number
    assert finish_setup(game.code, alice) is None
    assert finish_setup(game.code, bob) is None
    assert load(game.code).number == before


def test_set_up_is_not_finished_for_strangers(charlie, opened):
    start_game(opened.code)
    before = load(opened.code).number
    with pytest.raises(NotSeated):
        finish_setup(opened.code, charlie)
    assert load(opened.code).number == before


def test_set_up_is_not_finished_twice(table):
    before = load(table.code).number
    assert finish_setup(table.code, table.waiting) is None
    assert load(table.code).number == before


# Worlds without strongholds (chapter 11)


def as_proposed(ruleset, seats, seed):
    """Play the set-up as proposed; yield (view, proposed moves) for each decision."""
    chance = FastChance(seed)
    state, _ = new_game(ruleset, [True] * seats, Options(quick=True), CODE, chance)
    while not state.round:
        seen = view(state, state.decisions[0].seat)
        moves = proposal(seen, CODE)
        yield seen, moves
        for move in moves:
            play(state, seen.seat, move, chance)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_headquarters_are_proposed_where_many_armies_stand_and_few_enemies_near(seats, seed):
    for seen, moves in as_proposed(HEADQUARTERS, seats, seed):
        if seen.decision.kind is not DecisionKind.HEADQUARTERS:
            continue
        own = {name: seen.armies(name) for name in seen.held_by(seen.seat)}
        armies = own[moves[0].territory]
        assert armies > 3 and 2 * armies >= max(own.values())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
def test_armies_are_proposed_on_several_borders(ruleset, seed):
    for seen, moves in as_proposed(ruleset, 2, seed):
        if seen.decision.kind is not DecisionKind.MUSTER:
            continue
        placed = placed_in(moves)
        for owner in (seen.seat, None):
            parts = {name: n for name, n in placed.items() if seen.owner(name) == owner}
            total = sum(parts.values())
            assert total == (26 if owner is not None else 13)
            assert len(parts) >= 3 and max(parts.values()) <= 0.6 * total
            near = {name: seen.board.territories[name].neighbours for name in parts}
            beside = [any(seen.owner(each) != owner for each in near[name]) for name in parts]
            # Headquarters may stand inland.
            assert beside.count(False) <= (ruleset.headquarters and owner is not None)


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
def test_proposals_do_not_depend_on_others_hidden_answers(ruleset):
    source, chance = random.Random(3), FastChance(5)
    state, _ = new_game(ruleset, [True] * 3, Options(quick=True), CODE, chance)
    compared = 0
    while not state.round:
        seat = state.decisions[-1].seat
        moves = proposal(view(state, seat), CODE)
        twin = twin_of(state, seat, source, same_orders=True)
        assert proposal(view(twin, seat), CODE) == moves
        compared += 1
        seat = state.decisions[0].seat
        for move in proposal(view(state, seat), CODE):
            play(state, seat, move, chance)
    assert compared >= 3
