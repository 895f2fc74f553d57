"""Users muted by a visitor; their messages and pact texts are hidden from the visitor."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from games.drawing.display.seating import Seating
from games.models import User


def muted_by(user: User | AnonymousUser) -> list[int]:
    """Return the primary keys of the users whom a visitor has muted."""
    if not user.is_authenticated:
        return []
    return list(user.muted.values_list("pk", flat=True))


def seats_of(seating: Seating, muted: Collection[int]) -> list[int]:
    """Return the seats of muted users at a table."""
    return [number for number, seat in enumerate(seating.seats) if seat.user in muted]
