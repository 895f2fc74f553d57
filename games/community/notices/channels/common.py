"""Shared by all channels: outcomes, and posting to a URL."""

from dataclasses import dataclass
from datetime import timedelta

from games.community.notices import outbound
from games.models import Delivery
from games.models.sending.notices import LONGEST_ANSWER

State = Delivery.State

LONGEST_WAIT = 24 * 3600.0
"""The longest pause, in seconds, that a receiver may ask for."""


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The result of an attempt: SENT, RESTING (failed permanently) or WAITING (to be retried).

    `wait` is how long the receiver asked to be left alone.
    """

    state: str
    answer: str
    wait: timedelta = timedelta()


def sent(answer: str = "") -> DeliveryOutcome:
    """Return the outcome of a delivery that was accepted."""
    return DeliveryOutcome(State.SENT, answer[:LONGEST_ANSWER])


def again(answer: str, seconds: float = 0.0) -> DeliveryOutcome:
    """Return the outcome of a temporary failure, to be retried; at the earliest in `seconds`."""
    wait = timedelta(seconds=min(seconds, LONGEST_WAIT))
    return DeliveryOutcome(State.WAITING, answer[:LONGEST_ANSWER], wait)


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
    return again(refused, answer.retry_after), answer.status


_UNREACHED = "The server could not be reached: {error}."
_ANSWERED = "HTTP {status}"
_ANSWERED_WITH = "HTTP {status}: {text}"
