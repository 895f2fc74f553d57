"""Webhooks: a user's own, those that post to a group's channel, and what is posted there."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.circles import Circle
from games.models.fields import DocumentField
from games.models.games import Game
from games.models.people import User
from games.models.sending.notices import LONGEST_ADDRESS, Sending

LONGEST_ASKED = 200


class HookAddress(models.Model):
    """Base of all webhooks: the URL, which is a credential, and the secret that signs requests.

    `failing_since` is the time of the first failure since the last success. Nothing is sent once
    `off_since` is set.
    """

    class Format(models.TextChoices):
        """What the address expects."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix (hookshot)"
        OTHER = "other", "Another program (JSON)"

    url = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=60)
    format = models.CharField(
        max_length=10, choices=Format, default=Format.OTHER, db_default=Format.OTHER
    )
    failing_since = models.DateTimeField(null=True)
    off_since = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Webhook(HookAddress):
    """A user's webhook for their own notices."""

    user = models.OneToOneField(User, models.CASCADE, related_name="webhook")

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"


class TableWebhook(HookAddress):
    """A webhook that posts what is public in a game, or in all games of a circle, to a channel.

    `kinds` are the names of what it posts. That of a game works while its owner has a seat there;
    that of a circle is deleted when its owner is no member any more.
    """

    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="webhooks")
    circle = models.ForeignKey(Circle, models.CASCADE, null=True, related_name="webhooks")
    owner = models.ForeignKey(User, models.CASCADE, related_name="table_webhooks")
    kinds = DocumentField(default=list)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, circle=None) | Q(game=None, circle__isnull=False),
                name="table_webhook_place",
            )
        ]

    def __str__(self) -> str:
        if self.circle_id is not None:
            return f"webhook of circle {self.circle_id}"
        return f"webhook of game {self.game_id}"


class TableMessage(Sending):
    """A message to the webhook of a table or a circle: one line for each thing that happened.

    It is about a `game`, None if about the circle. `asked` says whose turn it is, and `until` when
    it ends. A trial says nothing of the game. All texts are cleared once the message is sent or
    abandoned.
    """

    cleared = ("lines", "asked")

    hook = models.ForeignKey(TableWebhook, models.CASCADE, related_name="messages")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    is_trial = models.BooleanField(default=False)
    lines = models.TextField(default="")
    asked = models.CharField(max_length=LONGEST_ASKED, default="")
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(state="waiting"), name="table_message_waiting"
            ),
            # For the admin's list, newest first.
            models.Index(fields=["-next_at"], name="table_message_newest"),
        ]

    def __str__(self) -> str:
        return f"message {self.state}"
