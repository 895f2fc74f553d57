"""ORD-8: turn plans carried out, and the events that switch them off."""

import random

import pytest

from games.community.fairness.audit import audit
from games.community.moderation.take_back import take_back
from games.community.trust.roles import Role
from games.models import Due, Game, Move, TurnPlan
from games.playing import turn_plans as plans
from games.playing.plans.steps import (
    AttackStep,
    EndTurnStep,
    MoveAfterStep,
    Otherwise,
    PlaceAfterStep,
    PlaceFirstStep,
    TradeStep,
)
from games.playing.play import play_for, play_move
from games.storage.store import stored_game
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import legal_moves
from rules.moves import Default, EndAttacks, EndGame
from rules.questions import DecisionKind
from tests.support.tables.composed import (
    LATER,
    answer_until,
    at_random,
    by_plan,
    calmly,
    carry_on,
    committed,
    composed,
    fronts,
    plan_row,
    reason_of,
    strange,
    table_of,
)
from tests.support.visitors.moderators import action, moderator

Status = TurnPlan.Status
GAMES = ("greyhawk", "castle", "classic", "headquarters")
NEXT = Otherwise.NEXT


# Carried out


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_turn_of_every_game_is_played_to_its_end(ruleset, alice, bob, charlie):
    table = table_of(ruleset, alice, bob, charlie)
    user, seat = table.mover, table.seat_of(table.mover)
    source, target = fronts(table.state(), seat)[0]
    attack = AttackStep(source, target, otherwise=NEXT)
    if table.state().ruleset.set_values:
        first, last = "place", (PlaceFirstStep(source), EndTurnStep())
    else:
        first, last = "attack", (PlaceAfterStep(source), EndTurnStep())
    committed(table.code, user, *last, attack, *([TradeStep()] if first == "place" else []))
    answer_until(table, lambda state: state.turn != seat)
    made = by_plan(table.code)
    assert made[0] == first
    assert {"attack", "place"} <= set(made)
    row = plan_row(table.code, seat)
    assert (row.status, row.reason) == (Status.DONE, "")
    audit(table.code)


def test_a_plan_is_kept_until_the_turn_comes_and_the_worker_begins_it(first_turn):
    table, _, _, _ = first_turn
    other = table.waiting
    committed(table.code, other, EndTurnStep())
    assert plans.run_plan(table.code, due_at=LATER) is None
    assert not Due.objects.filter(game__code=table.code, kind=Due.Kind.PLAN).exists()
    answer_until(table, lambda state: state.turn == table.seat_of(other) and state.decisions)
    Due.objects.filter(kind=Due.Kind.PLAN).update(when="2020-01-01T00:00:00Z")
    Game.objects.update(pace=Game.Pace.AT_ONCE)
    item = next(item for item in due.next_items() if item.kind == Due.Kind.PLAN)
    while not by_plan(table.code):
        due.fire(item)
    assert by_plan(table.code) == ["end_attacks"]


def test_armies_advance_as_planned_and_attacks_continue(alice, bob, charlie):
    table = table_of("classic", alice, bob, charlie)
    user, seat = table.mover, table.seat_of(table.mover)
    state = table.state()
    source, target = fronts(state, seat)[0]
    onwards = next(
        name for name in state.board.territories[target].neighbours if name not in (source,)
    )
    steps = (
        PlaceFirstStep(source),
        AttackStep(source, target, leave=3),
        AttackStep(target, onwards, otherwise=Otherwise.END),
    )
    committed(table.code, user, *steps)
    carry_on(table.code)
    state, made = table.state(), by_plan(table.code)
    assert state.holdings[target].owner == seat
    assert state.holdings[source].armies == 3
    assert made[:3] == ["place", "attack", "move_in"]


def test_nothing_is_lost_when_a_process_ends_between_two_steps(first_turn):
    table, seat, user, (source, target) = first_turn
    stop = table.state().holdings[source].armies - 1
    committed(table.code, user, AttackStep(source, target, stop, 1, otherwise=NEXT), EndTurnStep())
    while plan_row(table.code, seat).status == Status.ON:
        if plans.run_plan(table.code, due_at=LATER) is None:
            calmly(table)
        # Clear the cache: the next step must need only what is stored.
        stored_game._known.clear()
    made = by_plan(table.code)
    assert made[0] == "attack"
    assert made.count("end_attacks") == made.count("attack") == 1
    audit(table.code)


# Switched off


def test_an_illegal_step_stops_the_plan_with_its_reason(first_turn):
    table, seat, user, _ = first_turn
    committed(table.code, user, strange(table.state(), seat), EndTurnStep())
    assert carry_on(table.code) == 1
    name = table.state().board.territories[strange(table.state(), seat).source].name
    assert reason_of(table, seat) == f"You don’t hold {name}."
    assert table.state().decision_of(seat).kind is DecisionKind.ATTACKS
    assert by_plan(table.code) == []


def test_failed_conditions_follow_the_steps_setting(first_turn):
    table, seat, user, (source, target) = first_turn
    unmet = {"least": 900, "most": 0}
    wait = AttackStep(source, target, **unmet)
    end = AttackStep(source, target, **unmet, otherwise=Otherwise.END)
    committed(table.code, user, end, wait)
    carry_on(table.code)
    assert plan_row(table.code, seat).status == Status.DONE
    plans.change(table.code, user, 2, lambda _: (wait,))
    plans.commit(table.code, user)
    carry_on(table.code)
    assert reason_of(table, seat).endswith("; your plan needs 900.")


def test_a_manual_move_stops_the_plan(first_turn):
    table, seat, user, _ = first_turn
    committed(table.code, user, EndTurnStep())
    decision = table.state().decision_of(seat)
    play_move(table.code, user, EndAttacks(), key=table.key(), decision=decision.number)
    assert reason_of(table, seat) == "You made a move yourself."
    assert plans.run_plan(table.code, due_at=LATER) is None


def test_a_timeout_stops_the_plan(first_turn):
    table, seat, user, _ = first_turn
    committed(table.code, user, EndTurnStep())
    number = table.state().decision_of(seat).number
    play_for(table.code, seat, Default(), Move.By.CLOCK, decision=number)
    assert reason_of(table, seat) == "You ran out of time, so the game moved for you."


def test_the_end_of_the_turn_stops_the_plan(alice, bob, charlie):
    table = table_of("classic", alice, bob, charlie)
    user, seat = table.mover, table.seat_of(table.mover)
    source, _ = fronts(table.state(), seat)[0]
    # The first turn has no decision about sets, and Classic has no second fortifying.
    here = table.state().board.territories[source].neighbours
    own = [name for name in here if table.state().holdings[name].owner == seat]
    assert own
    committed(table.code, user, PlaceFirstStep(source), *[MoveAfterStep(source, own[0], 1)] * 2)
    carry_on(table.code)
    assert reason_of(table, seat) == "Your turn ended before it was finished."


def test_a_take_back_stops_the_plan(first_turn):
    table, seat, user, _ = first_turn
    number = load(table.code).number
    state = table.state()
    answer = next(legal_moves(state, seat))
    play_move(table.code, user, answer, key="k" * 9, decision=state.decision_of(seat).number)
    committed(table.code, table.waiting, EndTurnStep())
    game = Game.objects.get(code=table.code)
    take_back(action("take_back", moderator("dora", Role.SENIOR), game=game), number)
    waiting = table.seat_of(table.waiting)
    assert reason_of(table, waiting) == "A moderator took the game back."


def test_the_end_of_the_game_deletes_the_plan(first_turn):
    table, _, user, _ = first_turn
    committed(table.code, user, EndTurnStep())
    composed(table.code, table.waiting, EndTurnStep())
    play_for(table.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    assert not TurnPlan.objects.exists()


def test_a_stopped_plan_can_be_resumed(first_turn):
    table, seat, user, (source, target) = first_turn
    stop = table.state().holdings[source].armies - 1
    poor = AttackStep(source, target, least=900)
    committed(
        table.code, user, AttackStep(source, target, stop, otherwise=NEXT), poor, EndTurnStep()
    )
    answer_until(table, lambda _: plan_row(table.code, seat).status != Status.ON)
    assert plan_row(table.code, seat).at == 1
    plans.commit(table.code, user, goes_on=True)
    assert plan_row(table.code, seat).at == 1
    plans.stop(table.code, user)
    assert reason_of(table, seat) == ""
    plans.commit(table.code, user)
    assert plan_row(table.code, seat).at == 0


# At random


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_games_with_plans_at_random_replay_from_their_log(ruleset, seed, alice, bob, charlie):
    table = table_of(ruleset, alice, bob, charlie)
    chance = random.Random(seed)
    made = 0
    for _ in range(150):
        state = table.state()
        if state.is_over:
            break
        seat = state.turn
        if seat in table.persons and not TurnPlan.objects.filter(seat=seat, status=Status.ON):
            TurnPlan.objects.filter(seat=seat).delete()
            steps = at_random(chance, state, seat)
            committed(table.code, table.persons[seat], *steps)
        if plans.run_plan(table.code, due_at=LATER):
            made += 1
        else:
            table.answer()
    # The audit replays it with the rules, which refuse illegal moves.
    audit(table.code)
    assert made == Move.objects.filter(by=Move.By.ORDER).count() + _endings()
    assert by_plan(table.code)


def _endings():
    """Count the plans that stopped with an entry in the log."""
    private = Move.objects.filter(by=Move.By.CLOCK).values_list("private", flat=True)
    return sum(one["move"]["move"] == "disarm" for one in private)
