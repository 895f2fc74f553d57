"""The owner of an email address: the account that confirmed it, else the oldest claim.

Several accounts may claim the same unconfirmed address, as rejecting the second would reveal that
the address has an account. Only the owner gets mail such as password resets.
"""

from dataclasses import dataclass

from allauth.account.models import EmailAddress

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


def newest_claim(address: str) -> User | None:
    """Return the account that claimed an address last; None if no account has it."""
    claims = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    claim = claims.order_by("-pk").first()
    user: User | None = claim.user if claim else None
    return user
