"""Chapter 12: the source of every die roll, pick, shuffle and salt of a game.

Real games use `CommittedChance`, simulations and bots `FastChance`. `recorded` has scripted and
recorded chance. All implement the protocol `Chance` and keep their draws in `drawn`. Every package
above may import from here. Built on `errors`.
"""

from rules.chance.commitments import (
    SEED_BYTES,
    SeededSalts,
    hidden_commitment,
    new_salt,
    new_seed,
    seed_commitment,
)
from rules.chance.committed import CommittedChance, below
from rules.chance.draws import (
    FACES,
    NO_DICE,
    SALT_BYTES,
    UNNUMBERED,
    Chance,
    Draw,
    Kind,
    T,
    salt_draw,
    verify_items,
)
from rules.chance.fast import FastChance

__all__ = [
    "FACES",
    "NO_DICE",
    "SALT_BYTES",
    "SEED_BYTES",
    "UNNUMBERED",
    "Chance",
    "CommittedChance",
    "Draw",
    "FastChance",
    "Kind",
    "SeededSalts",
    "T",
    "below",
    "hidden_commitment",
    "new_salt",
    "new_seed",
    "salt_draw",
    "seed_commitment",
    "verify_items",
]
