"""Password login with name or email address, taking the same time for every address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.models import User
from games.trust import email_addresses


class LoginBackend(AuthenticationBackend):
    """Backend that tries at most two accounts for an address, however many claim it."""

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
        owner = email_addresses.owner_of(email)
        # Try the newest claim too: a failed login would show that the address has another owner.
        found = [owner.user if owner else None, email_addresses.newest_claim(email)]
        if found[0] == found[1]:
            found = found[:1]
        for user in found:
            if self._check_password(user, password):
                return user
        # Always compute two hashes, so that timing does not reveal the number of accounts.
        for _ in range(2 - sum(user is not None for user in found)):
            self._mitigate_timing_attack(password)
        self._did_check_password = True
        return None
