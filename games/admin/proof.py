"""How long a log-in opens the admin, and how long a second step opens deeds.

The library for accounts keeps in the session when each step was taken, and asks again for one.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.trust.roles import may_come_in

ADMIN_SECONDS = 12 * 3600
"""The admin asks for password and second step again after this time, however much it is used."""

DEED_SECONDS = 15 * 60
"""A deed asks for the second step again after this time."""

PASSWORD, SECOND_STEP = "password", "mfa"
_PAGES = {PASSWORD: "account_reauthenticate", SECOND_STEP: "mfa_reauthenticate"}
_TYPED = "typed_in_deed"

View = Callable[..., HttpResponse]


def _is_recent(request: HttpRequest, method: str, seconds: int) -> bool:
    records = get_authentication_records(request, request.user)
    return any(
        record["method"] == method and time.time() - record["at"] < seconds for record in records
    )


def missing_for_admin(request: HttpRequest) -> str | None:
    """Return which step of logging in the admin needs again, if any."""
    for method in (PASSWORD, SECOND_STEP):
        if not _is_recent(request, method, ADMIN_SECONDS):
            return method
    return None


def ask_for(method: str, address: str) -> HttpResponse:
    """Redirect to the page that asks for a step of logging in, and from there to an address."""
    return redirect(f"{reverse(_PAGES[method])}?{urlencode({'next': address})}")


def second_step_required(view: View) -> View:
    """Decorate the page of a deed: a moderator whose second step is old is asked for it first."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if may_come_in(request.user) and not _is_recent(request, SECOND_STEP, DEED_SECONDS):
            if request.method == "POST":
                request.session[_TYPED] = [request.path, request.POST.urlencode()]
                messages.info(request, "Your last code is too long ago. What you typed is kept.")
                return ask_for(SECOND_STEP, request.path)
            return ask_for(SECOND_STEP, request.get_full_path())
        return view(request, *args, **kwargs)

    return page


def typed_before(request: HttpRequest) -> QueryDict | None:
    """Return, once, what was posted to this page before the second step was asked for."""
    path, fields = request.session.get(_TYPED, ("", ""))
    if path != request.path:
        return None
    del request.session[_TYPED]
    return QueryDict(fields)
