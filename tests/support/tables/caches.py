"""The caches of games, which tests clear because games of different tests share codes and keys."""

import sys

from games.storage.recent import Recent
from games.storage.store import stored_game
from games.table.animations import last_attack
from games.table.page import frames, viewer
from games.table.replay import luck
from games.table.sidebar import outcome, story

BY_GAME = (
    outcome.summary_of,
    last_attack.last_attack_on,
    story._replayed,
    luck.chances_of,
)
"""The cached functions whose arguments name a game."""

POSITIONS = (stored_game._known, frames._kept, viewer._drawings)

DRAWN = ("games.drawing.", "games.table.")
"""How the names of modules begin that draw tables."""


def forget_games():
    """Clear all caches of games, as in a new process."""
    for function in BY_GAME:
        function.cache_clear()
    for cache in POSITIONS:
        cache.clear()


def start_cold():
    """Clear all caches of games, and of what is drawn of them, as in a new process."""
    forget_games()
    drawing = [one for name, one in sys.modules.items() if name.startswith(DRAWN)]
    for value in (value for module in drawing for value in vars(module).values()):
        if isinstance(value, Recent):
            value.clear()
        elif hasattr(value, "cache_clear"):
            value.cache_clear()
