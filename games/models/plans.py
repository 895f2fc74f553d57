"""Turn plans, which play a player's next turn for them (ORD-8)."""

from django.db import models

from games.models.fields import DocumentField
from games.models.games import Game
from games.models.people import User
from games.models.secrets import HasSecrets, SecretsApart


class TurnPlan(HasSecrets):
    """A user's plan for a turn at their seat; deleted when the game ends.

    `at` is the next step; `begun` is set if that step is an attack under way. `reason` says why
    the plan was switched off. All of it is visible only to its owner.
    """

    class Status(models.TextChoices):
        """The state of a plan: a draft, committed, switched off, or done."""

        DRAFT = "draft"
        ON = "on"
        OFF = "off"
        DONE = "done"

    secrets = ("steps", "at", "begun", "status", "reason", "is_secret")

    game = models.ForeignKey(Game, models.CASCADE, related_name="plans")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, models.CASCADE, related_name="plans")
    steps = DocumentField(default=list)
    at = models.PositiveSmallIntegerField(default=0)
    begun = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    reason = models.CharField(max_length=300, default="", blank=True)
    is_secret = models.BooleanField(default=False)

    objects = SecretsApart.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="turn_plan_once"),
        ]

    def __str__(self) -> str:
        return f"plan of seat {self.seat}"
