"""The addresses of this site's pages in messages."""

from django.conf import settings
from django.urls import reverse

from games.models import Notice


def link(path: str) -> str:
    """Return the absolute URL of a page of this site."""
    return settings.SITE_ADDRESS + path


def path_of(notice: Notice) -> str:
    """Return the path of the page that a notice is about; "" if it has none."""
    if notice.game is not None:
        # The page of an invitation asks for a log-in: without one, a private game is not found.
        name = "invited" if notice.kind == Notice.Kind.INVITED else "table"
        return reverse(name, args=[notice.game.code])
    return reverse(PAGES[notice.kind]) if notice.kind in PAGES else ""


PAGES: dict[str, str] = {
    Notice.Kind.REPORT: "admin:index",
    Notice.Kind.CHANNEL: "notice_choices",
    Notice.Kind.CIRCLE: "circles",
}
"""The pages that notices without a game link to, by kind."""


def page_of(notice: Notice) -> str:
    """Return the absolute URL that a notice links to, by default the page of notices."""
    return link(path_of(notice) or reverse("notices"))
