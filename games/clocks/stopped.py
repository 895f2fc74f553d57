"""A game that stands still (TRN-9, ORD-7): since when it does, and what may be said meanwhile."""

from collections.abc import Sequence

from games.clocks.clocks import Clocks
from games.models import House, Move
from games.store.database_time import milliseconds
from games.store.stored_game import StoredGame
from rules.moves import Move as RulesMove
from rules.moves import SetOrders


def stands_since(stored: StoredGame, times: Clocks) -> int | None:
    """Return since when, as clocks count it, no time of a game runs; None where it does."""
    if times.pause:
        return times.pause.since
    return None if stored.held_since is None else milliseconds(stored.held_since)


def is_site_closed() -> bool:
    """Say whether the whole site can only be looked at, or not even that."""
    return House.objects.exclude(mode=House.Mode.OPEN).exists()


def may_be_said(moves: Sequence[RulesMove], by: str) -> bool:
    """Say whether moves may come though the game stands still.

    A person's standing orders may, for they play nothing; but not while the whole site is closed.
    """
    are_orders = bool(moves) and all(type(move) is SetOrders for move in moves)
    return by == Move.By.PLAYER and are_orders and not is_site_closed()
