"""A game with a fixed seed, for tests that need a certain position."""

from games.models import Game
from games.storage.evidence.signing import sign
from games.storage.store.database_time import time_text
from rules import seed_commitment
from rules.record.signatures import seal_text

SEED = bytes(range(32))


def pin(game, code):
    """Give a game that has not begun a fixed code and seed, which determine all its chance."""
    commitment = seed_commitment(SEED)
    seal = sign(seal_text(code, commitment, time_text(game.created_at)))
    Game.objects.filter(pk=game.pk).update(
        code=code, seed=SEED, seed_commitment=commitment, seal_signature=seal
    )
    game.refresh_from_db()
    return game
