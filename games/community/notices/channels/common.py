"""Shared by all channels: outcomes, and posting to a URL."""

from dataclasses import dataclass

from games.community.notices import outbound
from games.models import Delivery
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
