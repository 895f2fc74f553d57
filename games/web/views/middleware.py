"""Middleware: sessions and time zones, limits per /48, caching, closing the site, CSP."""

from collections.abc import Callable

from allauth.core import ratelimit
from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.community.lobby.access import INVITED
from games.community.moderation import appeals
from games.community.moderation.site_mode import SiteStatus, site_status
from games.community.people.accounts import seen
from games.community.people.login_providers import NAMES, offered
from games.community.trust.linked_accounts import notice_trace
from games.community.trust.networks import consume_wide
from games.community.trust.requests import Request
from games.models import SiteSettings
from games.playing.clocks.rest_times import zone_named
from games.storage.processes.disk import unless_full
from games.web.views.pages import only_by_form

GetResponse = Callable[[HttpRequest], HttpResponse]

_FOR_GUESTS_TOO = ("account_logout", "account_confirm_email", "account_inactive")
_RESET = "account_reset_password"


class VisitorMiddleware:
    """Activates the visitor's time zone and records when they were last seen.

    Redirects a guest from pages that need a name and password to the page where they set both.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        """Answer a request."""
        session = request.session
        before = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
        # Evaluating the user flushes a session that is no longer valid.
        user = request.user
        if not user.is_authenticated:
            return _led_to_measure(request, *before) or self.get_response(request)
        with unless_full():
            if seen(user):
                notice_trace(request, user)
        with timezone.override(zone_named(user.time_zone)):
            return _own(request, self.get_response(request))

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponse | None:
        """Apply the rate limits per /48, and keep guests out of pages for members."""
        match = request.resolver_match
        name = (match.url_name if match else None) or ""
        if name == _BY_TOKEN or (name.startswith(_CONNECTIONS) and not offered()):
            raise Http404
        if request.method == "POST" and _is_too_often(request, name):
            return render(request, "429.html", status=429)
        if not name.startswith(("account_", "mfa_", _CONNECTIONS)):
            return None
        if name in _FOR_GUESTS_TOO or name.startswith(_RESET):
            return None
        return redirect("keep_games") if getattr(request.user, "is_guest", False) else None


_CONNECTIONS = "socialaccount_"
_BY_TOKEN = "google_login_by_token"  # noqa: S105 - a URL's name
"""A second way to log in with Google, which no page uses and which checks no state."""

_LIMITED_PROVIDERS = {
    **{f"{provider}_login": "login" for provider in NAMES},
    "socialaccount_signup": "signup",
}
"""The rate limits, per address and per network, of pages whose own views have none."""

_LIMITED = {
    **_LIMITED_PROVIDERS,
    "account_login": "login",
    "account_signup": "signup",
    "account_reset_password": "reset_password",
    "keep_games": "signup",
}
_LIMITED_FOR_NEWCOMERS = {
    "play_now": "play_now",
    "tutorial": "play_now",
    "join_game": "play_now",
}
"""The rate limits per network against which a POST counts, by URL name."""


def _is_too_often(request: HttpRequest, name: str) -> bool:
    action = _LIMITED_PROVIDERS.get(name)
    if action is not None and not ratelimit.consume(request, action=action):
        return True
    action = _LIMITED.get(name)
    if action is None and not (request.user.is_authenticated or _is_invited(request)):
        action = _LIMITED_FOR_NEWCOMERS.get(name)
    return action is not None and not consume_wide(request, action)


def _is_invited(request: HttpRequest) -> bool:
    """Return whether the visitor has followed an invitation to the requested game."""
    match = request.resolver_match
    return match is not None and match.kwargs.get("code") in request.session.get(INVITED, ())


def _led_to_measure(
    request: Request, user: str | None, session_hash: str | None
) -> HttpResponse | None:
    """Redirect a browser, once, to the page of the measure that has logged it out.

    A guest has no address and can never log in again, so only this page tells them why.
    """
    session = request.session
    path = user and session_hash and appeals.path_for_session(user, session_hash)
    if path:
        # The first request may be a partial or a poll, so the path waits in the session.
        session[_MEASURE] = path
    is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if is_page and not request.htmx and _MEASURE in session:
        return redirect(session.pop(_MEASURE))
    return None


_MEASURE = "measure_page"


def _own(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark responses to logged-in users private, and keep tables out of the browser's cache.

    Otherwise the browser's next user could go back to a hand of cards. Files with an ETag contain
    no secrets.
    """
    if request.path_info.startswith(_TABLES) and not response.has_header("ETag"):
        patch_cache_control(response, private=True, no_store=True)
    elif not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True)
    return response


_TABLES = "/games/"

_ALWAYS = ("/admin/", "/accounts/", "/static/")
"""Paths that stay reachable while the site is closed, so that an admin can reopen it."""

_MOVES = "/moves/"
_CLOSED = 503


class SiteModeMiddleware:
    """Refuses requests that the site does not accept while read-only or in maintenance."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass a request on, or answer 503 with the reason."""
        # Moves need no query of the mode: unless the site is open, games are held and refuse them.
        if request.path_info.startswith(_ALWAYS) or request.path_info.endswith(_MOVES):
            return self.get_response(request)
        mode, modes = site_status().mode, SiteSettings.Mode
        is_change = request.method not in ("GET", "HEAD", "OPTIONS")
        if mode == modes.MAINTENANCE or (mode == modes.READ_ONLY and is_change):
            context = {"is_whole": mode == modes.MAINTENANCE}
            return render(request, "web/pages/closed.html", context, status=_CLOSED)
        return self.get_response(request)


class FormAddressMiddleware:
    """Explains a 405 to a visitor who opens a URL that accepts only POST.

    After a login, the browser is redirected to the URL of the form that required it; without this
    explanation the page would be blank.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        response = self.get_response(request)
        if response.status_code == _ONLY_OTHERWISE and request.method == "GET":
            return only_by_form(request, response["Allow"])
        return response


_ONLY_OTHERWISE = 405


def site_context(request: HttpRequest) -> dict[str, Callable[[], SiteStatus]]:
    """Return the template variable `site_status`; queried only where templates use it."""
    return {"site_status": site_status}


class AdminPolicyMiddleware:
    """Relaxes the content security policy for the admin's theme, and for no other pages.

    The theme evaluates expressions and has inline styles; a nonce would disable 'unsafe-inline'.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        policy = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}
        self._get_admin_response = csp_replace(policy)(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        if request.path_info.startswith("/admin/"):
            return self._get_admin_response(request)
        return self.get_response(request)
