"""ORD-8: turn plans; alice and bob sit at a table with a captain, charlie does not."""

import itertools
import random

import pytest

from games import plans
from games.models import Move, TurnPlan
from games.plan_steps import (
    Attack,
    EndTurn,
    Otherwise,
    PlaceAfter,
    PlaceFirst,
    Trade,
)
from games.play import create_game, start_game
from games.store import load
from rules import Options
from rules.state import DecisionKind
from tests.games.pinned import pin
from tests.games.tables import Table

Status = TurnPlan.Status
LATER = 10**15
"""A time at which everything is due."""


def composed(code, user, *steps):
    """Give a person a plan of these steps that is not committed yet."""
    return plans.change(code, user, 0, lambda _: steps)


def run(code):
    """Let plans move as long as one is due; return how many moves they made."""
    for count in itertools.count():
        if plans.run_plan(code, due_at=LATER) is None:
            return count


def plan_row(code, seat=0):
    return TurnPlan.objects.get(game__code=code, seat=seat)


def fronts(state, seat):
    """Yield (source, target, odds) for attacks of a player by land, the best first."""
    found = []
    for source, held in state.holdings.items():
        if held.owner == seat and held.armies > 1:
            for target in state.board.territories[source].neighbours:
                there = state.holdings[target]
                if there.owner != seat:
                    found.append((there.armies - held.armies, source, target))
    return [(source, target) for _, source, target in sorted(found)]


def seat_of(table, user):
    return next(seat for seat, one in table.persons.items() if one == user)


@pytest.fixture
def turn(table):
    """The table, with the seat that has the move and its best attack."""
    seat = seat_of(table, table.mover)
    return table, seat, fronts(table.state(), seat)[0]


@pytest.fixture
def classic(alice, bob):
    """A table of Classic where alice or bob has just been given the armies of a turn."""
    seats = [alice, bob, "captain"]
    game = pin(create_game(seats, Options(quick=True), "classic"), "c2tab3e4")
    start_game(game.code)
    table = Table(game.code, {0: alice, 1: bob}, random.Random(7))
    while not table.state().round or table.state().decisions[0].seat == 2:
        table.answer()
    assert table.state().decisions[0].kind is DecisionKind.REINFORCE
    return table


def test_a_whole_turn_of_greyhawk(turn):
    table, seat, (source, target) = turn
    first = load(table.code).number
    stop = table.state().holdings[source].armies - 1
    attack = Attack(source, target, stop=stop, otherwise=Otherwise.NEXT)
    composed(table.code, table.mover, attack, PlaceAfter(source), EndTurn())
    plans.commit(table.code, table.persons[seat])
    run(table.code)
    moves = Move.objects.filter(game__code=table.code, number__gt=first, by=Move.By.ORDER)
    names = [private["move"]["move"] for private in moves.values_list("private", flat=True)]
    assert names[:2] == ["attack", "end_attacks"] or names[0] == "attack"
    assert table.state().turn != seat or table.state().decisions[0].kind is not DecisionKind.ATTACKS


def test_a_whole_turn_of_classic(classic):
    table = classic
    seat = seat_of(table, table.mover)
    source, target = fronts(table.state(), seat)[0]
    attack = Attack(source, target, otherwise=Otherwise.NEXT)
    composed(table.code, table.mover, EndTurn(), attack, Trade(), PlaceFirst(source))
    assert [step["step"] for step in plan_row(table.code, seat).steps] == [
        *("trade", "place", "attack", "end")
    ]
    plans.commit(table.code, table.persons[seat])
    run(table.code)
    row = plan_row(table.code, seat)
    assert (row.status, row.reason) == (Status.DONE, "")
    assert table.state().turn != seat
