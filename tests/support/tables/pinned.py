"""A game with a fixed seed, for tests that need a certain position."""

from games.models import Game
from rules import seed_commitment

SEED = bytes(range(32))


def pin(game, code):
    """Give a game that has not begun a fixed code and seed, which determine all its chance."""
    Game.objects.filter(pk=game.pk).update(
        code=code, seed=SEED, seed_commitment=seed_commitment(SEED)
    )
    game.refresh_from_db()
    return game
