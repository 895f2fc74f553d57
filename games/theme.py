"""Light or dark in this browser: a cookie, so that a page is drawn right from its first byte."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """Return what this browser shows: light, dark, or (auto) what the device asks for."""
    chosen = request.COOKIES.get(_cookie())
    return chosen if chosen in ("light", "dark") else "auto"


def remember_theme(response: HttpResponse, theme: str) -> None:
    """Let this browser show light, dark or auto from now on."""
    if theme == "auto":
        response.delete_cookie(_cookie(), samesite="Lax")
    else:
        # The switch in the header reads and writes it too.
        is_secure = settings.IS_HTTPS
        response.set_cookie(_cookie(), theme, max_age=_YEAR, samesite="Lax", secure=is_secure)


def _cookie() -> str:
    return f"{settings.COOKIE_PREFIX}theme"
