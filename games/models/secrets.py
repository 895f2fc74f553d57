"""Rows of which some columns are kept from everybody while a game is going on."""

from django.db import models


class SecretsApart(models.QuerySet):
    """Rows of which some columns are secret."""

    def public(self) -> "SecretsApart":
        """Leave the secret columns in the database."""
        return self.defer(*self.model.secrets)
