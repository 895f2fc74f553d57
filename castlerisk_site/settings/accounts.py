"""Accounts and sessions: log-in, passwords, second steps, rate limits of forms."""

AUTH_USER_MODEL = "games.User"
# LoginBackend replaces Django's backend; with both, a wrong password would be hashed twice.
AUTHENTICATION_BACKENDS = [
    "games.community.people.authentication.LoginBackend",
    # Older sessions name this backend; it no longer checks passwords.
    "allauth.account.auth_backends.AuthenticationBackend",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("name", "email")}),
        ("MinimumLengthValidator", {}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
# games.models.display_names validates names; it never changes what somebody entered.
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_ADAPTER = "games.web.views.people.allauth_adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "games.community.people.forms.AddEmailForm",
    "change_password": "games.community.people.forms.ChangePasswordForm",
    "login": "games.community.people.forms.LoginForm",
    "reauthenticate": "games.community.people.forms.ReauthenticateForm",
    "reset_password": "games.community.people.forms.ResetPasswordForm",
    "reset_password_from_key": "games.community.people.forms.ResetPasswordKeyForm",
    "set_password": "games.community.people.forms.SetPasswordForm",
    "signup": "games.community.people.forms.SignupForm",
}
MFA_ADAPTER = "games.web.views.people.allauth_adapters.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A device checks its user's finger, face or PIN, so a passkey is two factors.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_FORMS = {
    "activate_totp": "games.community.people.forms.ActivateForm",
    "add_webauthn": "games.community.people.passkey_forms.AddPasskeyForm",
    "authenticate": "games.community.people.forms.AuthenticateForm",
    "authenticate_webauthn": "games.community.people.passkey_forms.SecondPasskeyForm",
    "edit_webauthn": "games.community.people.passkey_forms.RenamePasskeyForm",
    "login_webauthn": "games.community.people.passkey_forms.PasskeyLoginForm",
    "reauthenticate": "games.community.people.forms.ReauthenticateByCodeForm",
    "reauthenticate_webauthn": "games.community.people.passkey_forms.ConfirmByPasskeyForm",
}
MFA_TOTP_ISSUER = "Castlerisk"
# Accept codes from a device whose clock is half a minute off.
MFA_TOTP_TOLERANCE = 1
# Do not reveal whether an address has an account, or let anyone block another's address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
MFA_ALLOW_UNVERIFIED_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Castlerisk: "
ACCOUNT_SESSION_REMEMBER = True
# Someone who finds an open browser cannot change the address without the password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,60/d/ip",
    "reset_password": "5/m/ip,20/h/ip,5/h/key",
    "play_now": "10/h/ip",
    # The key is the game: it has six seats, and a guest who loses the cookie may join again.
    "invited": "12/h/key",
    "play_now_again": "30/h/user",
    "change_name": "5/d/user",
    "circle": "10/d/user",
    "circle_invitation": "30/d/user",
    "appeal": "5/d/user",
    "measure_appeal": "10/h/ip",
    "answer_by_link": "60/h/ip",
    "export": "10/d/user",
    "plan": "120/m/user",
    "webhook": "30/h/user",
    "general": "20/m/user,200/d/user",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "landing"
SESSION_ENGINE = "castlerisk_site.backends.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600
