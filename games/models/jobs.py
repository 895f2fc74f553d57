"""What workers do: scheduled actions in games, and a queue of what they make of finished games."""

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User


class Due(models.Model):
    """A scheduled action in a game: only the next one of each kind is stored."""

    class Kind(models.TextChoices):
        """The kind of action."""

        BOT = "bot"
        CLOCK = "clock"
        OFFER = "offer"
        PLAN = "plan"

    game = models.ForeignKey(Game, models.CASCADE, related_name="due")
    kind = models.CharField(max_length=10, choices=Kind)
    when = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="due_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.when:%Y-%m-%d %H:%M:%S}"


class Job(models.Model):
    """Something to be made of a finished game: at 100 per cent, `file` or `result` has it.

    `claimed_at` is when a worker began, `failure` the sentence that says why it cannot be made, and
    `edition` that of the program that makes it: newer programs make it again.
    """

    class Kind(models.TextChoices):
        """What is to be made."""

        ANALYSIS = "analysis"
        ANIMATION = "animation"
        MISTAKES = "mistakes"

    game = models.ForeignKey(Game, models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=12, choices=Kind)
    edition = models.PositiveSmallIntegerField(default=1)
    asked_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="jobs")
    asked_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True)
    percent = models.PositiveSmallIntegerField(default=0)
    failure = models.CharField(max_length=200, default="", blank=True)
    file = models.BinaryField(null=True)
    result = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="job_once"),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(percent__lt=100, failure=""),
                name="job_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game}"
