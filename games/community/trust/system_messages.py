"""System messages in table talk, shown to players and spectators."""

from django.db.models import F

from games.models import Game, Message


def post_system_message(game: int, sentence: str) -> None:
    """Post a system message at a table; the caller must notify open pages of the change."""
    room = Message.Room.PLAYERS
    Message.objects.create(game_id=game, room=room, author=None, text=sentence, is_system=True)
    Game.objects.filter(pk=game).update(talked=F("talked") + 1)
