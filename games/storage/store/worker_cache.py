"""A worker's cache of the games it played most recently."""

from games.storage.recent import Recent
from games.storage.store.stored_game import MOST_KNOWN, StoredGame
from rules import State


class Memory:
    """The cached games of one thread. Positions are mutable, so threads must not share them.

    An entry is ignored if the locked game shows that another process has changed the rows.
    """

    def __init__(self) -> None:
        self._games = Recent[str, tuple[StoredGame, State]](MOST_KNOWN)

    def recall(self, code: str) -> tuple[StoredGame, State] | None:
        """Return a game and its position as this thread last saved them; None if not cached."""
        return self._games.get(code)

    def take(self, stored: StoredGame) -> State:
        """Return a locked game's position, to be changed, and remove the game from the cache."""
        known = self._games.pop(stored.code)
        # `load_locked` returns the same rows object if nothing has changed since the last save.
        if known is not None and known[0].rows is stored.rows:
            return known[1]
        return stored.state()

    def keep(self, stored: StoredGame, state: State) -> None:
        """Cache a saved game; call it after the commit."""
        self._games.set(stored.code, (stored, state))

    def forget(self, code: str) -> None:
        """Remove a game from the cache."""
        self._games.pop(code)
