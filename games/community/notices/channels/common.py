"""Shared by all channels: outcomes, links, and posting to a URL."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.community.notices import outbound
from games.models import Delivery, Notice
from games.models.notices import LONGEST_ANSWER

State = Delivery.State


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The result of an attempt: SENT, RESTING (failed permanently) or WAITING (to be retried)."""

    state: str
    answer: str


def sent(answer: str = "") -> DeliveryOutcome:
    """Return the outcome of a delivery that was accepted."""
    return DeliveryOutcome(State.SENT, answer[:LONGEST_ANSWER])


def again(answer: str) -> DeliveryOutcome:
    """Return the outcome of a temporary failure, to be retried."""
    return DeliveryOutcome(State.WAITING, answer[:LONGEST_ANSWER])


def rests(answer: str) -> DeliveryOutcome:
    """Return the outcome of a permanent failure."""
    return DeliveryOutcome(State.RESTING, answer[:LONGEST_ANSWER])


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


PAGES: dict[str, str] = {Notice.Kind.REPORT: "admin:index"}
"""The pages that notices without a game link to, by kind."""


def page_of(delivery: Delivery) -> str:
    """Return the absolute URL that a notice links to, by default the page of notices."""
    return link(path_of(delivery.notice) or reverse("notices"))


def posted(url: str, body: bytes, headers: dict[str, str]) -> tuple[DeliveryOutcome, int | None]:
    """Send a POST request; return the outcome and the HTTP status (None without a response)."""
    try:
        answer = outbound.post(url, body, headers)
    except outbound.ForbiddenUrl as refusal:
        return rests(str(refusal)), None
    except OSError as error:
        return again(_UNREACHED.format(error=error.strerror or error)), None
    if answer.is_good:
        return sent(_ANSWERED.format(status=answer.status)), answer.status
    refused = _ANSWERED_WITH.format(status=answer.status, text=answer.text)
    return again(refused), answer.status


_UNREACHED = "The server could not be reached: {error}."
_ANSWERED = "HTTP {status}"
_ANSWERED_WITH = "HTTP {status}: {text}"
