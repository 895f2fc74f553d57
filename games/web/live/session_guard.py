"""The login state that a socket depends on, and its periodic validation."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import User


@dataclass(frozen=True, slots=True)
class SessionGuard:
    """The login state when a socket was opened; the socket is closed once this becomes invalid."""

    session: str | None
    user: int | None
    password: str
    logins_ended: int = 0


def valid_guards(guards: Collection[SessionGuard]) -> set[SessionGuard]:
    """Return the guards that are still valid.

    A guard is valid while its session exists, its user is active, and the user has neither changed
    the password nor been logged out everywhere since the socket was opened.
    """
    sessions = set(
        Session.objects.filter(
            session_key__in=[guard.session for guard in guards if guard.session],
            expire_date__gt=timezone.now(),
        ).values_list("session_key", flat=True)
    )
    people = User.objects.filter(pk__in=[guard.user for guard in guards if guard.user])
    rows = people.filter(is_active=True).values_list("pk", "password", "logins_ended")
    known = {user: now for user, *now in rows}
    return {
        guard
        for guard in guards
        if (guard.session is None or guard.session in sessions)
        and (guard.user is None or known.get(guard.user) == [guard.password, guard.logins_ended])
    }
