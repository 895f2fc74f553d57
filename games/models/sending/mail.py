"""Outgoing mail, sent by a worker."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import DocumentField


class OutgoingMail(models.Model):
    """An email in the outbox. Only the worker that sends it reads it: no page or export shows it.

    `content` may contain a secret link; it is cleared when the email is sent or dropped.
    `recipient` is a keyed digest of the address, used to count emails per address. `network` is a
    keyed digest of the network from which a confirmation email was requested, "" for other emails.
    """

    class Kind(models.TextChoices):
        """The purpose of an email; each kind has its own limits and lifetime."""

        RESET = "reset"
        UNCONFIRMED_RESET = "claimed"
        CONFIRMATION = "confirm"
        CHANGE = "change"
        OTHER = "other"

    class State(models.TextChoices):
        """The state of the email."""

        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=8, choices=Kind)
    recipient = models.CharField(max_length=64)
    network = models.CharField(max_length=32, default="", db_default="")
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
