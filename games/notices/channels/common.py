"""What every way of sending a notice has in common: outcomes, links, and posting to an address."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.models import Delivery
from games.models.notices import LONGEST_ANSWER
from games.notices import outbound

State = Delivery.State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a try: sent, resting for good, or (waiting) to be tried again."""

    state: str
    answer: str


def sent(answer: str = "") -> Outcome:
    """Return the outcome of what was taken."""
    return Outcome(State.SENT, answer[:LONGEST_ANSWER])


def again(answer: str) -> Outcome:
    """Return the outcome of what was not taken this time."""
    return Outcome(State.WAITING, answer[:LONGEST_ANSWER])


def rests(answer: str) -> Outcome:
    """Return the outcome of what will never be taken."""
    return Outcome(State.RESTING, answer[:LONGEST_ANSWER])


def link(path: str) -> str:
    """Return the whole address of a page of this site."""
    return settings.SITE_ADDRESS + path


def page_of(delivery: Delivery) -> str:
    """Return the address of the page a notice leads to."""
    game = delivery.notice.game
    return link(reverse("table", args=[game.code]) if game else reverse("notices"))


def posted(url: str, body: bytes, headers: dict[str, str]) -> tuple[Outcome, int | None]:
    """Post something; return what became of it, and with which status it was answered."""
    try:
        answer = outbound.post(url, body, headers)
    except outbound.NotAllowed as refusal:
        return rests(str(refusal)), None
    except OSError as error:
        return again(f"It could not be reached: {error.strerror or error}."), None
    if answer.is_good:
        return sent(f"answered {answer.status}"), answer.status
    return again(f"answered {answer.status}: {answer.text}"), answer.status
