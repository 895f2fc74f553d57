"""Refusals of forms and sockets from pages of other sites; each is logged and counted."""

import logging

from django.http import HttpRequest, HttpResponse

from games.web.views.pages import csrf_failure as explain

logger = logging.getLogger("castlerisk.refused")

LONGEST_REASON = 200


def note_refusal(kind: str, reason: str) -> None:
    """Log and count a refusal; the reason may contain text from the client."""
    # Imported here: commands that serve no requests must not create metrics files.
    from games.storage.processes.metrics import foreign

    foreign.labels(kind).inc()
    logger.warning("refused kind=%s reason=%a", kind, reason[:LONGEST_REASON], extra={"kind": kind})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that has no valid CSRF token or comes from another site."""
    note_refusal("csrf", reason)
    return explain(request, reason)
