"""A queryset for models with columns that are secret until the game is over."""

from django.db import models


class SecretsApart(models.QuerySet):
    """Rows of a model that has `secrets`."""

    def public(self) -> "SecretsApart":
        """Defer the secret columns, so that they are not loaded."""
        return self.defer(*self.model.secrets)
