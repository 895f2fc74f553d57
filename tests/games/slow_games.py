"""Games of whole days for the tests: long turns, a bank and an excuse."""

import random

from games.models import Game
from games.starting import create_game, start_game
from rules import Options
from rules.players import DecisionKind
from tests.games.pinned import pin
from tests.games.tables import Table

DAY, HOUR = 86_400, 3_600
SLOW = {
    **{"turn_seconds": DAY, "reaction_seconds": 8 * HOUR, "bank_seconds": 10 * HOUR},
    **{"refill_seconds": 2 * HOUR, "excuse_seconds": 12 * HOUR},
}


def begun(users, code, ruleset="greyhawk"):
    """A game of some people in which whoever is on turn may attack."""
    game = pin(create_game(users, Options(quick=True), ruleset), code)
    Game.objects.filter(pk=game.pk).update(**SLOW)
    start_game(game.code)
    table = Table(game.code, dict(enumerate(users)), random.Random(7))
    while not table.state().round or table.state().decisions[0].kind is not DecisionKind.ATTACKS:
        table.answer()
    return table
