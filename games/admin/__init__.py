"""The admin: read-only lists for moderators, and the actions they may take.

Data changes only through actions. An action's page explains its effect and asks for a reason. No
list or detail page shows the secrets of a game. Django discovers this package; nothing else imports
from here. Built on `moderation`, `lobby`, `people`, `notices`, `trust`.
"""

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.admin import circles, notices, people, record, reports, tables
from games.admin.proof import ask_for, missing_for_admin
from games.community.trust.requests import UserRequest
from games.community.trust.roles import Role, may_come_in, role_of

__all__ = ["circles", "notices", "people", "record", "reports", "tables"]


def _may_come_in(request: UserRequest) -> bool:
    """Return whether the visitor may open the admin; a page asks three times."""
    known: bool | None = getattr(request, "may_open_admin", None)
    if known is None:
        known = may_come_in(request.user) and missing_for_admin(request) is None
        setattr(request, "may_open_admin", known)  # noqa: B010 - unknown to the type
    return known


_door = secure_admin_login(admin.site.login)


def _login(request: UserRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Redirect a moderator to the login step that is missing or too old."""
    user = request.user
    if user.is_authenticated and role_of(user) > Role.NOBODY and not may_come_in(user):
        messages.info(request, "Your role requires two-factor authentication. Set it up first.")
        return redirect("mfa_index")
    if may_come_in(user) and (missing := missing_for_admin(request)):
        messages.info(request, "Your admin session has expired after 12 hours. Log in again.")
        return ask_for(missing, get_next_redirect_url(request) or reverse("admin:index"))
    answer: HttpResponse = _door(request, *args, **kwargs)
    return answer


# Moderators log in through the site's own login, with its rate limits and second step.
admin.site.login = _login
admin.site.has_permission = _may_come_in
admin.site.index_title = "Moderation"
# An action sets roles; users alone manage their own email addresses and second steps.
for model in (Group, EmailAddress, Authenticator, SocialAccount, SocialApp, SocialToken):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
