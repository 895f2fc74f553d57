"""Whose an e-mail address is: the account's that confirmed it, else the oldest claim's.

Several accounts may claim an address nobody has confirmed: refusing the second would tell who has
an account. One of them owns it, and alone gets what is sent for it.
"""

from dataclasses import dataclass

from allauth.account.models import EmailAddress

from games.models import User


@dataclass(frozen=True, slots=True)
class Owner:
    """An account, and its address as it is stored."""

    user: User
    address: str


def is_confirmed(address: str) -> bool:
    """Say whether an account has confirmed an address."""
    return EmailAddress.objects.is_verified(address)


def owner_of(address: str) -> Owner | None:
    """Return the account an address belongs to; None where no account has it."""
    claims = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    # Confirmed ones come first, then the oldest: a later claim takes nothing from anybody.
    claim = claims.order_by("-verified", "pk").first()
    if claim is not None:
        return Owner(claim.user, claim.email)
    # Accounts made by a command have an address only on the user itself.
    user = User.objects.filter(email__iexact=address, emailaddress=None).order_by("pk").first()
    return user and Owner(user, user.email)


def newest_claim(address: str) -> User | None:
    """Return the account that claimed an address last."""
    claims = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    claim = claims.order_by("-pk").first()
    return claim and claim.user
