"""The maximum age of a login for the admin, and of a second step for actions.

django-allauth stores the time of each step in the session, and has pages to repeat a step. A
passkey is both steps: the device has verified its user (`MFA_WEBAUTHN_USER_VERIFICATION`).
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.community.trust.requests import UserRequest
from games.community.trust.roles import may_come_in

ADMIN_SECONDS = 12 * 3600
"""The admin requires password and second step again after this time, even if used constantly."""

ACTION_SECONDS = 15 * 60
"""An action requires the second step again after this time."""

PASSWORD, SECOND_STEP = "password", "mfa"
_PASSKEY = Authenticator.Type.WEBAUTHN
_PAGES = {PASSWORD: "account_reauthenticate", SECOND_STEP: "mfa_reauthenticate"}
_TYPED = "typed_in_deed"

View = Callable[..., HttpResponse]


def _is_recent(request: UserRequest, method: str, seconds: int) -> bool:
    records = get_authentication_records(request, request.user)
    return any(
        (record["method"] == method or record.get("type") == _PASSKEY)
        and time.time() - record["at"] < seconds
        for record in records
    )


def missing_for_admin(request: UserRequest) -> str | None:
    """Return a login step that the user must repeat to enter the admin; None if none is needed."""
    for method in (PASSWORD, SECOND_STEP):
        if not _is_recent(request, method, ADMIN_SECONDS):
            return method
    return None


def ask_for(method: str, address: str) -> HttpResponse:
    """Redirect to the page that repeats a login method, and from there back to `address`."""
    return redirect(f"{reverse(_PAGES[method])}?{urlencode({'next': address})}")


def second_step_required(view: View) -> View:
    """Decorate an action's page: a second step that is too old must be repeated first."""

    @wraps(view)
    def page(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if may_come_in(request.user) and not _is_recent(request, SECOND_STEP, ACTION_SECONDS):
            if request.method == "POST":
                request.session[_TYPED] = [request.path, request.POST.urlencode()]
                messages.info(request, "Your last code has expired. What you entered is kept.")
                return ask_for(SECOND_STEP, request.path)
            return ask_for(SECOND_STEP, request.get_full_path())
        return view(request, *args, **kwargs)

    return page


def typed_before(request: UserRequest) -> QueryDict | None:
    """Return, once, the form data posted to this page before the second step was repeated."""
    path, fields = request.session.get(_TYPED, ("", ""))
    if path != request.path:
        return None
    del request.session[_TYPED]
    return QueryDict(fields)
