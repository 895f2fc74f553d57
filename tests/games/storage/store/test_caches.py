"""Caches of games: tests clear all of them, so that no test sees the game of another."""

import inspect
import pkgutil
import sys
from functools import _lru_cache_wrapper
from importlib import import_module

import pytest
from django.db import transaction

import games
from games.storage.recent import Recent
from games.storage.store.stored_game import load, load_locked
from rules.cards import BattleCard
from tests.support.tables.caches import BY_GAME, POSITIONS
from tests.support.tables.positions.diplomacy import deal

OF_A_GAME = {"code", "game", "stored"}


def module_variables():
    for module in pkgutil.walk_packages(games.__path__, "games."):
        if ".migrations." not in module.name:
            import_module(module.name)
    ours = [module for name, module in sys.modules.items() if name.startswith("games.")]
    return [found for module in ours for found in vars(module).values()]


def test_tests_clear_every_cache_of_games():
    found = module_variables()
    functions = {one for one in found if isinstance(one, _lru_cache_wrapper)}
    by_game = {one for one in functions if OF_A_GAME & set(inspect.signature(one).parameters)}
    assert by_game == set(BY_GAME)
    assert {id(one) for one in found if isinstance(one, Recent)} == set(map(id, POSITIONS))


@pytest.mark.parametrize("seat", [0, 1])
def test_no_position_of_an_earlier_test_with_the_same_code_is_used(first_turn, seat):
    code = first_turn[0].code
    with transaction.atomic():
        assert load_locked(code).rows == load(code).rows
    # The next test has the same game, but not this hand.
    deal(code, {seat: (BattleCard.HERO,)})
