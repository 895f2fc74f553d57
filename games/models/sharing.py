"""The public links to finished games."""

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
