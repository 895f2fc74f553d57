"""Adapters for django-allauth: names, error messages, login limits and mail."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress, EmailConfirmationMixin
from allauth.account.signals import email_changed
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.community.circles.invitations import invited_circle_path
from games.community.lobby.invitations.received import invited_path, last_invitation
from games.community.moderation import appeals
from games.community.notices.sending import outbox
from games.community.people.accounts import verify_new_name
from games.community.people.preferences import preferences_of, remember_theme
from games.community.trust import email_addresses
from games.community.trust.linked_accounts import client_network
from games.community.trust.networks import consume_wide, network_of
from games.community.trust.restrictions import why_kept_out
from games.models import User

_PASSKEY, _PASSKEY_NUMBER = "Passkey", "Passkey {number}"
_SITE = "Castlerisk"
_NOT_RIGHT = "Wrong name, email or password."
_CONFIRMATIONS = (
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
)
"""The only emails sent to an unconfirmed address."""

_TO_OLD_ADDRESS = "account/email/email_changed"


class AccountAdapter(DefaultAccountAdapter):
    """The account adapter of this site."""

    error_messages = {  # noqa: RUF012 - the library's own way
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account has been closed.",
        "duplicate_email": "This is already your address.",
        "email_password_mismatch": _NOT_RIGHT,
        "username_password_mismatch": _NOT_RIGHT,
        "invalid_login": _NOT_RIGHT,
        "enter_current_password": "That’s not your password.",
        "incorrect_password": "That’s not your password.",
        "incorrect_code": "That code is wrong or has expired.",
        "invalid_password_reset": "This link has already been used, or has expired.",
        "rate_limited": "Too many attempts. Wait a few minutes.",
        "too_many_login_attempts": "Too many attempts. Wait a few minutes.",
    }

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key for counting wrong passwords: by name and network.

        By name alone, an attacker could lock users out.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} from {network_of(self.get_client_ip(request))}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a login attempt beyond the rate limits, including the one per /48."""
        super().pre_authenticate(request, **credentials)
        if not consume_wide(request, "login_failed"):
            raise self.validation_error("too_many_login_attempts")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse a name that is not allowed or is taken."""
        verify_new_name(username)
        return username

    def is_safe_url(self, url: str) -> bool:
        """Return whether a redirect to `url` is safe; a malformed URL is not."""
        try:
            is_safe: bool = super().is_safe_url(url)
        except ValueError:
            return False
        return is_safe

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the circle or table to which the visitor is invited, or the lobby's."""
        default: str = super().get_login_redirect_url(request)
        return invited_circle_path(request) or invited_path(request) or default

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the circle or table to which the visitor is invited, or the lobby's."""
        default: str = super().get_signup_redirect_url(request)
        return invited_circle_path(request) or invited_path(request) or default

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationMixin
    ) -> str:
        """Return the URL that confirms an address; it leads on to the visitor's invitation.

        The mail may be opened in a browser that does not know of the invitation.
        """
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        invitation = last_invitation(request)
        path = invited_circle_path(request) or (invitation.path if invitation else "")
        return f"{url}?{urlencode({'next': path})}" if path else url

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return the URL of the page for email addresses, or of the login page if logged out."""
        is_in = self.request.user.is_authenticated
        return reverse("account_email" if is_in else "account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the settings."""
        return reverse("preferences")

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Show suspended and banned users the reason instead of logging them in."""
        sentence = why_kept_out(user)
        if sentence is not None:
            clear_login(request)
            context = {"sentence": sentence, "appeal": appeals.path_for(user)}
            return render(request, "community/people/refused.html", context, status=403)
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Set the browser's theme to the one that the user has chosen."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        theme = preferences_of(user)["theme"]
        if "theme" in user.preferences:
            remember_theme(response, theme)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send mail to confirmed addresses only, except for confirmations."""
        if template_prefix in _CONFIRMATIONS:
            has_other = EmailAddress.objects.filter(user=context["user"], verified=True).exists()
            kind = outbox.Kind.CHANGE if has_other else outbox.Kind.CONFIRMATION
            self.store(template_prefix, email, context, kind)
        elif email_addresses.is_confirmed(email):
            self.store(template_prefix, email, context)

    def store(
        self,
        template_prefix: str,
        email: str,
        context: dict[str, Any],
        kind: outbox.Kind = outbox.Kind.OTHER,
    ) -> None:
        """Add mail to the outbox, in the current transaction."""
        message = self.render_mail(template_prefix, email, {"email": email, **context})
        is_confirmation = template_prefix in _CONFIRMATIONS
        outbox.enqueue(message, kind, client_network(self.request) if is_confirmation else "")

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: EmailAddress, signup: bool
    ) -> bool:
        """Return False for a sign-up: `SignupForm` sends that email itself, in its transaction."""
        return not signup


@receiver(email_changed)
def notify_old_address(
    request: HttpRequest,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    """Tell the old address, if it was verified, that a new address has replaced it."""
    if from_email_address is not None and from_email_address.verified:
        context = {"to_email": to_email_address.email}
        AccountAdapter(request).store(_TO_OLD_ADDRESS, from_email_address.email, context)


class SecondStepAdapter(DefaultMFAAdapter):
    """The adapter for two-factor authentication, with this site's messages."""

    error_messages = {  # noqa: RUF012 - the library's own way
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": "Set up two-factor authentication first.",
        "incorrect_code": "That code is wrong or has expired.",
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site to which browsers bind a passkey: the host of its public address."""
        return {"id": urlsplit(settings.SITE_ADDRESS).hostname or "", "name": _SITE}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the name suggested for a new passkey."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _PASSKEY if number == 1 else _PASSKEY_NUMBER.format(number=number)

    def get_totp_label(self, user: User) -> str:
        """Return the display name, which labels the account in authenticator apps."""
        return user.name
