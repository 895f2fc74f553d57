"""The moderators' measures against a user, and the sentences that explain them to the user."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from games.exceptions import Refused
from games.models import Action, Measure, User
from games.storage.store.database_time import time_text
from rules import Move
from rules.moves import OfferPact

Kind = Measure.Kind

SENTENCES: dict[Kind, tuple[str, str]] = {
    Kind.WARN: ("You have been warned.", "You have been warned."),
    Kind.MUTE: ("You can’t chat in games.", "You can’t chat in games until {until}."),
    Kind.NAME: ("You can’t change your name.", "You can’t change your name until {until}."),
    Kind.LIMIT: ("You can’t start or join games.", "You can’t start or join games until {until}."),
    Kind.SUSPEND: ("This account is suspended.", "This account is suspended until {until}."),
    Kind.BAN: ("This account is banned.", "This account is banned until {until}."),
}
"""The sentence about each kind of measure, without and with an end."""


KEEPING_OUT = (Kind.SUSPEND, Kind.BAN)
"""Measures that prevent a user from logging in."""


class Barred(Refused):
    """A measure forbids the action; the message says which, until when, and why."""


def sentence_of(kind: str, until: datetime | None, reason: str) -> str:
    """Return the sentence for a measure: what it forbids, until when, and the stored reason."""
    lasting, ending = SENTENCES[Kind(kind)]
    sentence = ending.format(until=time_text(until)) if until else lasting
    return _WITH_REASON.format(sentence=sentence, reason=reason)


_WITH_REASON = "{sentence} Reason: {reason}"


def in_force(user: User, *kinds: str) -> Measure | None:
    """Return a user's longest-lasting active measure of these kinds; None if there is none."""
    found = Measure.objects.in_force().filter(user=user, kind__in=kinds)
    return found.order_by(F("until").desc(nulls_first=True), "pk").first()


def verify_may(user: User, kind: str) -> None:
    """Raise Barred if a measure of this kind is in force on a user."""
    measure = in_force(user, kind)
    if measure is not None:
        raise Barred(sentence_of(measure.kind, measure.until, measure.reason))


def verify_may_say(user: User, moves: Iterable[Move]) -> None:
    """Raise Barred if a muted user offers a pact with free text (DIP-1)."""
    if any(isinstance(move, OfferPact) and move.words for move in moves):
        verify_may(user, Kind.MUTE)


def why_kept_out(user: User) -> str | None:
    """Return a sentence saying why a user may not log in; None if they may."""
    measure = in_force(user, *KEEPING_OUT)
    return sentence_of(measure.kind, measure.until, measure.reason) if measure else None


def on_record(user: User) -> list[dict[str, str | bool | int]]:
    """Return all measures ever imposed on a user, as shown to them, newest first."""
    now = timezone.now()
    return [
        {
            "number": measure.pk,
            "at": time_text(measure.taken_at),
            "sentence": sentence_of(measure.kind, measure.until, measure.reason),
            "appeal": measure.appeal,
            "appeal_answer": measure.appeal_answer,
            "is_over": measure.lifted_at is not None
            or (measure.until is not None and measure.until <= now),
        }
        for measure in Measure.objects.filter(user=user).order_by("-taken_at", "-pk")
    ]


DONE = {
    "rename": "Your name was changed.",
    "log_out": "You were logged out everywhere.",
    "lift": "A penalty was lifted.",
    "role": "Your role on the site was changed.",
}
"""The sentence shown to the person for each moderators' action other than a measure."""


def done_to(user: User) -> list[dict[str, str]]:
    """Return the moderators' other actions on a user, as shown to them, newest first."""
    actions = Action.objects.filter(person=user.pk, name__in=DONE, refusal="")
    return [
        {"at": time_text(action.done_at), "sentence": DONE[action.name], "reason": action.reason}
        for action in actions.order_by("-done_at", "-pk")
    ]
