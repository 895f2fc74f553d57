"""Forms for passkeys: allauth's, with our labels and messages."""

import struct
from typing import Any, ClassVar

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError

from games.community.people.forms import Plain, Words

LONGEST_PASSKEY_NAME = 40
"""The maximum number of characters of a passkey's name."""

_FAILED = "That passkey isn’t known here, or you took too long. Try again."
_WRONG = "incorrect_code"
_MALFORMED = (AttributeError, LookupError, TypeError, ValueError, struct.error)
"""What the library raises for an answer that no device gives."""


class _Named(Plain):
    """Mixin that limits the length of a passkey's name."""

    labels: ClassVar[Words] = {"name": "Name"}
    helps: ClassVar[Words] = {"name": "Only you see it. It tells your passkeys apart."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attributes = {"maxlength": str(LONGEST_PASSKEY_NAME), "autocomplete": "off"}
        self.fields["name"].widget.attrs.update(attributes)

    def clean(self) -> dict[str, Any]:
        """Shorten a name that is too long: the device has stored its passkey already."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        cleaned["name"] = cleaned.get("name", "")[:LONGEST_PASSKEY_NAME]
        return cleaned


class AddPasskeyForm(_Named, webauthn.AddWebAuthnForm):
    """Add a passkey, which always logs in without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]

    def clean(self) -> dict[str, Any]:
        """Verify the device's answer; raise ValidationError if it is malformed or too late."""
        try:
            return super().clean()
        except _MALFORMED:
            raise ValidationError(_FAILED) from None


class RenamePasskeyForm(_Named, webauthn.EditWebAuthnForm):
    """Rename a passkey."""


class _Presented(forms.Form):
    """Mixin that says why a passkey is refused."""

    def clean_credential(self) -> Authenticator:
        """Return the passkey; raise ValidationError if it or its answer is wrong."""
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except ValidationError as error:
            raise (ValidationError(_FAILED) if error.code == _WRONG else error) from None
        except _MALFORMED:
            raise ValidationError(_FAILED) from None
        return found


class PasskeyLoginForm(_Presented, webauthn.LoginWebAuthnForm):
    """Log in with a passkey."""


class SecondPasskeyForm(_Presented, webauthn.AuthenticateWebAuthnForm):
    """Log in: present a passkey after the password."""


class ConfirmByPasskeyForm(_Presented, webauthn.ReauthenticateWebAuthnForm):
    """Reauthenticate with a passkey."""
