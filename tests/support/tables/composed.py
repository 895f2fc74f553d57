"""Helpers for tests of turn plans: chosen and random plans, and their moves."""

import itertools
import random

from games.models import Move, TurnPlan
from games.playing import turn_plans as plans
from games.playing.plans import steps as s
from games.playing.plans.proposals import proposal
from games.playing.plans.steps import Otherwise, steps_in
from games.playing.play import play_move, play_moves
from games.playing.start import create_game, start_game
from rules import Options, view
from rules.moves import EndAttacks
from rules.questions import DecisionKind
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table

LATER = 10**15
"""A time at which everything is due."""


def table_of(ruleset, alice, bob, charlie):
    """Return a table of three people in the first turn, set up by proposals."""
    users = [alice, bob, charlie]
    code = pin(create_game(users, Options(quick=True), ruleset), f"{ruleset[:5]}23").code
    start_game(code)
    table = Table(code, dict(enumerate(users)), random.Random(7))
    while not (state := table.state()).round:
        decision = state.decisions[0]
        moves = proposal(view(state, decision.seat), code)
        user = users[decision.seat]
        play_moves(code, user, moves, key=table.key(), decision=decision.number)
    return table


def composed(code, user, *steps):
    """Give a user a plan of these steps, without committing it."""
    return plans.change(code, user, 0, lambda _: steps)


def committed(code, user, *steps):
    """Give a user a plan of these steps, and commit it."""
    composed(code, user, *steps)
    return plans.commit(code, user)


def carry_on(code):
    """Run plans as long as one is due; return the number of moves."""
    return next(count for count in itertools.count() if plans.run_plan(code, due_at=LATER) is None)


def plan_row(code, seat):
    return TurnPlan.objects.get(game__code=code, seat=seat)


def fronts(state, seat):
    """Return (source, target) for a player's attacks by land, largest surplus first."""
    found = [
        (state.holdings[target].armies - held.armies, source, target)
        for source, held in state.holdings.items()
        if held.owner == seat and held.armies > 1
        for target in state.board.territories[source].neighbours
        if state.holdings[target].owner != seat
    ]
    return [(source, target) for _, source, target in sorted(found)]


def by_plan(code, since=0):
    """Return the names of the moves made by plans, in order."""
    moves = Move.objects.filter(game__code=code, number__gt=since, by=Move.By.ORDER)
    return [one["move"]["move"] for one in moves.values_list("private", flat=True)]


def calmly(table):
    """Answer the first open decision without attacking."""
    state = table.state()
    decision = state.decisions[0]
    user = table.persons.get(decision.seat)
    if user is None or decision.kind is not DecisionKind.ATTACKS:
        table.answer()
    else:
        number = decision.number
        play_move(table.code, user, EndAttacks(), key=table.key(), decision=number)


def answer_until(table, is_there):
    """Let everybody answer, plans included, until a condition holds."""
    for _ in range(400):
        if is_there(table.state()):
            return
        if plans.run_plan(table.code, due_at=LATER) is None:
            calmly(table)
    raise AssertionError(table.state().decisions)


def strange(state, seat):
    """Return an attack step between two territories of other players."""
    theirs = [name for name, held in state.holdings.items() if held.owner != seat]
    source = theirs[0]
    beside = state.board.territories[source].neighbours
    return s.AttackStep(source, next(name for name in beside if name in theirs))


def reason_of(table, seat):
    """Check that the plan of a seat is switched off; return the reason."""
    row = plan_row(table.code, seat)
    assert row.status == TurnPlan.Status.OFF
    return row.reason


def at_random(chance, state, seat):
    """Return random steps that a player might plan from the map, some of them bad."""
    board, own = state.board, state.held_by(seat)
    kinds = [name for name in steps_in(state.ruleset) if name != "end"]

    def way(names):
        source = chance.choice(names)
        return source, chance.choice(board.territories[source].neighbours)

    def otherwise():
        return chance.choice(list(Otherwise))

    known = list(own)
    steps = []
    for name in chance.choices(kinds, k=chance.randint(1, 5)):
        if name == "attack":
            source, target = way(known)
            stop, dice, leave = chance.randint(1, 4), chance.randint(0, 3), chance.randint(1, 5)
            hero = chance.random() < 0.5
            steps.append(
                s.AttackStep(source, target, stop, dice, leave, hero, otherwise=otherwise())
            )
            known.append(target)
        elif name == "sail":
            source = chance.choice(known)
            reach = view(state, seat).voyages(source) if board.territories[source].seas else {}
            if reach:
                target = chance.choice(sorted(reach))
                steps.append(
                    s.SailStep(source, target, chance.randint(0, 4), otherwise=otherwise())
                )
        elif name == "fortify":
            steps.append(s.MoveAfterStep(*way(own), chance.randint(0, 5)))
        elif name in ("place", "spoils"):
            kind = s.STEPS[name]
            steps.append(kind(chance.choice(own), chance.choice((0, 0, 1, 3))))
        elif name == "mercenaries":
            steps.append(s.MercenariesStep(chance.randint(1, 2)))
        elif name == "ambassador":
            steps.append(s.AmbassadorStep(chance.choice([n for n in state.living() if n != seat])))
        else:
            steps.append(s.TradeStep())
    if not steps or chance.random() < 0.7:
        steps.append(s.EndTurnStep())
    return tuple(steps)
