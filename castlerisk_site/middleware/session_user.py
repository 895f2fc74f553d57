"""Middleware that takes the user of a request from a session that was read with its user."""

from functools import partial
from typing import cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from castlerisk_site.backends.sessions import SessionStore
from games.models import User


class SessionUserMiddleware(AuthenticationMiddleware):
    """Sets `request.user`, as Django does, but without a query of its own where possible."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user`."""
        super().process_request(request)
        request.user = SimpleLazyObject(partial(_user_of, request))  # type: ignore[assignment]


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    """Return the user who was read with the session if Django would accept them; else ask Django.

    Django ends a session whose user may no longer use it.
    """
    session = cast(SessionStore, request.session)
    user = session.user
    if (
        user is not None
        and user.is_active
        and session.get(SESSION_KEY) == str(user.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    ):
        return user
    return get_user(request)
