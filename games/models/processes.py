"""Which processes serve the site, and who is looking at which tables through them."""

from django.db import models
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.people import User


class Process(models.Model):
    """A process that serves the site; `seen_at` is when it was last at work.

    `host` names the machine as long as it is up, `began` is when the system says the process
    began there: together with `number` nothing else has them. `seed_key` is the fingerprint of the
    key it encrypts seeds with, empty for a process of a version that did not.
    """

    class Kind(models.TextChoices):
        """What a process is for."""

        WEB = "web"
        WORKER = "worker"

    kind = models.CharField(max_length=10, choices=Kind)
    host = models.CharField(max_length=200)
    number = models.PositiveIntegerField()
    began = models.BigIntegerField()
    has_redis = models.BooleanField()
    seed_key = models.CharField(max_length=16, default="", db_default="")
    started_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "processes"

    def __str__(self) -> str:
        return f"{self.kind} process {self.number} on {self.host.partition(' ')[0]}"


class Presence(models.Model):
    """The tables, by `codes`, whose pages a user has open at a process."""

    process = models.ForeignKey(Process, models.CASCADE, related_name="presences")
    user = models.ForeignKey(User, models.CASCADE, related_name="presences")
    codes = DocumentField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["process", "user"], name="presence_once"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} at {', '.join(self.codes)}"
