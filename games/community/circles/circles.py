"""Found a circle, look at it, lock it, and change its name and visibility."""

from typing import NoReturn

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.community.lobby.forms import clean_title
from games.community.trust.restrictions import verify_may
from games.exceptions import LimitReached, Refused
from games.models import LONGEST_CIRCLE_NAME, Circle, CircleMember, Measure, User
from games.models.games import new_invitation

MOST_CIRCLES = 20
"""The maximum number of circles that a person is in."""

MOST_MEMBERS = 50
"""The maximum number of members of a circle."""


class NoSuchCircle(Refused):
    """The circle does not exist, or the user may not know of it."""


class NotOwner(Refused):
    """Only the owner of the circle may do this."""


class NeedsAccount(Refused):
    """A guest tried to found or join a circle."""


def no_such_circle() -> NoReturn:
    """Raise NoSuchCircle; the text is the same for circles that the user may not see."""
    raise NoSuchCircle("That circle doesn’t exist.")


def clean_circle_name(text: str) -> str:
    """Return a circle's name as one line; raise ValidationError if it is empty or invalid."""
    name = clean_title(text, LONGEST_CIRCLE_NAME)
    if not name:
        raise ValidationError("Give the circle a name.")
    return name


@transaction.atomic
def found(user: User, name: str) -> Circle:
    """Found a circle with one member, its owner.

    Raises NeedsAccount, Barred, LimitReached, or ValidationError for an invalid name.
    """
    verify_may_be_in_circles(user)
    circle = Circle.objects.create(name=clean_circle_name(name), owner=user)
    CircleMember.objects.create(circle=circle, user=user)
    return circle


def verify_may_be_in_circles(user: User) -> None:
    """Lock a user; raise NeedsAccount, Barred or LimitReached if they may not join a circle."""
    if user.is_guest:
        raise NeedsAccount("You need an account to be in a circle.")
    verify_may(user, Measure.Kind.LIMIT)
    # Serialize concurrent requests, so that each counts the circles of the others.
    User.objects.lock(user.pk)
    if CircleMember.objects.filter(user=user).count() >= MOST_CIRCLES:
        raise LimitReached("You’re already in {most} circles. Leave one first.", most=MOST_CIRCLES)


# Looking


def visible_circle(code: str, visitor: User | AnonymousUser) -> tuple[Circle, bool]:
    """Return a circle with its owner, and whether the visitor is a member.

    Raises NoSuchCircle if the visitor may not see it: only members see a circle that is not open.
    """
    own = CircleMember.objects.filter(circle=OuterRef("pk"), user=visitor.pk or 0)
    circles = Circle.objects.select_related("owner").annotate(is_in=Exists(own))
    circle = circles.filter(code=code).first()
    if circle is None or not (circle.is_in or circle.is_open):
        no_such_circle()
    return circle, circle.is_in


def own_circle(circle: int | None, visitor: User | AnonymousUser) -> Circle | None:
    """Return a game's circle if the visitor is a member; runs no query if it has none."""
    if circle is None:
        return None
    return Circle.objects.filter(pk=circle, members__user=visitor.pk).first()


def lock_circle(code: str) -> Circle:
    """Lock a circle until the transaction ends; raise NoSuchCircle if there is none."""
    circle = Circle.objects.select_for_update(no_key=True).filter(code=code).first()
    return circle or no_such_circle()


def lock_circle_of(code: str, member: User) -> Circle:
    """Lock a circle; raise NoSuchCircle if the user is not one of its members."""
    circle = lock_circle(code)
    if not circle.members.filter(user=member).exists():
        no_such_circle()
    return circle


def lock_own_circle(code: str, owner: User) -> Circle:
    """Lock a circle; raise NoSuchCircle or NotOwner for anybody but its owner."""
    circle = lock_circle_of(code, owner)
    verify_owner(circle, owner)
    return circle


def verify_owner(circle: Circle, user: User) -> None:
    """Raise NotOwner for anybody but the owner of a circle."""
    if circle.owner_id != user.pk:
        raise NotOwner("Only the owner of the circle can do that.")


# The owner's settings


@transaction.atomic
def change(code: str, owner: User, *, name: str, is_open: bool) -> None:
    """Rename a circle, and open its page to everybody or close it.

    Raises NoSuchCircle, NotOwner, Barred, or ValidationError for an invalid name.
    """
    circle = lock_own_circle(code, owner)
    verify_may(owner, Measure.Kind.LIMIT)
    circle.name, circle.is_open = clean_circle_name(name), is_open
    circle.save(update_fields=["name", "is_open"])


@transaction.atomic
def renew_link(code: str, owner: User) -> None:
    """Replace the invitation link: the old one no longer leads to the circle."""
    circle = lock_own_circle(code, owner)
    circle.invitation = new_invitation()
    circle.save(update_fields=["invitation"])
