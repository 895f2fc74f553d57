"""Every kind of `Chance`, for tests of drawing."""

from rules.chance import (
    CommittedChance,
    FastChance,
)
from rules.chance.recorded import ScriptedChance

SEED = bytes(range(100, 132))


VALUES = ("00aa", "", "7f")


CARDS = ("Hero", "Fleet", "Hero", "Assassin")


def committed(seed=SEED, values=VALUES, game="k3v9", **options):
    return CommittedChance(seed, values, game, **options)


def every_chance():
    """Return an object of each kind that can draw without a script."""
    return [committed(), FastChance(7), ScriptedChance(fallback=FastChance(7))]
