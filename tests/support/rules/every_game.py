"""Every game with every number of players, in addition to those drawn by property tests."""

from collections.abc import Callable
from itertools import product
from typing import Any

from hypothesis import example

from rules.rulesets import RULESETS
from rules.state import Options
from tests.support.rules.strategies import SEAT_NUMBERS, Setting, own_options

KINDS = tuple(product(RULESETS.values(), SEAT_NUMBERS))


def in_every_game(moves: int, **fixed: Any) -> Callable[[Callable], Callable]:
    """Test a property in one game per ruleset and number of players, each of `moves` moves.

    Games drawn at random may miss some combinations. Set-ups, persons or bots, and the options
    specific to a ruleset are used in turn; `fixed` sets options in every game.
    """

    def decorate(test: Callable) -> Callable:
        for place in reversed(range(len(KINDS))):
            test = example(setting=_setting(place, moves, fixed))(test)
        return test

    return decorate


def _setting(place: int, moves: int, fixed: dict[str, Any]) -> Setting:
    ruleset, seats = KINDS[place]
    ways = own_options(ruleset, seats)
    chosen = {"quick": place % 3 > 0, **ways[place % len(ways)], **fixed}
    persons = tuple((seat + place) % 3 > 0 for seat in range(seats))
    return Setting(persons, Options(**chosen), place, moves, ruleset)
