"""Light or dark in this browser: a cookie, so that a page is drawn right from its first byte."""

from django.http import HttpResponse

COOKIE = "theme"
_YEAR = 365 * 24 * 3600


def remember_theme(response: HttpResponse, theme: str) -> None:
    """Let this browser show light, dark, or (auto) what the device asks for."""
    if theme == "auto":
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        # The switch in the header reads and writes it too.
        response.set_cookie(COOKIE, theme, max_age=_YEAR, samesite="Lax")
