"""What the house says at a table, for the players and all who watch."""

from django.db.models import F

from games.models import Game, Message


def say_as_house(game: int, sentence: str) -> None:
    """Say a sentence at a table; whoever calls tells the pages that it changed."""
    room = Message.Room.PLAYERS
    Message.objects.create(game_id=game, room=room, author=None, text=sentence, by_house=True)
    Game.objects.filter(pk=game).update(talked=F("talked") + 1)
