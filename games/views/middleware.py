"""What every request of somebody logged in goes through."""

from collections.abc import Callable

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.clocks.rest_times import zone_named
from games.models import House
from games.moderation import appeals
from games.moderation.site_mode import Standing, standing
from games.people.accounts import seen
from games.trust.linked_accounts import notice_trace
from games.trust.networks import consume_wide
from games.views.pages import only_by_form

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
        session = request.session
        before = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
        # Asking who it is ends a session that is not valid any more.
        user = request.user
        if not user.is_authenticated:
            return _led_to_measure(request, *before) or self.get_response(request)
        if seen(user):
            notice_trace(request, user)
        with timezone.override(zone_named(user.time_zone)):
            return _own(request, self.get_response(request))

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponse | None:
        """Refuse what a /48 sends too often, and keep guests out of pages for members."""
        name = request.resolver_match.url_name or ""
        if request.method == "POST" and _is_too_often(request, name):
            return render(request, "429.html", status=429)
        if not name.startswith(("account_", "mfa_")):
            return None
        if name in _FOR_GUESTS_TOO or name.startswith(_RESET):
            return None
        return redirect("keep_games") if getattr(request.user, "is_guest", False) else None


_LIMITED = {
    "account_login": "login",
    "account_signup": "signup",
    "account_reset_password": "reset_password",
    "keep_games": "signup",
}
_LIMITED_FOR_NEWCOMERS = {"play_now": "play_now", "join_game": "play_now"}
"""By the names of pages, the limits per address that forms sent there count against."""


def _is_too_often(request: HttpRequest, name: str) -> bool:
    action = _LIMITED.get(name)
    if action is None and not request.user.is_authenticated:
        action = _LIMITED_FOR_NEWCOMERS.get(name)
    return action is not None and not consume_wide(request, action)


def _led_to_measure(
    request: HttpRequest, user: str | None, session_hash: str | None
) -> HttpResponse | None:
    """Lead a browser that a measure has logged out to the page of the measure, once.

    A guest has no address, and can never log in again: nothing else would tell them why.
    """
    session = request.session
    path = user and session_hash and appeals.path_for_session(user, session_hash)
    if path:
        # The first request may be one that shows nothing.
        session[_MEASURE] = path
    is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if is_page and not request.htmx and _MEASURE in session:
        return redirect(session.pop(_MEASURE))
    return None


_MEASURE = "measure_page"


def _own(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let nobody between keep what somebody known was answered, nor their browser a table.

    Whoever uses the browser after them would else go back to the hand they held. Files with a tag
    of their own have nothing secret.
    """
    if request.path_info.startswith(_TABLES) and not response.has_header("ETag"):
        patch_cache_control(response, private=True, no_store=True)
    elif not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True)
    return response


_TABLES = "/games/"

_ALWAYS = ("/admin/", "/accounts/", "/static/")
"""What can be reached while the house is closed, so that it can be opened again."""

_MOVES = "/moves/"
_CLOSED = 503


class Door:
    """Keeps out what the house does not take while it is read only or in maintenance."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, or say why it is not answered."""
        # A move is refused by its game, which is held then: it needs no question of its own.
        if request.path_info.startswith(_ALWAYS) or request.path_info.endswith(_MOVES):
            return self.get_response(request)
        mode = standing().mode
        is_change = request.method not in ("GET", "HEAD", "OPTIONS")
        if mode == House.Mode.MAINTENANCE or (mode == House.Mode.READ_ONLY and is_change):
            context = {"is_whole": mode == House.Mode.MAINTENANCE}
            return render(request, "pages/closed.html", context, status=_CLOSED)
        return self.get_response(request)


class Signpost:
    """Shows a way back to who opens by its address what takes forms alone.

    Whoever logs in for something they pressed is led there; the answer would be an empty page.
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


def house(request: HttpRequest) -> dict[str, Callable[[], Standing]]:
    """Give templates `house`: how it stands. It is asked only where it is shown."""
    return {"house": standing}


class AdminPolicy:
    """Lets the pages of the admin, and no others, run what their theme is written in.

    It evaluates expressions in its pages; a nonce beside 'unsafe-inline' would undo that.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        response = self.get_response(request)
        if request.path_info.startswith("/admin/"):
            response._csp_replace = {
                "script-src": [SELF, UNSAFE_EVAL],
                "style-src": [SELF, UNSAFE_INLINE],
            }
        return response
