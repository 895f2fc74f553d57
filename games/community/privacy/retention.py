"""Retention periods of data that is not needed for playing.

Workers delete expired data once a day (`games.web.worker.hourly`); `manage.py retention` does so at
once.
"""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from games.community.circles import invitations
from games.community.notices.shared.hooks import forget_hooks
from games.community.trust import linked_accounts
from games.models import Game, Message, Report, TableInvitation

TALK_DAYS = 365
"""How long table talk is kept after its game has ended."""

REMOVED_DAYS = 90
"""How long the text of a removed message is kept."""

INVITATION_DAYS = 30
"""How long an invitation by name is kept after its game has ended."""

EVIDENCE_DAYS = 180
"""How long the evidence of a report is kept after the decision."""


def forget_talk() -> int:
    """Delete the table talk of games that ended or were cancelled more than TALK_DAYS ago."""
    limit = timezone.now() - timedelta(days=TALK_DAYS)
    is_over = Q(game__status=Game.Status.OVER, game__moved_at__lt=limit)
    is_cancelled = Q(game__status=Game.Status.CANCELLED, game__changed_at__lt=limit)
    return Message.objects.filter(is_over | is_cancelled).delete()[0]


def forget_removed() -> int:
    """Clear the text of messages removed more than REMOVED_DAYS ago; the rows stay."""
    limit = timezone.now() - timedelta(days=REMOVED_DAYS)
    return Message.objects.filter(removed_at__lt=limit).exclude(text="").update(text="")


def forget_evidence() -> int:
    """Clear the evidence of reports decided more than EVIDENCE_DAYS ago; keep the rest."""
    limit = timezone.now() - timedelta(days=EVIDENCE_DAYS)
    done = (Report.Status.DECIDED, Report.Status.CLOSED)
    old = Report.objects.filter(status__in=done, decided_at__lt=limit)
    return old.exclude(evidence={}).update(evidence={})


def forget_invitations() -> int:
    """Delete answers to invitations once the game has begun, and invitations to games long over."""
    limit = timezone.now() - timedelta(days=INVITATION_DAYS)
    is_answered = Q(declined_at__isnull=False) & ~Q(game__status=Game.Status.OPEN)
    ended = (Game.Status.OVER, Game.Status.CANCELLED)
    is_old = Q(game__status__in=ended, game__changed_at__lt=limit)
    return TableInvitation.objects.filter(is_answered | is_old).delete()[0]


def forget_sessions() -> int:
    """Delete expired sessions."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


RETENTION: dict[str, Callable[[], int]] = {
    "old chat messages": forget_talk,
    "texts of removed messages": forget_removed,
    "evidence of old reports": forget_evidence,
    "old invitations": forget_invitations,
    "old invitations to circles": invitations.forget_invitations,
    "network traces": linked_accounts.forget_traces,
    "webhooks of games": forget_hooks,
    "expired sessions": forget_sessions,
}
"""The retention tasks by what they delete; each returns a count. The moderation record is kept."""
