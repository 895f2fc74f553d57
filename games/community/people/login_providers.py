"""Providers that people may log in with: which are on offer, and what they say about a person."""

from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.models import SocialLogin
from django.conf import settings

from games.community.trust.roles import Role, role_of
from games.models import User

NAMES = {"google": "Google", "discord": "Discord", "github": "GitHub"}


def offered() -> dict[str, str]:
    """Return the names of the providers for which the operator has set keys, by id."""
    return {key: name for key, name in NAMES.items() if key in settings.SOCIALACCOUNT_PROVIDERS}


def confirmed_addresses(login: SocialLogin) -> list[str]:
    """Return the addresses that the provider has verified, in lower case, the main one first."""
    return [each.email.lower() for each in login.email_addresses if each.verified]


def may_join(user: User) -> bool:
    """Return whether a verified address alone may connect a provider to an account.

    Accounts with a second step or a role connect a provider only from their settings: otherwise a
    stolen mailbox would add a way to log in.
    """
    return user.is_active and not is_mfa_enabled(user) and role_of(user) is Role.NOBODY
