"""Stopped games (TRN-9, ORD-7): whether the site is closed, and which moves are still allowed."""

from collections.abc import Sequence

from games.models import Move, SiteSettings
from rules.moves import Move as RulesMove
from rules.moves import SetOrders


def is_site_closed() -> bool:
    """Return whether the whole site is closed or read-only."""
    return SiteSettings.objects.exclude(mode=SiteSettings.Mode.OPEN).exists()


def is_allowed_while_stopped(moves: Sequence[RulesMove], by: str) -> bool:
    """Return whether moves are allowed in a stopped game.

    Only a player's changes to standing orders are allowed, because they do not change the position
    on the board. While the site is closed, even these are not.
    """
    are_orders = bool(moves) and all(type(move) is SetOrders for move in moves)
    return by == Move.By.PLAYER and are_orders and not is_site_closed()
