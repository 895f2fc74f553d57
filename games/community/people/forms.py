"""Account forms: allauth's with our labels, and our own."""

import zoneinfo
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField, SetPasswordField
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as second_step
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.community.notices.sending import outbox
from games.community.people.accounts import NameTaken, verify_new_name
from games.community.people.preferences import PREFERENCES
from games.community.trust.email_addresses import is_disposable
from games.models import User
from games.models.display_names import LONGEST_NAME, SHORTEST_NAME

_NAME_HELP = "Other players see it. {fewest} to {most} characters."
NAME_HELP = _NAME_HELP.format(fewest=SHORTEST_NAME, most=LONGEST_NAME)
PASSWORD_HELP = "At least 8 characters, and not a common password."  # noqa: S105 - help
EMAIL_HELP = "Nobody else can see it."
CODE_HELP = "Six digits from your authenticator app, or a recovery code."
_LABELS = {
    "login": "Name or email",
    "username": "Name",
    "email": "Email",
    "password": "Password",
    "oldpassword": "Current password",
    "code": "Code",
}
_NO_PLACES = ("Etc/", "SystemV/", "US/")
"""Prefixes of time zones that are not named after places, or are aliases of others."""

_NEW_LABELS = {"password1": "New password", "password2": "New password, again"}


Words = dict[str, str]
"""Labels or help texts by field name."""


class Plain(forms.Form):
    """Mixin that gives allauth's fields our labels and help texts, without placeholders."""

    labels: ClassVar[Words] = _LABELS
    helps: ClassVar[Words] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, "")


def verify_lasting(address: str) -> None:
    """Raise ValidationError for an address of a service for disposable mail."""
    if is_disposable(address):
        raise ValidationError("Disposable addresses aren’t accepted. Use one that you will keep.")


class LastingEmail(forms.Form):
    """Mixin that refuses disposable addresses."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(verify_lasting)


def time_zones() -> list[str]:
    """Return the names of the time zones on offer, UTC first, then in alphabetical order."""
    names = (name for name in zoneinfo.available_timezones() if "/" in name)
    return ["UTC", *sorted(name for name in names if not name.startswith(_NO_PLACES))]


class DeviceZoneField(forms.CharField):
    """The device's time zone, filled in by a script; UTC if scripts are disabled."""

    def __init__(self) -> None:
        widget = forms.HiddenInput(attrs={"data-device-zone": ""})
        super().__init__(required=False, widget=widget)

    def clean(self, value: Any) -> str:
        """Return the zone, or UTC if it is unknown: users cannot correct a hidden field."""
        return value if value in time_zones() else "UTC"


class SignupForm(LastingEmail, Plain, account.SignupForm):
    """Sign up with name, address and password."""

    time_zone = DeviceZoneField()

    labels: ClassVar[Words] = {**_LABELS, "password1": "Password"}
    helps: ClassVar[Words] = {
        "username": NAME_HELP,
        "email": EMAIL_HELP,
        "password1": PASSWORD_HELP,
    }

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Save the time zone, and the password hash that was computed before the transaction."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.password = self._hashed
        user.save(update_fields=["time_zone", "password"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the user and queue the confirmation mail in one transaction.

        If a concurrent sign-up took the name first, redirect to the form with an error.
        """
        # Hashing is slow on purpose, so it runs before the transaction.
        self._hashed = make_password(self.cleaned_data.pop("password1"))
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                if user is not None:
                    address = EmailAddress.objects.get(user=user)
                    send_verification_email_to_address(request, address, signup=True)
                return user, response
        except IntegrityError:
            messages.error(request, NameTaken().message)
            return None, redirect("account_signup")


LONGEST_LOGIN = 254
"""The length of the longest valid address; names are shorter."""


class LoginForm(Plain, account.LoginForm):
    """Log in with name or email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        # Some databases reject longer values in a comparison.
        too_long = get_adapter().error_messages["invalid_login"]
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_LOGIN, too_long))


class AddEmailForm(LastingEmail, Plain, account.AddEmailForm):
    """Change the email address."""

    labels: ClassVar[Words] = {"email": "New email"}


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    """Change the password."""

    labels: ClassVar[Words] = {**_LABELS, **_NEW_LABELS}
    helps: ClassVar[Words] = {"password1": PASSWORD_HELP}


class SetPasswordForm(Plain, account.SetPasswordForm):
    """Set a first password."""

    labels: ClassVar[Words] = _NEW_LABELS
    helps: ClassVar[Words] = {"password1": PASSWORD_HELP}


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    """Ask for a link to set another password."""

    def clean_email(self) -> str:
        """Normalize the address without looking up its account: timing would reveal the result."""
        email: str = get_adapter().clean_email(self.cleaned_data["email"])
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Queue the request; a worker looks up the account and sends the mail."""
        email: str = self.cleaned_data["email"]
        outbox.enqueue_reset(email)
        return email


class ResetPasswordKeyForm(Plain, account.ResetPasswordKeyForm):
    """Set a new password through the link in the email."""

    labels: ClassVar[Words] = _NEW_LABELS
    helps: ClassVar[Words] = {"password1": PASSWORD_HELP}


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    """Reauthenticate with the password."""


class AuthenticateForm(Plain, second_step.AuthenticateForm):
    """Log in: enter the code of the second factor."""

    helps: ClassVar[Words] = {"code": CODE_HELP}


class ReauthenticateByCodeForm(Plain, second_step.ReauthenticateForm):
    """Reauthenticate with a code of the second factor."""

    helps: ClassVar[Words] = {"code": CODE_HELP}


class ActivateForm(Plain, ActivateTOTPForm):
    """Set up an authenticator."""

    helps: ClassVar[Words] = {"code": "The six digits your authenticator shows now."}


class NameForm(forms.Form):
    """Change a user's name."""

    name = forms.CharField(label="Name", max_length=LONGEST_NAME, help_text=NAME_HELP)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"

    def clean_name(self) -> str:
        """Reject a name that is not allowed or is taken."""
        name: str = self.cleaned_data["name"]
        verify_new_name(name, self.user)
        return name


class KeepGamesForm(LastingEmail, NameForm):
    """Turn a guest into a user with an account."""

    email = EmailField(label="Email", help_text=EMAIL_HELP)
    password = SetPasswordField(label="Password", help_text=PASSWORD_HELP)
    time_zone = DeviceZoneField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_password(self) -> str:
        """Run the password validators, which reject passwords similar to the name or address."""
        password: str = self.cleaned_data["password"]
        known = User(name=self.data.get("name", ""), email=self.data.get("email", ""))
        get_adapter().clean_password(password, user=known)
        return password


class DeleteForm(forms.Form):
    """Confirm the deletion of an account with the password, if the user has one."""

    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Reject a wrong password."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise ValidationError("That’s not your password.")
        return password


def _zone_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in time_zones()]


class PreferencesForm(forms.Form):
    """The preferences and the time zone."""

    time_zone = forms.ChoiceField(
        label="Time zone",
        choices=_zone_choices,
        help_text="Used for the times you see, your vacations and your quiet hours.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, preference in PREFERENCES.items():
            self.fields[name] = forms.ChoiceField(
                label=preference.label,
                choices=preference.choices,
                help_text=preference.help,
                widget=forms.RadioSelect,
            )
        self.order_fields([*PREFERENCES, "time_zone"])

    def chosen(self) -> dict[str, str]:
        """Return the chosen value of each preference."""
        return {name: self.cleaned_data[name] for name in PREFERENCES}
