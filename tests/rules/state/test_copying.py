"""A copy of a position equals it, shares nothing mutable, and can be played on independently."""

import random
from dataclasses import fields, is_dataclass
from types import MappingProxyType

import pytest

from rules.board import Board
from rules.rulesets import RULESETS
from rules.rulesets.ruleset import Ruleset
from rules.state import TerritoryCards, to_json
from rules.state.copying import copier_of
from rules.state.players import Decision
from tests.support.rules.bot_tables import Table

STEPS = 400


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_a_copy_shares_no_mutable_part(ruleset):
    table = Table(("random", "captain", "random"), 5, ruleset=ruleset, quick=True, rounds=20)
    dice = random.Random(5)
    while table.state.outcome is None and len(table.log) < STEPS:
        table.step()
        if dice.random() < 0.2:
            copy = table.state.copy()
            assert copy == table.state
            assert not changeable(copy) & changeable(table.state)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_playing_a_copy_does_not_change_the_original(ruleset):
    table = Table(("captain",) * 3, 2, ruleset=ruleset, quick=True)
    for _ in range(60):
        table.step()
    position, before = table.state, to_json(table.state)
    played = Table(("captain",) * 3, 2, ruleset=ruleset, quick=True)
    played.state = position.copy()
    played.views = [type(view)(played.state, view.seat) for view in played.views]
    for _ in range(60):
        played.step()
    assert to_json(position) == before != to_json(played.state)


def test_immutable_parts_are_not_copied():
    with pytest.raises(TypeError, match="Decision never changes"):
        copier_of(Decision)


def test_a_part_that_is_missing_stays_missing():
    cards = TerritoryCards(["alaska"], [["brazil"], []])
    copy = copier_of(TerritoryCards)(cards)
    copy.hands[1].append("china")
    assert cards.hands == [["brazil"], []] and copy.deck == ["alaska"]


def changeable(part):
    """Return the ids of all objects in a position that could be changed in place."""
    found, waiting = set(), [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Ruleset | Board | MappingProxyType):
            continue
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
        elif is_dataclass(part):
            if part.__dataclass_params__.frozen or part.__dataclass_params__.unsafe_hash:
                continue
            waiting += [getattr(part, field.name) for field in fields(part)]
        if isinstance(part, list | dict) or is_dataclass(part):
            found.add(id(part))
    return found
