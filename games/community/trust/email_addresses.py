"""Email addresses: their owners, whether they are confirmed, and whether they are disposable.

Several accounts may claim the same unconfirmed address, as rejecting the second would reveal that
the address has an account. Its owner is the account that confirmed it, else the oldest claim; only
the owner gets mail such as password resets.
"""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from disposable_email_domains import blocklist
from django.conf import settings
from django.db.models import F
from django.utils.encoding import punycode

from games.models import User


@dataclass(frozen=True, slots=True)
class Owner:
    """An account and its stored spelling of the address."""

    user: User
    address: str


def is_confirmed(address: str) -> bool:
    """Return whether any account has confirmed an address."""
    found: bool = EmailAddress.objects.is_verified(address)
    return found


def owner_of(address: str) -> Owner | None:
    """Return the owner of an address; None if no account has it."""
    claims = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    # Confirmed first, then the oldest, so that a later claim cannot take an address over.
    claim = claims.order_by("-verified", "pk").first()
    if claim is not None:
        return Owner(claim.user, claim.email)
    # Accounts created by a management command have no EmailAddress row, only `User.email`.
    user = User.objects.filter(email__iexact=address, emailaddress=None).order_by("pk").first()
    return Owner(user, user.email) if user else None


def claimants(address: str, most: int) -> list[User]:
    """Return the accounts that may log in with an address, at most `most` of them.

    These are its owner, the newest claim, and the other claims that logged in last.
    """
    owner = owner_of(address)
    claims = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    newest = claims.order_by("-pk")[:1]
    used = claims.order_by(F("user__last_login").desc(nulls_last=True), "-pk")[:most]
    found = [owner.user] if owner else []
    found += [claim.user for claim in (*newest, *used)]
    return list(dict.fromkeys(found))[:most]


def has_confirmed(user: User) -> bool:
    """Return whether a user has an account with a confirmed address.

    Without a mail server nobody can confirm one, so every account counts as confirmed.
    """
    if user.is_guest:
        return False
    return (
        not settings.HAS_MAIL_SERVER
        or EmailAddress.objects.filter(user=user, verified=True).exists()
    )


def is_disposable(address: str) -> bool:
    """Return whether an address belongs to a service for disposable addresses."""
    try:
        domain = punycode(address.rpartition("@")[2]).lower()
    except UnicodeError:
        return False
    parts = domain.split(".")
    return any(".".join(parts[place:]) in blocklist for place in range(len(parts)))
