"""The model of a position changes as the engine does."""

import pytest

from rules.events import attack as events
from rules.events.classic import Fortified, SetTraded
from rules.events.setup import Placed
from rules.model import NOBODY, Model, model_of
from rules.rulesets import RULESETS
from rules.view import View
from tests.support.rules.bot_tables import Table

LINE_UPS = [("captain",) * 2, ("captain", "random", "captain"), ("captain",) * 5]
SUMS = ("owner", "armies", "totals", "held", "shares", "stronghold", "banners", "alive")


def content(model):
    return {name: getattr(model, name) for name in SUMS}


def follow(model, told):
    """Apply events to a model; return False at the first kind that it does not follow."""
    number = model.layout.number
    for event in told:
        match event:
            case events.BattleFought():
                source, target = number[event.source], number[event.target]
                model.place(source, -event.attack_losses)
                model.place(target, -event.defence_losses)
            case events.MovedIn():
                model.capture(number[event.source], number[event.target], event.armies)
            case events.Occupied():
                if event.source is not None:
                    model.place(number[event.source], -1)
                model.take(number[event.territory], event.seat)
                model.place(number[event.territory], 1)
            case Placed():
                model.place(number[event.territory], event.armies)
            case Fortified():
                model.march(number[event.source], number[event.target], event.armies)
            case SetTraded() if event.territory:
                model.place(number[event.territory], event.bonus)
            case _ if event.name in UNFOLLOWED:
                return False
    return True


UNFOLLOWED = {
    *("hidden_revealed", "armies_gained", "armies_lost", "armies_converted", "armies_moved"),
}
"""Events that change armies and are not moves of a turn."""


@pytest.mark.parametrize("names", LINE_UPS, ids=len)
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_the_model_follows_the_engine(ruleset, names):
    table = Table(names, 11, ruleset=ruleset, quick=True, rounds=9)
    table.play(lambda state: state.round == 1)
    model, is_followed, captures = model_of(table.views[0]), True, 0
    while table.state.outcome is None:
        table.step()
        told = table.log[-1][3]
        is_followed = follow(model, told) and is_followed
        captures += any(isinstance(event, events.MovedIn) for event in told)
        # The engine changes the owner before the armies move in, the model when they move in.
        # Armies aboard a fleet are on no territory.
        attack = table.state.attack
        if table.state.landing is None and not (attack and attack.fleet):
            fresh = model_of(table.views[0])
            assert not is_followed or content(model) == content(fresh)
            model, is_followed = fresh, True
    assert captures > 5


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_the_income_is_that_of_the_engine(ruleset):
    options = {"regions": "beside"} if ruleset.region_spoils else {}
    table = Table(("captain",) * 3, 4, ruleset=ruleset, quick=True, rounds=12, **options)
    table.play(lambda state: state.round == 1)
    while table.state.outcome is None:
        model = model_of(table.views[1])
        for seat in model.alive:
            told = sum(armies for _, armies in table.views[1].spoils(seat))
            assert model.income(seat) == told
        for _ in range(10):
            if table.state.outcome is None:
                table.step()


def test_a_copy_changes_alone():
    table = Table(("captain",) * 3, 4, quick=True).play(lambda state: state.round == 1)
    model = model_of(View(table.state, None))
    model.cards = [1, 4, 2]
    copy, before = model.copy(), content(model.copy())
    target = copy.stronghold[1]
    source = next(near for near in copy.layout.near[target])
    copy.take(source, 0)
    copy.place(source, 9)
    copy.place(target, -copy.armies[target])
    copy.capture(source, target, 5)
    assert content(model) == before
    assert model.cards == [1, 4, 2] and copy.cards == [5, 0, 2]
    assert copy.alive == (0, 2) and copy.banners[0] == 2 and copy.stronghold[1] == NOBODY
    assert copy.held[1] == copy.totals[1] == 0 and copy.has_captured
    assert all(hasattr(copy, name) for name in Model.__slots__)
