"""Moderation roles, in order of increasing permissions: moderator, senior and operator."""

from enum import IntEnum

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from games.models import User


class Role(IntEnum):
    """A user's role in running the site; each role has the permissions of the roles before it."""

    NOBODY = 0
    MODERATOR = 1
    SENIOR = 2
    OPERATOR = 3

    @property
    def title(self) -> str:
        """Return the role's name, which is also the name of its group."""
        return self.name.lower()


LOOKS_AT = {
    Role.MODERATOR: ("report", "user", "game", "circle", "measure"),
    Role.SENIOR: ("report", "user", "game", "circle", "measure", "action"),
    Role.OPERATOR: (
        "report", "user", "game", "circle", "measure", "action", "sitesettings",
        "notice", "delivery", "tablewebhook", "tablemessage",
    ),
}  # fmt: skip
"""The lists of the admin that each role may view. Each action checks the role itself."""

ROLES = tuple(LOOKS_AT)


def role_of(user: User) -> Role:
    """Return a user's highest role; superusers are operators."""
    if not user.is_active or not user.is_staff:
        return Role.NOBODY
    if user.is_superuser:
        return Role.OPERATOR
    names = set(user.groups.values_list("name", flat=True))
    return max((role for role in ROLES if role.title in names), default=Role.NOBODY)


def may_come_in(user: User) -> bool:
    """Return whether a user may open the admin: they need a role and a second factor."""
    return user.is_authenticated and role_of(user) > Role.NOBODY and is_mfa_enabled(user)


def settle_groups(**kwargs: object) -> None:
    """Create the roles' groups and set their exact permissions; runs after every migrate."""
    for role, names in LOOKS_AT.items():
        group, _ = Group.objects.get_or_create(name=role.title)
        wanted = Q()
        for name in names:
            wanted |= Q(codename=f"view_{name}", content_type__app_label="games")
        group.permissions.set(Permission.objects.filter(wanted))


def give_role(user: User, role: Role) -> None:
    """Set a user's role, replacing any other; NOBODY removes it."""
    user.groups.remove(*Group.objects.filter(name__in=[one.title for one in ROLES]))
    if role is not Role.NOBODY:
        user.groups.add(Group.objects.get(name=role.title))
    user.is_staff = role is not Role.NOBODY
    user.save(update_fields=["is_staff"])
