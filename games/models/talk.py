"""Chat messages at a table."""

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User

LONGEST_MESSAGE = 400


class Message(models.Model):
    """A chat message in the players' room or the spectators' room.

    A system message has no author. A removed message is shown to nobody.
    """

    class Room(models.TextChoices):
        """The chat room."""

        PLAYERS = "players"
        SPECTATORS = "spectators"

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    room = models.CharField(max_length=10, choices=Room)
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="messages")
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=LONGEST_MESSAGE)
    said_at = models.DateTimeField(default=timezone.now)
    is_system = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["game", "room", "id"], name="message_room")]

    def __str__(self) -> str:
        return f"message {self.pk}"
