"""The public links to finished games, and the animations of their maps."""

import secrets

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User


def new_token() -> str:
    """Return the random token of a public link."""
    return secrets.token_urlsafe(16)


class PublicLink(models.Model):
    """A finished game's public link; `named` are the people who agreed to be shown by name.

    Once `withdrawn_at` is set the link leads nowhere. Then only `withdrawn_by` can open another
    one, and nobody if their account is deleted.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="public_link")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    opened_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="opened_links")
    opened_at = models.DateTimeField(default=timezone.now)
    withdrawn_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="withdrawn_links"
    )
    withdrawn_at = models.DateTimeField(null=True)
    named = models.ManyToManyField(User, related_name="links_with_name", blank=True)

    def __str__(self) -> str:
        return f"public link of {self.game}"


class AnimatedMap(models.Model):
    """The animation of a finished game's map; `file` is empty until a worker has drawn it.

    `claimed_at` is when a worker began, and `failure` the sentence that says why there is none.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="animated_map")
    asked_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="animations")
    asked_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True)
    percent = models.PositiveSmallIntegerField(default=0)
    failure = models.CharField(max_length=200, default="", blank=True)
    file = models.BinaryField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(file=None, failure=""),
                name="animated_map_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"animated map of {self.game}"
