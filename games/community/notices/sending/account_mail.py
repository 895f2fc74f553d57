"""Account mail written by a worker, without a request."""

from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from games.community.notices.links import link
from games.community.trust import email_addresses

_RESET = "account/email/password_reset_key"


def reset_message(address: str) -> EmailMessage | None:
    """Return an email with a new password reset link; None if the address has no active account.

    The email goes to the address stored for the account, not to the typed address, as addresses
    that look alike may be different mailboxes.
    """
    # allauth's forms can be imported only once the apps are loaded.
    from allauth.account.forms import default_token_generator

    owner = email_addresses.owner_of(address)
    if owner is None or not owner.user.is_active:
        return None
    user = owner.user
    token = default_token_generator.make_token(user)
    names = {"uidb36": user_pk_to_url_str(user), "key": token}
    url = link(reverse("account_reset_password_from_key", kwargs=names))
    context = {"user": user, "username": str(user), "password_reset_url": url}
    subject = render_to_string(f"{_RESET}_subject.txt", context)
    return EmailMessage(
        " ".join(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}".split()),
        render_to_string(f"{_RESET}_message.txt", context).strip(),
        to=[owner.address],
        headers={"Auto-Submitted": "auto-generated"},
    )
