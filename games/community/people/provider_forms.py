"""Forms for people whom a provider sends to us: they choose a name, and perhaps an address."""

from typing import Any, ClassVar

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.socialaccount import forms as provider
from allauth.socialaccount.internal.flows.signup import redirect_to_signup
from allauth.socialaccount.models import SocialLogin
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from games.community.people.accounts import NameTaken
from games.community.people.forms import (
    EMAIL_HELP,
    NAME_HELP,
    DeviceZoneField,
    KeepGamesForm,
    LastingEmail,
    Plain,
    Words,
)
from games.community.people.login_providers import NAMES, confirmed_addresses
from games.models import User
from games.models.display_names import LONGEST_NAME

_CONFIRMED = "Confirmed by {provider}. Nobody else can see it."


def _fix_address(field: forms.Field, login: SocialLogin) -> None:
    """Fill in the address that the provider has verified, if any, and do not let it be changed."""
    addresses = confirmed_addresses(login)
    if addresses:
        field.initial, field.disabled = addresses[0], True
        field.help_text = _CONFIRMED.format(provider=NAMES[login.account.provider])


class ProviderSignupForm(LastingEmail, Plain, provider.SignupForm):
    """Sign up with a provider: the name, and the address unless the provider has verified it."""

    time_zone = DeviceZoneField()

    helps: ClassVar[Words] = {"username": NAME_HELP, "email": EMAIL_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.pop("email", None)
        self.initial["username"] = self.initial.get("username", "")[:LONGEST_NAME]
        _fix_address(self.fields["email"], self.sociallogin)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Save the time zone."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the user, and queue the confirmation mail if it is needed, in one transaction.

        If a concurrent sign-up took the name first, redirect to the form with an error.
        """
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                for address in EmailAddress.objects.filter(user=user, verified=False):
                    send_verification_email_to_address(request, address, signup=True)
                return user, response
        except IntegrityError:
            messages.error(request, NameTaken().message)
            return None, redirect_to_signup(request, self.sociallogin)


class KeepGamesByProviderForm(KeepGamesForm):
    """Turn a guest into a user who logs in with a provider."""

    def __init__(self, user: User, login: SocialLogin, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        del self.fields["password"]
        _fix_address(self.fields["email"], login)
