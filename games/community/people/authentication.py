"""Password login with name or email address; its duration is the same for every address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.community.trust import email_addresses
from games.models import User

TRIED = 3
"""The maximum number of accounts whose passwords are checked for one address."""


class LoginBackend(AuthenticationBackend):
    """Login backend that computes equally many hashes however many accounts claim an address."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the user with these credentials.

        Raises PermissionDenied for a wrong password, which keeps Django from trying other backends.
        """
        user: User | None = super().authenticate(request, **credentials)
        if user is None and credentials.get("password"):
            raise PermissionDenied
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        # A login with an address sends it as both username and email: try it only once.
        if credentials.get("username") == credentials.get("email"):
            credentials.pop("username", None)
        user: User | None = super()._authenticate(request, **credentials)
        return user

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        if "@" not in email:
            return None
        # Try claims too: a failed login would show that the address has another owner.
        found = email_addresses.claimants(email, TRIED)
        for user in found:
            if self._check_password(user, password):
                return user
        # Timing must not reveal the number of accounts.
        for _ in range(TRIED - len(found)):
            self._mitigate_timing_attack(password)
        self._did_check_password = True
        return None
