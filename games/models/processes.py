"""The processes of the site, and which users have which tables open through them."""

from django.db import models
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.people import User


class Process(models.Model):
    """A process of the site; `seen_at` is its last heartbeat.

    `host` identifies the machine until it reboots, `began` is the start time of the process as
    reported by the operating system, and `number` is its process id; together they are unique.
    `seed_key` is the fingerprint of its seed key, empty for versions without encrypted seeds.
    """

    class Kind(models.TextChoices):
        """The kind of process."""

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
    """The tables that a user has open through one process, as game codes.

    `looks` maps the code of each table with a visible page to the Unix time of its last use, in
    milliseconds.
    """

    process = models.ForeignKey(Process, models.CASCADE, related_name="presences")
    user = models.ForeignKey(User, models.CASCADE, related_name="presences")
    codes = DocumentField(default=list)
    looks = DocumentField(default=dict, db_default={})

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["process", "user"], name="presence_once"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} at {', '.join(self.codes)}"
