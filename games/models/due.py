"""Scheduled actions in games."""

from django.db import models

from games.models.games import Game


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
