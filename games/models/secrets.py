"""Models and querysets with columns that are secret until the game is over."""

from typing import ClassVar, Self, TypeVar

from django.db import models


class HasSecrets(models.Model):
    """A model with columns that are secret until the game is over."""

    secrets: ClassVar[tuple[str, ...]]
    """The names of the secret columns."""

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=HasSecrets, covariant=True)


class SecretsApart(models.QuerySet[Row]):
    """Rows of a model that has `secrets`."""

    def public(self) -> Self:
        """Defer the secret columns, so that they are not loaded."""
        return self.defer(*self.model.secrets)
