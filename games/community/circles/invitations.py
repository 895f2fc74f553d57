"""Invitations to a circle: by its link, and by name."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.community.circles.circles import MOST_MEMBERS, lock_circle_of, no_such_circle
from games.community.notices.sources.from_circles import notify_declined, notify_invited
from games.community.trust.blocking import blockers_of
from games.community.trust.restrictions import verify_may
from games.exceptions import LimitReached, Refused, Stale
from games.models import Circle, CircleInvitation, Measure, User
from games.models.display_names import LONGEST_NAME, look_alike_key

INVITED_TO_CIRCLE = "circle invitation"
"""Session key for the code and token of the circle to which the visitor was invited last."""

INVITATION_DAYS = 90
"""How long an invitation by name is kept; until then nobody is invited again after a no."""


# By link


def invited_circle(code: str, token: str) -> Circle:
    """Return the circle of an invitation link, with its owner; raise NoSuchCircle if it is wrong.

    The refusal is that of a circle which does not exist.
    """
    circle = Circle.objects.select_related("owner").filter(code=code).first()
    if circle is None or not constant_time_compare(circle.invitation, token):
        no_such_circle()
    return circle


def remember_invitation(request: HttpRequest, circle: Circle) -> None:
    """Record in the session that sign-up and log-in lead back to an invitation."""
    request.session[INVITED_TO_CIRCLE] = [circle.code, circle.invitation]


def forget_invitation(request: HttpRequest) -> None:
    """Remove the invitation from the session."""
    request.session.pop(INVITED_TO_CIRCLE, None)


def invited_circle_path(request: HttpRequest) -> str:
    """Return the path of the visitor's last invitation to a circle; "" if there is none.

    A link that has been replaced since leads nowhere.
    """
    code, token = request.session.get(INVITED_TO_CIRCLE) or ("", "")
    if not code or not Circle.objects.filter(code=code, invitation=token).exists():
        return ""
    return reverse("circle_invitation", args=[code, token])


# By name


@transaction.atomic
def invite(code: str, host: User, name: str) -> User:
    """Invite a person by name; return them.

    A person who has blocked the host gets nothing, and the host reads what they read otherwise.
    Raises NoSuchCircle for anybody but members, Barred, LimitReached, Refused if there is nobody of
    this name, or Stale if they are a member or have been invited.
    """
    verify_may(host, Measure.Kind.LIMIT)
    circle = lock_circle_of(code, host)
    invited = _named(name)
    if circle.members.filter(user=invited).exists():
        raise Stale("{name} is already a member.", name=invited)
    if circle.invitations.filter(user=invited).exists():
        raise Stale("{name} has been invited already.", name=invited)
    if circle.members.count() + circle.invitations.count() >= MOST_MEMBERS:
        raise LimitReached(
            "A circle can have {most} members, invited ones included.", most=MOST_MEMBERS
        )
    CircleInvitation.objects.create(circle=circle, user=invited, by=host)
    if not blockers_of(host, [invited.pk]):
        notify_invited(circle, invited, host)
    return invited


def _named(name: str) -> User:
    key = look_alike_key(" ".join(name.split())[: 2 * LONGEST_NAME])
    user = User.objects.filter(name_key=key, is_active=True).first()
    if user is None:
        raise Refused("Nobody has that name. Check it, or send the link.")
    if user.is_guest:
        raise Refused("{name} is a guest. Send them the link: they need an account.", name=user)
    return user


def invitations_of(user: User) -> QuerySet[CircleInvitation]:
    """Return the invitations that wait for a person's answer; none from people they blocked."""
    waiting = CircleInvitation.objects.filter(user=user, declined_at=None)
    return (
        waiting.exclude(by__in=user.blocked.all())
        .select_related("circle", "by")
        .order_by("-made_at", "-pk")
    )


@transaction.atomic
def decline(code: str, user: User) -> None:
    """Decline an invitation by name, and tell its host; without an invitation nothing happens."""
    invitation = invitations_of(user).filter(circle__code=code).first()
    if invitation is None:
        return
    CircleInvitation.objects.filter(pk=invitation.pk).update(declined_at=timezone.now())
    notify_declined(invitation.circle, invitation.by, user)


def forget_invitations() -> int:
    """Delete the invitations by name older than INVITATION_DAYS; return how many."""
    limit = timezone.now() - timedelta(days=INVITATION_DAYS)
    return CircleInvitation.objects.filter(made_at__lt=limit).delete()[0]
