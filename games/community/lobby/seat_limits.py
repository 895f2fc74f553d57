"""The limit on games per person, so that nobody floods the lobby or overloads the bots."""

from games.exceptions import LimitReached
from games.models import Game, Player, User

MOST, MOST_OF_GUESTS = 250, 5
"""The maximum number of seats at open tables and in running games, for users and guests."""

_PLAYED = (Game.Status.OPEN, Game.Status.RUNNING)


def verify_may_take_seat(user: User) -> None:
    """Raise LimitReached if a user has reached the limit of games.

    Callers that must enforce the limit across concurrent requests lock the user first.
    """
    most = MOST_OF_GUESTS if user.is_guest else MOST
    seats = Player.objects.filter(user=user, own=True, eliminated=0, game__status__in=_PLAYED)
    # There is at most one tutorial of each game, and its bot hardly thinks.
    seats = seats.filter(game__is_tutorial=False)
    if seats.count() < most:
        return
    if user.is_guest:
        raise LimitReached(
            "A guest can play {most} games at once. Finish or leave one first, or create an "
            "account.",
            most=most,
        )
    raise LimitReached("You’re already in {most} games. Finish or leave one first.", most=most)
