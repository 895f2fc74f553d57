"""Mail that waits for a worker to send it."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import DocumentField


class OutgoingMail(models.Model):
    """One mail of the outbox, for its sender alone: no page, list or export shows it.

    `content` may hold a secret link; it is emptied when the mail is sent or dropped. `recipient`
    is a keyed digest of the address, by which mails to one address are counted.
    """

    class Kind(models.TextChoices):
        """What the mail is for; each kind has its own limits and lifetime."""

        RESET = "reset"
        CONFIRMATION = "confirm"
        OTHER = "other"

    class State(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=8, choices=Kind)
    recipient = models.CharField(max_length=64)
    content = DocumentField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="mail_waiting"),
            models.Index(fields=["recipient", "made_at"], name="mail_recipient"),
            models.Index(fields=["made_at"], name="mail_made"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"
