"""Users and their settings."""

import zoneinfo
from typing import Any

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from games.models.display_names import LONGEST_NAME, look_alike_key, verify_name
from games.models.fields import DocumentField
from rules.sentences.words import isolated


def verify_time_zone(name: str) -> None:
    """Raise ValidationError for an unknown time zone."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError("There is no such time zone.")


class UserManager(BaseUserManager["User"]):
    """Creates users by name, and locks their rows."""

    def lock(self, user: int) -> None:
        """Lock a user's row until the transaction ends, so that their requests run one by one.

        Other transactions may still insert rows that refer to the user, such as a seat or a
        notice. See `games/storage/store/locks.py` for the lock order.
        """
        self.select_for_update(no_key=True).values_list("pk").get(pk=user)

    def create_user(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Create a user; without a password nobody can log in to the account."""
        user = self.model(name=name, email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Create a user with all permissions in the admin."""
        return self.create_user(name, email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """A person; no two users have display names that are equal or look alike."""

    username = None
    first_name = None
    last_name = None
    name = models.CharField("display name", max_length=LONGEST_NAME, validators=[verify_name])
    name_key = models.CharField(max_length=20 * LONGEST_NAME, unique=True, editable=False)
    is_guest = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[verify_time_zone])
    preferences = DocumentField(default=dict, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)
    logins_ended = models.PositiveIntegerField(default=0)
    blocked = models.ManyToManyField("self", symmetrical=False, blank=True)

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS = ["email"]
    objects = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name"], name="user_name")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Update `name_key` from the name, then save."""
        self.name_key = look_alike_key(self.name)
        if "name" in (kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return a hash that also depends on `logins_ended`: increasing it logs the user out."""
        known = super()._get_session_auth_hash(secret)
        return f"{known}{self.logins_ended}" if self.logins_ended else known

    def get_full_name(self) -> str:
        """Return the display name, isolated for use in a text."""
        return str(self)

    def get_short_name(self) -> str:
        """Return the display name, isolated for use in a text."""
        return str(self)

    def __str__(self) -> str:
        """Return the display name, isolated for use in a text; `name` has no isolates."""
        return isolated(self.name)
