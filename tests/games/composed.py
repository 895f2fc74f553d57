"""Helpers of the tests of turn plans: plans with a purpose, plans at random, and their moves."""

import itertools

from games import plan_steps as s
from games import plans
from games.models import TurnPlan
from games.plan_steps import Otherwise, steps_in
from rules import view

LATER = 10**15
"""A time at which everything is due."""


def composed(code, user, *steps):
    """Give a person a plan of these steps that is not committed yet."""
    return plans.change(code, user, 0, lambda _: steps)


def committed(code, user, *steps):
    """Give a person a plan of these steps, and commit it."""
    composed(code, user, *steps)
    return plans.commit(code, user)


def carry_on(code):
    """Let plans move as long as one is due; return how often one did."""
    return next(count for count in itertools.count() if plans.run_plan(code, due_at=LATER) is None)


def plan_row(code, seat):
    return TurnPlan.objects.get(game__code=code, seat=seat)


def fronts(state, seat):
    """Return (source, target) for the attacks of a player by land, the best first."""
    found = [
        (state.holdings[target].armies - held.armies, source, target)
        for source, held in state.holdings.items()
        if held.owner == seat and held.armies > 1
        for target in state.board.territories[source].neighbours
        if state.holdings[target].owner != seat
    ]
    return [(source, target) for _, source, target in sorted(found)]


def seat_of(table, user):
    return next(seat for seat, one in table.persons.items() if one == user)


def at_random(chance, state, seat):
    """Return steps as somebody might compose them who looks at the map, and not always well."""
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
            steps.append(s.Attack(source, target, stop, dice, leave, hero, otherwise=otherwise()))
            known.append(target)
        elif name == "sail":
            source = chance.choice(known)
            reach = view(state, seat).voyages(source) if board.territories[source].seas else {}
            if reach:
                target = chance.choice(sorted(reach))
                steps.append(s.Sail(source, target, chance.randint(0, 4), otherwise=otherwise()))
        elif name == "fortify":
            steps.append(s.MoveAfter(*way(own), chance.randint(0, 5)))
        elif name in ("place", "spoils"):
            kind = s.STEPS[name]
            steps.append(kind(chance.choice(own), chance.choice((0, 0, 1, 3))))
        elif name == "mercenaries":
            steps.append(s.Mercenaries(chance.randint(1, 2)))
        elif name == "ambassador":
            steps.append(s.Ambassador(chance.choice([n for n in state.living() if n != seat])))
        else:
            steps.append(s.Trade())
    if not steps or chance.random() < 0.7:
        steps.append(s.EndTurn())
    return tuple(steps)
