"""Who may read the reasons for bots' moves.

A reason tells a seat's plans, cards and hidden armies, so it is as secret as they are.
"""

from games.display.seating import Seating
from games.people.preferences import stored_preferences
from games.store.stored_game import StoredGame


def explained_seats(stored: StoredGame, seating: Seating) -> frozenset[int | None]:
    """Return the viewers who may read why bots moved; None are the spectators.

    When the game is over, everybody may. Before that, only a player who has bots alone as
    opponents, and wants it.
    """
    if seating.is_over:
        return frozenset((None, *range(len(seating.seats))))
    return frozenset(
        number
        for number, seat in enumerate(stored.seats)
        if seating.is_against_bots(number) and seat.user is not None and _wants(seat.preferences)
    )


def _wants(preferences: str | None) -> bool:
    return stored_preferences(preferences)["reasons"] == "on"
