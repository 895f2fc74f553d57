"""Circles: people who play together again and again."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.games import Game, new_code, new_invitation
from games.models.people import User
from rules.sentences.words import isolated

LONGEST_CIRCLE_NAME = 40


class Circle(models.Model):
    """A circle; others than its members see its page only if it `is_open`.

    `usual_game` holds the values of the new-game form with which its games are opened. On
    `next_on`, a date in the owner's time zone, a worker opens its next game; None if it opens none.
    `monthly_game` is the last one that a worker opened. `invitation` is the token of its link, a
    secret of its members. The owner is one of the members.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=LONGEST_CIRCLE_NAME)
    owner = models.ForeignKey(User, models.CASCADE, related_name="circles_owned")
    invitation = models.CharField(max_length=24, default=new_invitation)
    is_open = models.BooleanField(default=False)
    usual_game = DocumentField(default=dict)
    next_on = models.DateField(null=True)
    monthly_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_on"], condition=Q(next_on__isnull=False), name="circle_next_on"
            ),
        ]

    def __str__(self) -> str:
        """Return the name, isolated for use in a text; `name` has no isolates."""
        return isolated(self.name)


class CircleMember(models.Model):
    """A member of a circle."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="circles")
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["circle", "user"], name="circle_member")]
        ordering = ["joined_at", "pk"]

    def __str__(self) -> str:
        return f"member of circle {self.circle_id}"


class CircleInvitation(models.Model):
    """An invitation of a person by name; it stays until the person joins or it is too old."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, models.CASCADE, related_name="circle_invitations")
    by = models.ForeignKey(User, models.CASCADE, related_name="circle_invitations_made")
    made_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["circle", "user"], name="circle_invitation")]

    def __str__(self) -> str:
        return f"invitation to circle {self.circle_id}"
