"""Who may moderate: three roles, each with all that the one before it has, and no more."""

from enum import IntEnum

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from games.models import User


class Role(IntEnum):
    """What somebody may do for the house; each role may do what the ones before it may."""

    NOBODY = 0
    MODERATOR = 1
    SENIOR = 2
    OPERATOR = 3

    @property
    def title(self) -> str:
        """Return its name, which is the name of its group."""
        return self.name.lower()


LOOKS_AT = {
    Role.MODERATOR: ("report", "user", "game", "measure"),
    Role.SENIOR: ("report", "user", "game", "measure", "action"),
    Role.OPERATOR: (
        *("report", "user", "game", "measure", "action", "house"),
        *("notice", "delivery"),
    ),
}
"""Which lists a role may look at; whatever it may do there is checked by the use cases."""

ROLES = tuple(LOOKS_AT)


def role_of(user: User) -> Role:
    """Return the highest role of a user; who was made superuser is an operator."""
    if not user.is_active or not user.is_staff:
        return Role.NOBODY
    if user.is_superuser:
        return Role.OPERATOR
    names = set(user.groups.values_list("name", flat=True))
    return max((role for role in ROLES if role.title in names), default=Role.NOBODY)


def may_come_in(user: User) -> bool:
    """Say whether a user may see the admin: they have a role, and a second step."""
    return user.is_authenticated and role_of(user) > Role.NOBODY and is_mfa_enabled(user)


def settle_groups(**_: object) -> None:
    """Make the groups of the roles, each with exactly its permissions; after every migrate."""
    for role, names in LOOKS_AT.items():
        group, _ = Group.objects.get_or_create(name=role.title)
        wanted = Q()
        for name in names:
            wanted |= Q(codename=f"view_{name}", content_type__app_label="games")
        group.permissions.set(Permission.objects.filter(wanted))


def give_role(user: User, role: Role) -> None:
    """Give a user this role and no other; NOBODY takes it away."""
    user.groups.remove(*Group.objects.filter(name__in=[one.title for one in ROLES]))
    if role is not Role.NOBODY:
        user.groups.add(Group.objects.get(name=role.title))
    user.is_staff = role is not Role.NOBODY
    user.save(update_fields=["is_staff"])
