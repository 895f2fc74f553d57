"""Invitations to tables by name."""

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User

LONGEST_ANSWER_TO_INVITATION = 140


class TableInvitation(models.Model):
    """A person whom the host has invited to a table; deleted when they sit down there.

    `word` is what the person wrote when they declined; only the host sees it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(User, models.CASCADE, related_name="invitations_sent")
    made_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)
    word = models.CharField(max_length=LONGEST_ANSWER_TO_INVITATION, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="invited_once_to_a_table")
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
