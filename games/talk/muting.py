"""Whom a visitor does not want to read: what they say in talk, and in the words of pacts."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from games.display.seating import Seating
from games.models import User


def muted_by(user: User | AnonymousUser) -> list[int]:
    """Return the numbers of the users whom a visitor has muted."""
    if not user.is_authenticated:
        return []
    return list(user.muted.values_list("pk", flat=True))


def seats_of(seating: Seating, muted: Collection[int]) -> list[int]:
    """Return the seats at a table of those who are muted."""
    return [number for number, seat in enumerate(seating.seats) if seat.user in muted]
