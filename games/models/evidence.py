"""What the site publishes about its signatures: its keys, and the days of the log of seals."""

from django.db import models


class SigningKey(models.Model):
    """A public key of the site (FAIR-10), in hex; it stays after its private key is gone."""

    key = models.CharField(max_length=64, unique=True)
    first_used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key[:16]


class SealDay(models.Model):
    """A day of the log of seals (FAIR-11), signed after its end; `before` is the root before."""

    day = models.DateField(unique=True)
    seals = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    before = models.CharField(max_length=64, blank=True)
    signature = models.CharField(max_length=128)

    def __str__(self) -> str:
        return self.day.isoformat()
