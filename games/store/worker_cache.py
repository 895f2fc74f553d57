"""What a worker knows of the games that it played last, so that it need not load them again."""

from collections import OrderedDict

from games.store.stored_game import MOST_KNOWN, StoredGame
from rules import State


class Memory:
    """The games of one thread, as it saved them: nobody else may have their positions in hand.

    What others did since is found out when a game is locked; then what is known here is not used.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[StoredGame, State]] = OrderedDict()

    def recall(self, code: str) -> tuple[StoredGame, State] | None:
        """Return a game as it was saved last; None where that is not known."""
        return self._games.get(code)

    def take(self, stored: StoredGame) -> State:
        """Return the position of a locked game, to be changed; it is not known any more then."""
        known = self._games.pop(stored.code, None)
        # The rows are the same ones where nothing of them was changed meanwhile.
        if known is not None and known[0].rows is stored.rows:
            return known[1]
        return stored.state()

    def keep(self, stored: StoredGame, state: State) -> None:
        """Remember a game that was saved, once that is committed."""
        self._games[stored.code] = stored, state
        while len(self._games) > MOST_KNOWN:
            self._games.popitem(last=False)

    def forget(self, code: str) -> None:
        """Know nothing of a game."""
        self._games.pop(code, None)
