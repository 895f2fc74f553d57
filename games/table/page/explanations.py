"""Who may read the reasons for bots' moves.

A reason reveals a seat's plans, cards and hidden armies, so it is as secret as they are.
"""

from games.community.people.preferences import stored_preferences
from games.drawing.display.seating import Seating
from games.storage.store.stored_game import StoredGame


def explained_seats(stored: StoredGame, seating: Seating) -> frozenset[int | None]:
    """Return the seats (None: spectators) that may read why bots moved.

    After the end of the game, everyone may. Until then, only a player who faces bots alone may, and
    only if their preferences ask for reasons.
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
