"""The pace of a table's bots, which a player who is alone with them may change."""

from django.db import transaction

from games.exceptions import game_sought
from games.models import Game, User
from games.storage.store.stored_game import load_locked


@transaction.atomic
def change_pace(code: str, user: User, pace: str) -> bool:
    """Set the pace of the bots from their next move on, unless another person plays too.

    Return whether it was set. Raises NoSuchGame.
    """
    with game_sought():
        stored = load_locked(code)
    if stored.status != Game.Status.RUNNING:
        return False
    if [stored.seats[seat].user for seat in stored.people] != [user.pk]:
        return False
    Game.objects.filter(pk=stored.id).update(pace=pace)
    return True
