"""Members of a circle: join, leave, remove a member, hand the circle over.

Every function locks the circle; `games/storage/store/locks.py` has the order of locks.
"""

from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.community.circles.circles import (
    MOST_MEMBERS,
    lock_circle,
    lock_circle_of,
    lock_own_circle,
    no_such_circle,
    verify_may_be_in_circles,
)
from games.community.notices.shared.hooks import end_hooks
from games.community.notices.sources.from_circles import (
    notify_owner,
    notify_removed,
    post_next,
    withhold_games,
)
from games.exceptions import LimitReached, Refused, Stale
from games.models import Circle, CircleMember, Game, User
from games.models.games import new_invitation
from games.storage.store.locks import lock_games


@transaction.atomic
def join(code: str, user: User, token: str = "") -> None:
    """Join a circle by the token of its link, or by an invitation by name.

    Raises NoSuchCircle without a valid invitation, NeedsAccount, Barred or LimitReached. A member
    stays a member.
    """
    verify_may_be_in_circles(user)
    circle = lock_circle(code)
    if circle.members.filter(user=user).exists():
        return
    by_name = circle.invitations.filter(user=user).exclude(by__in=user.blocked.all())
    if not constant_time_compare(circle.invitation, token) and not by_name.exists():
        no_such_circle()
    if circle.members.count() >= MOST_MEMBERS:
        raise LimitReached("This circle already has {most} members.", most=MOST_MEMBERS)
    CircleMember.objects.create(circle=circle, user=user)
    circle.invitations.filter(user=user).delete()


@transaction.atomic
def leave(code: str, user: User) -> None:
    """Leave a circle; the owner's place goes to the member who has been in it longest.

    With its last member the circle is deleted; its games stay. Raises NoSuchCircle.
    """
    User.objects.lock(user.pk)
    circle = lock_with_games(code)
    if not circle.members.filter(user=user).exists():
        no_such_circle()
    _depart(circle, user)


def lock_with_games(code: str) -> Circle:
    """Lock a circle that is perhaps deleted, and before it its games; raise NoSuchCircle."""
    lock_games(Game.objects.filter(circle__code=code))
    return lock_circle(code)


def leave_all(user: User) -> None:
    """Leave every circle; used when an account is deleted.

    The caller has locked the user and the games of the circles.
    """
    for code in list(user.circles.order_by("circle").values_list("circle__code", flat=True)):
        _depart(lock_circle_of(code, user), user)


def _depart(circle: Circle, user: User) -> None:
    circle.members.filter(user=user).delete()
    withhold_games(circle, [user.pk])
    end_hooks(circle, user)
    heir = circle.members.select_related("user").first()
    if heir is None:
        circle.delete()
    elif circle.owner_id == user.pk:
        _give_to(circle, heir.user)


def _give_to(circle: Circle, owner: User) -> None:
    # Monthly games are hosted by the owner, so the new owner must switch them on.
    was_monthly = circle.next_on is not None
    circle.owner, circle.next_on = owner, None
    circle.save(update_fields=["owner", "next_on"])
    notify_owner(circle)
    if was_monthly:
        post_next(circle)


@transaction.atomic
def remove(code: str, owner: User, name: str) -> None:
    """Remove a member; the invitation link is replaced, because they know it.

    Raises NoSuchCircle, NotOwner, Refused for the owner, or Stale if there is no such member.
    """
    circle = lock_own_circle(code, owner)
    member = verify_other_member(circle, owner, name)
    member.delete()
    end_hooks(circle, member.user)
    circle.invitations.filter(by=member.user).delete()
    circle.invitation = new_invitation()
    circle.save(update_fields=["invitation"])
    withhold_games(circle, [member.user_id])
    notify_removed(circle, member.user)


@transaction.atomic
def hand_over(code: str, owner: User, name: str) -> None:
    """Make another member the owner.

    Raises NoSuchCircle, NotOwner, Refused for the owner, or Stale if there is no such member.
    """
    circle = lock_own_circle(code, owner)
    _give_to(circle, verify_other_member(circle, owner, name).user)


def verify_other_member(circle: Circle, owner: User, name: str) -> CircleMember:
    """Return another member by name; raise Stale if there is none, and Refused for the owner."""
    member = circle.members.select_related("user").filter(user__name=name).first()
    if member is None:
        raise Stale("{name} is no longer a member of this circle.", name=name)
    if member.user_id == owner.pk:
        raise Refused("You’re the owner. Leave the circle, or hand it over first.")
    return member
