"""People whom a user has blocked.

They cannot join the user's tables, which refuse them as a full table does, nor invite the user to a
rematch. Their messages and the words of their pacts are hidden from the user; the pacts arrive
(DIP-1). Nothing may tell them that they are blocked.
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from games.drawing.display.seating import Seating
from games.models import User


def block(user: User, other: User) -> None:
    """Add another person to those whom a user has blocked."""
    user.blocked.add(other)


def unblock(user: User, other: User) -> None:
    """Remove a person from those whom a user has blocked."""
    user.blocked.remove(other)


def blocked_by(user: User | AnonymousUser) -> list[int]:
    """Return the primary keys of the people whom a visitor has blocked."""
    if not user.is_authenticated:
        return []
    return list(user.blocked.values_list("pk", flat=True))


def blockers_of(user: User, among: Collection[int | None]) -> set[int]:
    """Return the primary keys of those `among` some users who have blocked a user."""
    rows = User.blocked.through.objects.filter(from_user__in=among, to_user=user)
    return set(rows.values_list("from_user", flat=True))


def seats_of(seating: Seating, blocked: Collection[int]) -> list[int]:
    """Return the seats of blocked people at a table."""
    return [number for number, seat in enumerate(seating.seats) if seat.user in blocked]
