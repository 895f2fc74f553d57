"""What the library for accounts is told about this site: names, words, and who gets mail."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from allauth.mfa.adapter import DefaultMFAAdapter
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.models import User
from games.moderation import appeals
from games.notices import outbox
from games.people.accounts import verify_new_name
from games.people.preferences import preferences_of, remember_theme
from games.trust import email_addresses
from games.trust.networks import consume_wide, network_of
from games.trust.restrictions import why_kept_out

_NOT_RIGHT = "The name or address and the password do not belong together."
_CONFIRMATIONS = (
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
)
"""The only mails stored for an address that nobody has confirmed yet."""

_TO_OLD_ADDRESS = "account/email/email_changed"


class AccountAdapter(DefaultAccountAdapter):
    """Accounts as this site has them."""

    error_messages = {  # noqa: RUF012 - the library's own way
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account has been closed.",
        "duplicate_email": "This is the address of your account already.",
        "email_password_mismatch": _NOT_RIGHT,
        "username_password_mismatch": _NOT_RIGHT,
        "invalid_login": _NOT_RIGHT,
        "enter_current_password": "This is not your password.",
        "incorrect_password": "This is not your password.",
        "incorrect_code": "This code is not right, or no longer.",
        "invalid_password_reset": "This link has been used already, or is too old.",
        "rate_limited": "You have tried this often: wait a few minutes.",
        "too_many_login_attempts": "There were too many attempts: wait a few minutes.",
    }

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by name and network: nobody can lock somebody else out."""
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} from {network_of(self.get_client_ip(request))}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a guess beyond the limits, those of a whole /48 included."""
        super().pre_authenticate(request, **credentials)
        if not consume_wide(request, "login_failed"):
            raise self.validation_error("too_many_login_attempts")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse a name that nobody, or somebody else, can have."""
        verify_new_name(username)
        return username

    def is_safe_url(self, url: str) -> bool:
        """Say whether one may be led to an address; what is none leads nowhere."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Go on where the address is shown; to the log-in page who is not logged in."""
        is_in = self.request.user.is_authenticated
        return reverse("account_email" if is_in else "account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Go back to the settings."""
        return reverse("preferences")

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell who is suspended or banned so, in place of logging them in."""
        sentence = why_kept_out(user)
        if sentence is not None:
            clear_login(request)
            context = {"sentence": sentence, "appeal": appeals.path_for(user)}
            return render(request, "people/refused.html", context, status=403)
        return super().pre_login(request, user, **kwargs)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Bring the person's own light or dark to this browser."""
        response = super().post_login(request, user, **kwargs)
        theme = preferences_of(user)["theme"]
        if "theme" in user.preferences:
            remember_theme(response, theme)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Store mail to confirmed addresses, and to others only to confirm them."""
        if template_prefix in _CONFIRMATIONS:
            self.store(template_prefix, email, context, outbox.Kind.CONFIRMATION)
        elif email_addresses.is_confirmed(email):
            self.store(template_prefix, email, context)

    def store(
        self,
        template_prefix: str,
        email: str,
        context: dict[str, Any],
        kind: outbox.Kind = outbox.Kind.OTHER,
    ) -> None:
        """Store mail in the outbox, in the transaction of what it is about."""
        message = self.render_mail(template_prefix, email, {"email": email, **context})
        outbox.enqueue(message, kind)

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: EmailAddress, signup: bool
    ) -> bool:
        """Leave the mail of a sign-up to its form, which stores it together with the account."""
        return not signup


@receiver(email_changed)
def tell_old_address(
    request: HttpRequest,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    """Tell the address that was verified until now that another has taken its place."""
    if from_email_address is not None and from_email_address.verified:
        context = {"to_email": to_email_address.email}
        AccountAdapter(request).store(_TO_OLD_ADDRESS, from_email_address.email, context)


class SecondStepAdapter(DefaultMFAAdapter):
    """The second step of logging in, in this site's words."""

    error_messages = {  # noqa: RUF012 - the library's own way
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": "Set up the second step first.",
        "incorrect_code": "This code is not right, or no longer.",
    }

    def get_totp_label(self, user: User) -> str:
        """Name the account in somebody's authenticator by the display name."""
        return user.name
