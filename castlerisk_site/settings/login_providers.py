"""Log-in by Google, Discord and GitHub, each where the operator has set its two keys."""

import os
from typing import Any

_SCOPES = {
    "google": ["openid", "email"],
    "discord": ["identify", "email"],
    "github": ["user:email"],
}
"""What we ask of each provider: an identity and its email addresses."""

_ORIGINS = {
    "google": "https://accounts.google.com",
    "discord": "https://discord.com",
    "github": "https://github.com",
}

_KEYS = {
    name: (os.environ.get(f"{prefix}_ID", "").strip(), os.environ.get(f"{prefix}_SECRET", ""))
    for name, prefix in ((name, f"CASTLERISK_{name.upper()}_CLIENT") for name in _SCOPES)
}

SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {
    name: {
        "APP": {"client_id": key, "secret": secret.strip()},
        "SCOPE": _SCOPES[name],
        "OAUTH_PKCE_ENABLED": True,
    }
    for name, (key, secret) in _KEYS.items()
    if key and secret
}
# Browsers apply form-action to the redirect to the provider too.
LOGIN_PROVIDER_ORIGINS = [_ORIGINS[name] for name in SOCIALACCOUNT_PROVIDERS]
SOCIALACCOUNT_ADAPTER = "games.web.views.people.login_providers.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"signup": "games.community.people.provider_forms.ProviderSignupForm"}
# Names are public here, so people choose theirs instead of taking the provider's.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_STORE_TOKENS = False
