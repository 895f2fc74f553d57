"""The adapter for log-in by Google, Discord and GitHub: who may log in, join or sign up."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal.flows.signup import redirect_to_signup
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.community.people.login_providers import NAMES, confirmed_addresses, may_join, offered
from games.models import User
from games.models.display_names import LONGEST_NAME

_EXISTS = (
    "There is already an account with this address. Log in, then connect {provider} under "
    "Settings, Connected accounts."
)
_GUEST = (
    "This {provider} account already belongs to an account here, and you’re playing as {guest}. "
    "Log out first, then log in with {provider}. You’ll lose access to {guest}’s games."
)


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The adapter for providers. It stores a person's number there, and nothing else of theirs."""

    error_messages = {  # noqa: RUF012 - the library's own way
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": "Set a password first: without it, you couldn’t log in any more.",
        "connected_other": "It’s already connected to another account here.",
    }

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the operator's keys, which are settings: no page queries the database for them."""
        found = settings.SOCIALACCOUNT_PROVIDERS
        return [
            SocialApp(provider=name, **found[name]["APP"])
            for name in offered()
            if provider in (None, name)
        ]

    def get_app(
        self, request: HttpRequest, provider: str, client_id: str | None = None
    ) -> SocialApp:
        """Return the keys of a provider; raise Http404 if the operator has set none."""
        for app in self.list_apps(request, provider):
            return app
        raise Http404

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        """Suggest a name for a new user, and forget the rest of the person's profile."""
        sociallogin.account.extra_data = {}
        user: User = super().populate_user(request, sociallogin, data)
        user.name = user.name[:LONGEST_NAME]
        return user

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Return the account with an address that both sides have verified, if it may be joined."""
        owned = self._owned(sociallogin)
        return (owned.user, owned.email) if owned and may_join(owned.user) else None

    def _owned(self, sociallogin: SocialLogin) -> EmailAddress | None:
        found = EmailAddress.objects.filter(
            email__in=confirmed_addresses(sociallogin), verified=True
        )
        return found.select_related("user").order_by("pk").first()

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Forget the token; lead a guest to the form that keeps their games; refuse a takeover."""
        sociallogin.token = None
        if getattr(request.user, "is_guest", False):
            if sociallogin.is_existing or self._owned(sociallogin):
                raise ImmediateHttpResponse(taken_page(request, sociallogin))
            redirect_to_signup(request, sociallogin)
            raise ImmediateHttpResponse(redirect("keep_games"))
        connects = sociallogin.state.get("process") == AuthProcess.CONNECT
        if not (connects or sociallogin.is_existing) and self._owned(sociallogin):
            sentence = _EXISTS.format(**_words(sociallogin))
            raise ImmediateHttpResponse(_refused(request, sentence))

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """Save a new user with the one address of the form."""
        email = form.cleaned_data["email"]
        known = sociallogin.email_addresses
        sociallogin.email_addresses = [
            each for each in known if each.verified and each.email.lower() == email
        ]
        user: User = super().save_user(request, sociallogin, form)
        return user


def taken_page(request: HttpRequest, login: SocialLogin) -> HttpResponse:
    """Return the page for a guest whose account at a provider belongs to another account here."""
    return _refused(request, _GUEST.format(guest=request.user, **_words(login)))


def _words(login: SocialLogin) -> dict[str, str]:
    return {"provider": NAMES[login.account.provider]}


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "community/people/refused.html", {"sentence": sentence}, status=403)
