"""Skip to the result: the bots of a game play without delay when nobody else plays."""

from django.db import transaction

from games.exceptions import NotSeated, Refused, game_sought
from games.models import Game, User
from games.storage.store.stored_game import StoredGame, load_locked
from rules.moves import Control


class StillPlayed(Refused):
    """A person still plays in the game."""


@transaction.atomic
def skip_to_result(code: str, user: User) -> None:
    """Let the bots of a game play without delay, at the request of one of its players.

    Raises NoSuchGame, NotSeated, or StillPlayed if a person still plays in the game.
    """
    with game_sought():
        stored = load_locked(code)
    if all(seat.user != user.pk for seat in stored.seats):
        raise NotSeated("Only players in this game can skip to the result.")
    if stored.status == Game.Status.RUNNING and _is_played(stored):
        raise StillPlayed("Someone is still playing in this game.")
    Game.objects.filter(pk=stored.id).update(pace=Game.Pace.AT_ONCE)


def _is_played(stored: StoredGame) -> bool:
    return any(
        player["control"] == Control.PLAYER and not player["eliminated"]
        for player in stored.rows.players
    )
