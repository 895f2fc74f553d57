"""How long what is not needed for playing is kept.

Workers delete it once a day (`games.chores`); `manage.py retention` does it at once.
"""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Game, Message, Report
from games.trust import linked_accounts

TALK_DAYS = 365
"""So long after its game ended what was said at a table is kept."""

REMOVED_DAYS = 90
"""So long the words of a message that was removed are kept."""

EVIDENCE_DAYS = 180
"""So long after its decision the evidence of a report is kept."""


def forget_talk() -> int:
    """Delete what was said at tables whose game ended long ago."""
    limit = timezone.now() - timedelta(days=TALK_DAYS)
    old = Message.objects.filter(game__status=Game.Status.OVER, game__moved_at__lt=limit)
    return old.delete()[0]


def forget_removed() -> int:
    """Delete the words of messages that were removed some time ago; that one stood there stays."""
    limit = timezone.now() - timedelta(days=REMOVED_DAYS)
    return Message.objects.filter(removed_at__lt=limit).exclude(text="").update(text="")


def forget_evidence() -> int:
    """Delete the evidence of reports that were decided long ago; decision and answers stay."""
    limit = timezone.now() - timedelta(days=EVIDENCE_DAYS)
    done = (Report.Status.DECIDED, Report.Status.CLOSED)
    old = Report.objects.filter(status__in=done, decided_at__lt=limit)
    return old.exclude(evidence={}).update(evidence={})


def forget_sessions() -> int:
    """Delete the sessions that have run out."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


RETENTION: dict[str, Callable[[], int]] = {
    "old talk": forget_talk,
    "words of removed messages": forget_removed,
    "evidence of old reports": forget_evidence,
    "traces of networks": linked_accounts.forget_traces,
    "sessions that ran out": forget_sessions,
}
"""What is deleted when; each says how many there were. The record of moderation is kept."""
