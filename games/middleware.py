"""What every request of somebody logged in goes through."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games.accounts import seen
from games.models import User

GetResponse = Callable[[HttpRequest], HttpResponse]

_FOR_GUESTS_TOO = ("account_logout", "account_confirm_email", "account_inactive")
_RESET = "account_reset_password"


class Visitor:
    """Shows times in the visitor's zone, notes when they were last here.

    A guest who asks for a page that needs a name and a password is led to where they get both.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        seen(user)
        with timezone.override(_zone(user)):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponse | None:
        """Keep guests out of pages that are for people with an account."""
        name = request.resolver_match.url_name or ""
        if not name.startswith(("account_", "mfa_")):
            return None
        if name in _FOR_GUESTS_TOO or name.startswith(_RESET):
            return None
        return redirect("keep_games") if getattr(request.user, "is_guest", False) else None


def _zone(user: User) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(user.time_zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        # Zones are renamed now and then.
        return zoneinfo.ZoneInfo("UTC")
